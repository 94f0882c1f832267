// SPDX-License-Identifier: MIT
// Pass: which collectives can be executed stripe by stripe: all steps for some neighbouring tiles,
// then all steps for the next ones, so that what a step leaves is still in the cache for the next.
#pragma once

#include "compile/Usage.hpp"
#include "compile/moves/Chunks.hpp"
#include "compile/storage/StorageMap.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace poplar_emu::compile {

/// Tiles of one plan in `count` stripes of neighbours.
struct Stripes {
  std::uint32_t count = 0; ///< 0: there are none
  std::uint32_t numTiles = 0;

  std::uint32_t of(TileId tile) const {
    return static_cast<std::uint32_t>(std::uint64_t{tile.value} * count / numTiles);
  }
};

/// Collectives of which no step uses, on the tiles of a stripe, what a step writes on others.
struct StripedCollectives {
  std::unordered_map<const ir::ProgramNode *, Stripes> nodes;
  std::unordered_map<ComputeSetId, Stripes> computeSets; ///< that they execute

  Stripes of(const ir::ProgramNode &node) const {
    const auto found = nodes.find(&node);
    return found == nodes.end() ? Stripes{} : found->second;
  }
  Stripes of(ComputeSetId id) const {
    const auto found = computeSets.find(id);
    return found == computeSets.end() ? Stripes{} : found->second;
  }
};

/// Looks only at collectives whose steps are executed (Exchange::Copy) and whose data exceeds the
/// caches. Cost: linear in the runs of what they use.
StripedCollectives findStripes(const Input &input, const Usage &usage, const StorageMap &storage);

/// Where stripes begin in the variables of some views, sorted by address.
std::vector<GroupStart> stripeStarts(std::span<const view::View *const> views,
                                     const Stripes &stripes, const StorageMap &storage);

} // namespace poplar_emu::compile
