// SPDX-License-Identifier: MIT
// Variables that come and go, and what fills each tile.
#include "support/SyntheticMemory.hpp"

#include <algorithm>

namespace poplar_emu::synthetic {
namespace {

using namespace pva::internal;

constexpr std::uint32_t kNumVariables = 40;

void addVariables(Profile &profile) {
  const std::uint64_t tiles = profile.target.numIpus * profile.target.tilesPerIpu;
  for (std::uint32_t i = 0; i < kNumVariables; ++i) {
    VariableInfo variable;
    variable.alwaysLive = i % 5 == 0;
    variable.name =
        (variable.alwaysLive ? "weights/layer" : "activations/layer") + std::to_string(i);
    variable.type = i % 3 == 0 ? "half" : "float";
    variable.numElements = tiles * (100 + 37 * i);
    variable.bytes = variable.numElements * (i % 3 == 0 ? 2 : 4);
    profile.variables.push_back(variable);
  }
}

/// Bell-shaped over the leaves of the program: activations pile up, then go again.
void addLiveness(Profile &profile) {
  const std::size_t tiles = profile.memory.tiles.size();
  std::uint32_t at = 0;
  for (std::uint32_t id = 0; id < profile.programs.size(); ++id) {
    if (!profile.programs[id].children.empty()) continue;
    LivenessStep step;
    step.program = id;
    step.bytesByTile.assign(tiles, 0);
    const std::uint32_t phase = at++ * 3 % (2 * kNumVariables);
    const std::uint32_t peak = std::min(phase, 2 * kNumVariables - phase);
    for (std::uint32_t i = 0; i < peak; ++i) {
      const VariableInfo &variable = profile.variables[i];
      if (variable.alwaysLive) continue;
      step.variables.push_back(i);
      for (std::size_t tile = 0; tile < tiles; ++tile)
        step.bytesByTile[tile] += static_cast<std::uint32_t>(variable.bytes / tiles + tile % 7 * 4);
    }
    for (const std::uint32_t bytes : step.bytesByTile)
      step.bytes += bytes;
    profile.memory.liveness.push_back(step);
  }
}

void set(TileMemory &tile, MemoryCategory category, std::uint64_t bytes) {
  tile.bytes[static_cast<std::size_t>(category)] = bytes;
}

void addTiles(Profile &profile, const Shape &shape) {
  const std::uint64_t tiles = profile.target.numIpus * profile.target.tilesPerIpu;
  for (std::uint64_t i = 0; i < tiles; ++i) {
    TileMemory tile;
    const std::uint64_t heavy = i % 97 == 13 ? (shape.outOfMemory ? 520'000 : 180'000) : 0;
    set(tile, MemoryCategory::Variable, 190'000 + i % 64 * 900 + heavy);
    set(tile, MemoryCategory::Constant, i < tiles / 2 ? 24'000 : 4'000);
    set(tile, MemoryCategory::VertexInstanceState, 6'000 + i % 5 * 400);
    set(tile, MemoryCategory::VectorListDescriptor, 1'200);
    set(tile, MemoryCategory::VertexCode, 14'336);
    set(tile, MemoryCategory::ControlCode, 5'120);
    set(tile, MemoryCategory::ControlTable, 512);
    set(tile, MemoryCategory::InternalExchangeCode, 9'000 + i % 11 * 256);
    set(tile, MemoryCategory::HostExchangeCode, i % 92 == 0 ? 2'048 : 128);
    set(tile, MemoryCategory::GlobalMessage, shape.numIpus > 1 ? 4'096 : 0);
    set(tile, MemoryCategory::HostMessage, i % 92 == 0 ? 8'192 : 0);
    set(tile, MemoryCategory::Stack, 3'072);
    std::uint64_t sum = 0;
    for (const std::uint64_t bytes : tile.bytes)
      sum += bytes;
    tile.notAlwaysLive = tile.bytes[0] / 2;
    tile.alwaysLive = sum - tile.notAlwaysLive;
    tile.gaps = i % 3 * 24;
    profile.memory.tiles.push_back(tile);
  }
}

void addLowered(Profile &profile) {
  for (const std::uint32_t tile : {0u, 13u}) {
    if (tile >= profile.memory.tiles.size()) continue;
    std::uint64_t offset = 0;
    const auto &bytes = profile.memory.tiles[tile].bytes;
    for (std::size_t c = 0; c < bytes.size(); ++c) {
      if (bytes[c] == 0) continue;
      LoweredVariable part;
      part.tile = tile;
      part.category = static_cast<MemoryCategory>(c);
      part.offset = offset;
      part.bytes = bytes[c];
      part.alwaysLive = c != 0;
      if (c == 0)
        part.variable = 3;
      else
        part.name = memoryCategoryName(part.category);
      offset += part.bytes + 16;
      profile.memory.lowered.push_back(part);
    }
  }
}

} // namespace

void addMemory(Profile &profile, const Shape &shape) {
  addVariables(profile);
  addTiles(profile, shape);
  addLiveness(profile);
  addLowered(profile);
  for (std::size_t i = 0; i < profile.memory.tiles.size(); ++i)
    profile.memory.tiles[i].fullestStep =
        static_cast<std::uint32_t>(profile.memory.liveness.size() / 2);
  profile.memory.outOfMemory = shape.outOfMemory;
}

} // namespace poplar_emu::synthetic
