// SPDX-License-Identifier: MIT
// Gathers rows of tables that lie in blocks of rows and are too large for a tile.
#pragma once

#include "slice/Rows.hpp"

#include <cstddef>
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

/// Lookups sorted by block of rows, group by group of perGroup lookups.
struct SortedLookups {
  poplar::Tensor rows;    ///< [N]
  poplar::Tensor places;  ///< [N]; within the group
  poplar::Tensor starts;  ///< [groups, blocks + 1]
  poplar::Tensor sources; ///< [N] if there are parts; see the codelet SortRows
};
struct SortOrder {
  std::size_t rowsPerBlock;
  std::size_t perGroup;
  std::size_t parts = 0; ///< that blocks belong to in turn, a power of two; 0: none
  std::size_t chunk = 0; ///< of lookups, for which every part keeps its slices together
};
SortedLookups sortLookups(poplar::Graph &graph, const poplar::Tensor &rows, std::size_t numRows,
                          const SortOrder &order, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext);

/// See docs/decisions/0014. Types are carriers; nothing is empty.
void gatherBlocks(poplar::Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                  poplar::program::Sequence &prog, const poplar::DebugContext &debugContext);

} // namespace popops::slice
