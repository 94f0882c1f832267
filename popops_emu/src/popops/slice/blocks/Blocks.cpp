// SPDX-License-Identifier: MIT
// Connects blocks with the lookups that hit them.
#include "slice/blocks/Blocks.hpp"

#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace popops::slice {

using poplar::Tensor;

void Blocks::sort(const SortOrder &order, poplar::program::Sequence &prog) {
  perGroup_ = order.perGroup;
  sorted_ = sortLookups(graph_, lookups_.rows, lookups_.table.dim(0), order, prog, debug_);
}

void Blocks::add(poplar::ComputeSet cs, std::size_t block, std::size_t group,
                 const std::vector<Tensor> &out, unsigned tile) {
  const Tensor &table = lookups_.table, &rows = lookups_.rows;
  const std::size_t first = block * rowsPerBlock_,
                    end = std::min(table.dim(0), first + rowsPerBlock_);
  const poplar::VertexRef vertex =
      graph_.addVertex(cs, poputil::templateVertex("popops::GatherBlock", table.elementType()),
                       {{"table", table.slice(first, end).flatten()}});
  graph_.connect(vertex["out"], out);
  if (perGroup_ == 0) {
    graph_.connect(vertex["rows"], rows);
    graph_.connect(vertex["places"], rows.slice(0, 0));
    graph_.connect(vertex["range"], rows.slice(0, 0));
  } else {
    const std::size_t begin = group * perGroup_;
    const std::size_t stop = std::min(rows.numElements(), begin + perGroup_);
    graph_.connect(vertex["rows"], sorted_.rows.slice(begin, stop));
    graph_.connect(vertex["places"], sorted_.places.slice(begin, stop));
    graph_.connect(vertex["range"], sorted_.starts[group].slice(block, block + 2));
  }
  graph_.setInitialValue(vertex["firstRow"], static_cast<unsigned>(first));
  graph_.setInitialValue(vertex["numRows"], static_cast<unsigned>(end - first));
  graph_.setInitialValue(vertex["width"], static_cast<unsigned>(table.dim(1)));
  graph_.setTileMapping(vertex, tile);
}

} // namespace popops::slice
