// SPDX-License-Identifier: MIT
// Variables, initial data, instances and relocations lie inside the memory of a replica.
#include "plan/verify/Verifier.hpp"

namespace poplar_emu::plan {
namespace {

void verifyVariable(const Plan &plan, const VariableStorage &variable) {
  if (variable.bytes == 0) return;
  if (!contains(memoryOf(plan), variable.address, variable.bytes))
    fail("variable '{}' lies outside the memory", variable.name);
  const std::uint64_t width = sizeInBytes(variable.type);
  if (width == 0 || saturatingProduct(variable.numElements, width) > variable.bytes)
    fail("variable '{}' has {} bytes for {} elements", variable.name, variable.bytes,
         variable.numElements);
  std::uint64_t packed = 0;
  for (const PackedBlock &block : variable.blocks) {
    const std::uint64_t elements = saturatingProduct(block.length, block.count);
    const std::uint64_t reach = saturatingProduct(block.stride, block.count ? block.count - 1 : 0);
    if (block.length == 0 || block.count == 0 || block.packedBegin != packed ||
        elements > variable.numElements - packed || reach > variable.numElements ||
        block.length > variable.numElements - reach ||
        block.element > variable.numElements - reach - block.length)
      fail("a block of variable '{}' lies outside of it", variable.name);
    verifyTile(plan, block.tile, "variable '" + variable.name + "'");
    packed += elements;
  }
  if (!variable.blocks.empty() && packed != variable.numElements)
    fail("the blocks of variable '{}' do not cover it", variable.name);
}

void verifyInitialData(const Plan &plan, const InitialData &data) {
  if (!contains(memoryOf(plan), data.address, saturatingProduct(data.count, data.bytes.size())))
    fail("initial data at {} lies outside the memory", data.address);
  for (const auto &[replica, bytes] : data.perReplica) {
    if (replica >= plan.machine.replicationFactor) fail("initial data of replica {}", replica);
    if (bytes.size() != data.bytes.size())
      fail("initial data of replica {} has {} bytes, not {}", replica, bytes.size(),
           data.bytes.size());
  }
}

void verifyTileMemory(const Plan &plan) {
  const TileMemory &memory = plan.tileMemory;
  const std::size_t variables = plan.memory.variables.size();
  if (memory.tiles.size() > numTiles(plan)) fail("memory use of too many tiles");
  for (std::size_t t = 0; t < memory.tiles.size(); ++t) {
    const TileBytes &tile = memory.tiles[t];
    std::uint64_t sum = 0;
    for (const std::uint64_t bytes : tile.bytes)
      sum += bytes;
    if (sum != tile.excludingGaps())
      fail("tile {} holds {} bytes by category and {} in all", t, sum, tile.excludingGaps());
    if (!memory.steps.empty() && tile.fullestStep != kNone &&
        tile.fullestStep >= memory.steps.size())
      fail("tile {} is fullest at step {}, which is not there", t, tile.fullestStep);
  }
  for (const PlacedMemory &placed : memory.placed) {
    if (placed.tile >= memory.tiles.size()) fail("memory placed on tile {}", placed.tile);
    if (placed.variable != kNone && placed.variable >= variables)
      fail("memory placed for variable {}, which is not there", placed.variable);
  }
  for (const MemoryStep &step : memory.steps) {
    if (step.bytesByTile.size() > memory.tiles.size())
      fail("live memory of too many tiles in step '{}'", step.name);
    for (const std::uint32_t variable : step.variables)
      if (variable >= variables)
        fail("variable {} in step '{}', which is not there", variable, step.name);
  }
  if (memory.alwaysLive.size() > variables) fail("too many variables are always live");
}

} // namespace

std::uint32_t numTiles(const Plan &plan) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(
      std::uint64_t{plan.machine.numIpus} * plan.machine.tilesPerIpu, ~std::uint32_t{0}));
}

void verifyTile(const Plan &plan, TileId tile, const std::string &where) {
  if (tile.value >= numTiles(plan)) fail("{}: tile {} does not exist", where, tile.value);
}

void verifyScalar(const Plan &plan, const Scalar &scalar, const std::string &where) {
  const std::uint64_t width = sizeInBytes(scalar.type);
  if (width == 0 || width > 4) fail("{}: scalar of {} bytes", where, width);
  if (!contains(memoryOf(plan), scalar.address, width) || scalar.address % width != 0)
    fail("{}: scalar at {} lies outside the memory or is misaligned", where, scalar.address);
}

void verifyMemory(const Plan &plan) {
  const Machine &machine = plan.machine;
  if (machine.numIpus == 0 || machine.tilesPerIpu == 0 || machine.numWorkers == 0 ||
      machine.replicationFactor == 0)
    fail("the machine has no tiles, workers or replicas");

  const Memory &memory = plan.memory;
  if (memory.bytes > (std::uint64_t{1} << 62)) fail("memory of {} bytes", memory.bytes);
  for (const VariableStorage &variable : memory.variables)
    verifyVariable(plan, variable);
  for (const InitialData &data : memory.initialData)
    verifyInitialData(plan, data);
  for (const Address address : memory.replicaIndexAddresses)
    if (!contains(memoryOf(plan), address, 4) || address % 4 != 0)
      fail("the replica's index at {} lies outside the memory or is misaligned", address);

  if (memory.scratch > memory.bytes) fail("the scratch lies outside the memory");
  if (!contains(memoryOf(plan), memory.instances, memory.instanceImage.size()))
    fail("the vertex instances lie outside the memory");
  const Extent image{memory.instances, memory.instances + memory.instanceImage.size()};
  for (const Relocation &relocation : memory.relocations) {
    if (!contains(image, relocation.location, 8) || relocation.location % 8 != 0)
      fail("a relocation at {} lies outside the instances or is misaligned", relocation.location);
    // A pointer to an empty field may point right behind the memory.
    if (relocation.target > memory.bytes)
      fail("a relocation points to {}, outside the memory", relocation.target);
  }
  verifyTileMemory(plan);
}

} // namespace poplar_emu::plan
