// SPDX-License-Identifier: MIT
// Chooses how blocks of rows are gathered from.
#include "slice/blocks/BlockGather.hpp"

#include "slice/Layout.hpp"

namespace popops::slice {

using poplar::DebugContext;
using poplar::Graph;
using poplar::program::Sequence;

void gatherBlocks(Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                  Sequence &prog, const DebugContext &debugContext) {
  const std::size_t width = lookups.table.dim(1), count = lookups.rows.numElements();
  const std::size_t rowBytes = width * bytesOf(graph, lookups.table.elementType());
  // Too much for a tile: two jobs on half of the columns each, or on half of the lookups.
  const bool byColumns = 4 * rowBytes > budget && width > 1;
  const bool isFew = count * rowBytes <= budget / 2;
  if (!isFew && gatherInRounds(graph, lookups, others, budget, prog, debugContext)) return;
  if (isFew || (!byColumns && count == 1))
    return gatherAtHome(graph, lookups, others, budget, prog, debugContext);
  const unsigned dim = byColumns ? 1 : 0;
  const std::size_t size = byColumns ? width : count;
  for (const auto &[begin, end] : {std::pair(std::size_t{0}, size / 2), std::pair(size / 2, size)})
    gatherBlocks(graph,
                 {byColumns ? lookups.table.slice(begin, end, 1) : lookups.table,
                  byColumns ? lookups.rows : lookups.rows.slice(begin, end),
                  lookups.slices.slice(begin, end, dim), lookups.areSpread},
                 others, budget, prog, debugContext);
}

} // namespace popops::slice
