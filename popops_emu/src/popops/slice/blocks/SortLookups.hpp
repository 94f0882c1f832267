// SPDX-License-Identifier: MIT
// Lookups in ranges, one a tile, and in groups that are sorted by block of rows.
#pragma once

#include "slice/Rows.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace popops::slice {

/// Slices [begin, end), handled on a tile.
struct RowRange {
  unsigned tile;
  std::size_t begin, end;
};

/// How many slices a tile makes, when all share the work.
std::size_t slicesPerTile(const poplar::Graph &graph, const poplar::Tensor &slices);

/// All slices in ranges that do not cross multiples of `align`; a range is handled where its first
/// element lies.
std::vector<RowRange> sliceRanges(const poplar::Graph &graph, const poplar::Tensor &slices,
                                  std::size_t align);

/// So few lookups are looked through by every block instead of being sorted.
inline constexpr std::size_t kFewLookups = 64;

/// Lookups sorted by block of rows, group by group of perGroup lookups.
struct SortedLookups {
  poplar::Tensor rows;     ///< [N]
  poplar::Tensor places;   ///< [N]; within the group
  poplar::Tensor starts;   ///< [groups, blocks + 1]
  poplar::Tensor sources;  ///< [N] if there are parts; see the codelet SortRows
  poplar::Tensor overflow; ///< BOOL [groups] if a share may overflow
};
/// Shares of parts for chunks of lookups; see the codelet SortRows.
struct SortShares {
  std::size_t parts; ///< that blocks belong to in turn, a power of two
  std::size_t chunk, room;
  std::size_t placeStep, sourceStep;
  bool mayOverflow;
};
struct SortOrder {
  std::size_t rowsPerBlock;
  std::size_t perGroup;
  std::optional<SortShares> shares;
};
SortedLookups sortLookups(poplar::Graph &graph, const poplar::Tensor &rows, std::size_t numRows,
                          const SortOrder &order, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext);

} // namespace popops::slice
