// SPDX-License-Identifier: MIT
// Compute sets of a plan: vertices by type and tile, and what they were estimated to take.
#include "profile/build/Parts.hpp"

#include "plan/VertexPlace.hpp"

#include <algorithm>

namespace poplar_emu::profile {
namespace {

using pva::internal::ComputeSetInfo;
using pva::internal::VertexCount;

VertexCount &countOf(ComputeSetInfo &info, std::uint32_t type) {
  const auto found = std::find_if(info.vertices.begin(), info.vertices.end(),
                                  [type](const VertexCount &count) { return count.type == type; });
  if (found != info.vertices.end()) return *found;
  info.vertices.emplace_back().type = type;
  return info.vertices.back();
}

void countByTile(const plan::ComputeStep &step, const plan::Batch &batch, VertexCount &count) {
  for (std::uint32_t i = 0; i < batch.count;) {
    const plan::VertexPlace place = plan::placeOf(step, batch, i);
    const std::uint32_t here = std::min(place.following, batch.count - i);
    count.countByTile[place.tile.index()] += here;
    i += here;
  }
}

} // namespace

void addComputeSets(const plan::Plan &plan, TileDetail detail, pva::internal::Profile &profile) {
  const std::size_t numTiles = std::size_t{plan.machine.numIpus} * plan.machine.tilesPerIpu;
  for (const plan::ComputeStep &step : plan.computes) {
    ComputeSetInfo &info = profile.computeSets.emplace_back();
    info.name = step.name;
    info.activeTiles = step.activeTiles;
    for (const plan::Batch &batch : step.batches) {
      VertexCount &count = countOf(info, batch.type);
      count.count += batch.count;
      if (detail == TileDetail::Drop) continue;
      count.countByTile.resize(numTiles);
      countByTile(step, batch, count);
    }
    profile.numVertices += step.vertices.size();
    for (const plan::TypeEstimate &estimate : step.typeEstimates) {
      VertexCount &count = countOf(info, estimate.type);
      count.estimatedCycles = estimate.threadCycles;
      if (profile.includesFlops) count.estimatedFlops = estimate.flops;
    }
    if (detail == TileDetail::Drop || step.tileEstimates.empty()) continue;
    info.estimatedCyclesByTile.resize(numTiles);
    for (const plan::TileEstimate &tile : step.tileEstimates)
      info.estimatedCyclesByTile[tile.tile] = tile.cycles;
  }
}

} // namespace poplar_emu::profile
