// SPDX-License-Identifier: MIT
// A table cut into blocks of rows, and the vertices that gather from them.
#pragma once

#include "slice/Layout.hpp"
#include "slice/blocks/SortLookups.hpp"

namespace popops::slice {

class Blocks {
 public:
  Blocks(poplar::Graph &graph, const Lookups &lookups, std::size_t rowsPerBlock,
         const poplar::DebugContext &debugContext)
      : graph_(graph), lookups_(lookups), rowsPerBlock_(rowsPerBlock), debug_(debugContext) {}

  std::size_t rowsPerBlock() const { return rowsPerBlock_; }
  std::size_t count() const { return divideUp(lookups_.table.dim(0), rowsPerBlock_); }

  /// Until then, and if never, every block looks through all lookups.
  void sort(const SortOrder &order, poplar::program::Sequence &prog);
  const SortedLookups &sorted() const { return sorted_; }

  /// Adds the slices that a block has for a group of lookups to the parts `out`, which are of one
  /// size; places of sorted lookups say in which of them.
  void add(poplar::ComputeSet cs, std::size_t block, std::size_t group,
           const std::vector<poplar::Tensor> &out, unsigned tile);

 private:
  poplar::Graph &graph_;
  const Lookups lookups_;
  const std::size_t rowsPerBlock_;
  const poplar::DebugContext &debug_;
  std::size_t perGroup_ = 0; ///< 0: the lookups are not sorted
  SortedLookups sorted_;
};

} // namespace popops::slice
