// SPDX-License-Identifier: MIT
// The memory of tiles: by category, and whether it fits.
#include "pva/report/Access.hpp"

#include <algorithm>
#include <array>

namespace pva::internal {
namespace {

struct Placed {
  std::uint64_t bytes = 0; ///< of all variables of the category
  // At the step where most lives:
  std::uint64_t overflow = 0; ///< beyond the tile's end
  std::uint64_t interleaved = 0;
};
using PlacedByCategory = std::array<Placed, kNumMemoryCategories>;

bool livesAt(const LoweredVariable &lowered, const Profile &profile, std::uint32_t step) {
  if (lowered.alwaysLive) return true;
  if (step == kNone) return false;
  const std::vector<std::uint32_t> &live = profile.memory.liveness[step].variables;
  return std::find(live.begin(), live.end(), lowered.variable) != live.end();
}

std::uint64_t bytesBetween(const LoweredVariable &lowered, std::uint64_t begin, std::uint64_t end) {
  begin = std::max(begin, lowered.offset);
  end = std::min(end, lowered.offset + lowered.bytes);
  return end > begin ? end - begin : 0;
}

PlacedByCategory placed(const Model &model, std::uint32_t tile) {
  PlacedByCategory all;
  const auto found = model.byTile.find(tile);
  if (found == model.byTile.end()) return all;
  const Profile &profile = *model.profile;
  const std::uint64_t end = profile.target.bytesPerTile, from = profile.target.interleavedFrom;
  for (const std::uint32_t index : found->second) {
    const LoweredVariable &lowered = profile.memory.lowered[index];
    Placed &sum = all[static_cast<std::size_t>(lowered.category)];
    sum.bytes += lowered.bytes;
    if (!livesAt(lowered, profile, profile.memory.tiles[tile].fullestStep)) continue;
    sum.overflow += bytesBetween(lowered, end, lowered.offset + lowered.bytes);
    if (from != 0) sum.interleaved += bytesBetween(lowered, from, end);
  }
  return all;
}

} // namespace

Tile Access::tile(const ModelPtr &model, std::uint32_t index) {
  const Profile &profile = *model->profile;
  const TileMemory &info = profile.memory.tiles[index];
  Tile tile;
  tile.memory_.total_.includingGaps_ = info.includingGaps();
  tile.memory_.total_.excludingGaps_ = info.excludingGaps();
  tile.memory_.alwaysLiveBytes_ = info.alwaysLive;
  tile.memory_.notAlwaysLiveBytes_ = info.notAlwaysLive;

  const PlacedByCategory lowered = placed(*model, index);
  const auto fill = [&](MemoryCategory category, MemoryRegions &regions) {
    const std::uint64_t bytes = info.bytes[static_cast<std::size_t>(category)];
    const Placed &sum = lowered[static_cast<std::size_t>(category)];
    const std::uint64_t overflow = std::min(bytes, sum.overflow);
    const std::uint64_t interleaved = std::min(bytes - overflow, sum.interleaved);
    regions.overflowed_.nonOverlapped_ = overflow;
    regions.interleaved_.nonOverlapped_ = interleaved;
    regions.nonInterleaved_.nonOverlapped_ = bytes - overflow - interleaved;
    regions.nonInterleaved_.overlapped_ = sum.bytes > bytes ? sum.bytes - bytes : 0;
  };
  MemoryByCategory &categories = tile.memory_.category_;
  fill(MemoryCategory::Variable, categories.variable_);
  fill(MemoryCategory::Constant, categories.constant_);
  fill(MemoryCategory::VertexInstanceState, categories.vertexInstanceState_);
  fill(MemoryCategory::VertexFieldData, categories.vertexFieldData_);
  fill(MemoryCategory::VectorListDescriptor, categories.vectorListDescriptor_);
  fill(MemoryCategory::VertexCode, categories.vertexCode_);
  fill(MemoryCategory::ControlCode, categories.controlCode_);
  fill(MemoryCategory::ControlTable, categories.controlTable_);
  fill(MemoryCategory::CopyDescriptor, categories.copyDescriptor_);
  fill(MemoryCategory::InternalExchangeCode, categories.internalExchangeCode_);
  fill(MemoryCategory::GlobalExchangeCode, categories.globalExchangeCode_);
  fill(MemoryCategory::HostExchangeCode, categories.hostExchangeCode_);
  fill(MemoryCategory::GlobalMessage, categories.globalMessage_);
  fill(MemoryCategory::HostMessage, categories.hostMessage_);
  fill(MemoryCategory::Rearrangement, categories.rearrangement_);
  fill(MemoryCategory::Stack, categories.stack_);
  fill(MemoryCategory::InstrumentationResults, categories.instrumentationResults_);

  tile.memory_.vertices_ = List<VertexInstances>([model, index] {
    std::vector<std::uint64_t> counts(model->profile->vertexTypes.size());
    for (const ComputeSetInfo &set : model->profile->computeSets)
      for (const VertexCount &count : set.vertices)
        if (!count.countByTile.empty()) counts[count.type] += count.countByTile[index];
    std::vector<VertexInstances> all;
    for (std::size_t type = 0; type < counts.size(); ++type) {
      if (counts[type] == 0) continue;
      VertexInstances &vertices = all.emplace_back();
      vertices.type_.name_ = model->profile->vertexTypes[type].name;
      vertices.type_.size_ = model->profile->vertexTypes[type].stateBytes;
      vertices.count_ = counts[type];
    }
    return all;
  });
  return tile;
}

std::vector<Tile> Access::tiles(const ModelPtr &model) {
  std::vector<Tile> all;
  const std::size_t numTiles = model->profile->memory.tiles.size();
  all.reserve(numTiles);
  for (std::uint32_t i = 0; i < numTiles; ++i)
    all.push_back(tile(model, i));
  return all;
}

} // namespace pva::internal
