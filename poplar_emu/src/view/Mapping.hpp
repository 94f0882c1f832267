// SPDX-License-Identifier: MIT
// Carries a tile mapping of variables over to the elements of a view.
#pragma once

#include "view/Regions.hpp"

#include <functional>

namespace poplar_emu::view {

/// Elements [begin, end) lie on `tile`; invalid tile: unmapped.
struct MappedInterval {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  TileId tile;

  std::uint64_t size() const { return end - begin; }
  friend bool operator==(const MappedInterval &, const MappedInterval &) = default;
};

/// The widest interval around one element of a variable that lies on one tile, or the gap around it
/// (tile invalid; its end may be the largest integer).
using MappingLookup = std::function<MappedInterval(VariableId variable, std::uint64_t element)>;

/// The flattened view as intervals with a tile each: ascending, neighbours on one tile merged,
/// unmapped elements absent. Cost: proportional to the result and the number of runs; rows of a
/// strided run that lie in one interval of the mapping are taken together.
std::vector<MappedInterval> tileIntervals(const View &view, const MappingLookup &lookup);

/// Sorted into tiles; at least numTiles entries.
std::vector<std::vector<Interval>> byTile(std::span<const MappedInterval> intervals,
                                          std::size_t numTiles);

} // namespace poplar_emu::view
