// SPDX-License-Identifier: MIT
// Cuts lookups into ranges and sorts them by block.
#include "slice/blocks/SortLookups.hpp"
#include "slice/Layout.hpp"

#include <algorithm>

namespace popops::slice {

using poplar::Graph;
using poplar::Tensor;

std::size_t slicesPerTile(const Graph &graph, const Tensor &slices) {
  const std::size_t bytes =
      std::max<std::size_t>(1, slices.dim(1) * bytesOf(graph, slices.elementType()));
  return std::max(divideUp(slices.dim(0), graph.getTarget().getNumTiles()), divideUp(128, bytes));
}

std::vector<RowRange> sliceRanges(const Graph &graph, const Tensor &slices, std::size_t align) {
  const std::size_t count = slices.dim(0), perTile = slicesPerTile(graph, slices);
  std::vector<RowRange> ranges;
  std::vector<Tensor> firsts;
  for (std::size_t begin = 0; begin < count;) {
    const std::size_t end = std::min({begin + perTile, (begin / align + 1) * align, count});
    ranges.push_back({0, begin, end});
    firsts.push_back(slices[begin].slice(0, 1));
    begin = end;
  }
  const std::vector<unsigned> tiles = tilesOf(graph, concat(firsts));
  for (std::size_t i = 0; i < ranges.size(); ++i)
    ranges[i].tile = tiles[i];
  return ranges;
}

SortedLookups sortLookups(Graph &graph, const Tensor &rows, std::size_t numRows,
                          const SortOrder &order, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext) {
  const std::size_t count = rows.numElements(), groups = divideUp(count, order.perGroup);
  const std::size_t blocks = divideUp(numRows, order.rowsPerBlock);
  const unsigned numTiles = graph.getTarget().getNumTiles();
  SortedLookups sorted;
  sorted.rows = graph.addVariable(poplar::UNSIGNED_INT, {count}, {debugContext, "sortedRows"});
  sorted.places = graph.addVariable(poplar::UNSIGNED_INT, {count}, {debugContext, "places"});
  sorted.starts =
      graph.addVariable(poplar::UNSIGNED_INT, {groups, blocks + 1}, {debugContext, "starts"});
  const Tensor none = rows.slice(0, 0);
  const bool mayOverflow = order.shares && order.shares->mayOverflow;
  sorted.sources = none;
  if (order.shares)
    sorted.sources = graph.addVariable(poplar::UNSIGNED_INT, {count}, {debugContext, "sources"});
  sorted.overflow =
      graph.addVariable(poplar::BOOL, {mayOverflow ? groups : 0}, {debugContext, "overflow"});
  const poplar::ComputeSet cs = graph.addComputeSet({debugContext, "sortLookups"});
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t begin = g * order.perGroup, end = std::min(count, begin + order.perGroup);
    const auto tile = static_cast<unsigned>(g * numTiles / groups);
    const poplar::VertexRef vertex = graph.addVertex(cs, "popops::SortRows",
                                                     {{"rows", rows.slice(begin, end)},
                                                      {"sortedRows", sorted.rows.slice(begin, end)},
                                                      {"places", sorted.places.slice(begin, end)},
                                                      {"starts", sorted.starts[g]}});
    const SortShares shares =
        order.shares.value_or(SortShares{1, end - begin, end - begin, 0, 0, false});
    const Tensor sources = order.shares ? sorted.sources.slice(begin, end) : sorted.sources;
    const Tensor overflow = mayOverflow ? sorted.overflow.slice(g, g + 1) : sorted.overflow;
    graph.connect(vertex["sources"], sources);
    graph.connect(vertex["overflow"], overflow);
    for (const auto &[field, value] :
         {std::pair("rowsPerBlock", order.rowsPerBlock), std::pair("numRows", numRows),
          std::pair("partMask", shares.parts - 1), std::pair("chunk", shares.chunk),
          std::pair("room", shares.room), std::pair("placeStep", shares.placeStep),
          std::pair("sourceStep", shares.sourceStep)})
      graph.setInitialValue(vertex[field], static_cast<unsigned>(value));
    graph.setTileMapping(sources, tile);
    graph.setTileMapping(overflow, tile);
    graph.setTileMapping(vertex, tile);
    graph.setTileMapping(sorted.rows.slice(begin, end), tile);
    graph.setTileMapping(sorted.places.slice(begin, end), tile);
    graph.setTileMapping(sorted.starts[g], tile);
  }
  prog.add(poplar::program::Execute(cs));
  return sorted;
}

} // namespace popops::slice
