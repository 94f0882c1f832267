// SPDX-License-Identifier: MIT
// Mappings of matrices.
#include "slice/Layout.hpp"

#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>

#include <algorithm>

namespace popops::slice {

using poplar::Graph;
using poplar::Interval;
using poplar::Tensor;

std::vector<ColumnShare> columnShares(const Graph &graph, const Tensor &matrix) {
  const std::size_t rows = matrix.dim(0);
  if (matrix.numElements() == 0) return {};
  bool isComplete = false;
  const auto first = graph.getTileMapping(matrix[0], &isComplete);
  if (!isComplete || graph.getTileMapping(matrix[rows - 1], false) != first ||
      graph.getTileMapping(matrix[rows / 2], false) != first)
    return {};
  // A row of rows may be split although these three are not.
  if (rows > 3 && poputil::dimIsSplitOverTiles(graph, matrix, 0)) return {};
  std::vector<ColumnShare> shares;
  for (unsigned tile = 0; tile < first.size(); ++tile)
    if (!first[tile].empty()) shares.push_back({tile, first[tile]});
  return shares;
}

std::vector<unsigned> tilesOf(const Graph &graph, const Tensor &elements) {
  constexpr unsigned kNone = ~0u;
  std::vector<unsigned> tiles(elements.numElements(), kNone);
  const auto mapping = graph.getTileMapping(elements, false);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const Interval &region : mapping[tile])
      std::fill(tiles.begin() + static_cast<std::ptrdiff_t>(region.begin()),
                tiles.begin() + static_cast<std::ptrdiff_t>(region.end()), tile);
  const unsigned numTiles = graph.getTarget().getNumTiles();
  for (std::size_t i = 0; i < tiles.size(); ++i)
    if (tiles[i] == kNone) tiles[i] = static_cast<unsigned>(i % numTiles);
  return tiles;
}

std::size_t numTilesOf(const Graph &graph, const Tensor &tensor) {
  const auto mapping = graph.getTileMapping(tensor, false);
  return static_cast<std::size_t>(
      std::count_if(mapping.begin(), mapping.end(), [](const auto &r) { return !r.empty(); }));
}

Tensor addRowBlocks(Graph &graph, const poplar::Type &type, std::size_t rows, std::size_t columns,
                    std::size_t minRows, const poplar::DebugContext &debugContext) {
  const Tensor matrix = graph.addVariable(type, {rows, columns}, debugContext);
  const std::size_t numTiles = graph.getTarget().getNumTiles();
  const std::size_t perTile = std::max(divideUp(rows, numTiles), std::max<std::size_t>(minRows, 1));
  Graph::TileToTensorMapping mapping(numTiles);
  for (std::size_t tile = 0; tile * perTile < rows; ++tile)
    mapping[tile].emplace_back(tile * perTile * columns,
                               std::min(rows, (tile + 1) * perTile) * columns);
  graph.setTileMapping(matrix, mapping);
  return matrix;
}

Tensor addColumnBlocks(Graph &graph, const poplar::Type &type, std::size_t rows,
                       const std::vector<ColumnShare> &shares,
                       const poplar::DebugContext &debugContext) {
  std::size_t columns = 0;
  for (const ColumnShare &share : shares)
    columns += poputil::intervalSequenceNumElements(share.columns);
  // One variable, block after block, so that a tile's block is contiguous on the machine.
  const Tensor all = graph.addVariable(type, {rows * columns}, debugContext);
  struct Piece {
    Interval columns;
    Tensor elements;
  };
  std::vector<Piece> pieces;
  std::size_t at = 0;
  for (const ColumnShare &share : shares) {
    const std::size_t width = poputil::intervalSequenceNumElements(share.columns);
    const Tensor block = all.slice(at, at + rows * width).reshape({rows, width});
    graph.setTileMapping(block, share.tile);
    at += rows * width;
    std::size_t column = 0;
    for (const Interval &region : share.columns) {
      pieces.push_back({region, block.slice(column, column + region.size(), 1)});
      column += region.size();
    }
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece &a, const Piece &b) { return a.columns.begin() < b.columns.begin(); });
  std::vector<Tensor> ordered;
  for (const Piece &piece : pieces)
    ordered.push_back(piece.elements);
  return concat(ordered, 1);
}

std::vector<ColumnShare> equalShares(const Graph &graph, std::size_t columns, std::size_t grain) {
  const std::size_t numTiles = graph.getTarget().getNumTiles();
  const std::size_t width = divideUp(divideUp(columns, grain), numTiles) * grain;
  std::vector<ColumnShare> shares;
  for (std::size_t begin = 0; begin < columns; begin += width)
    shares.push_back({static_cast<unsigned>(shares.size()),
                      {Interval(begin, std::min(columns, begin + width))}});
  return shares;
}

Tensor columnsOf(const Tensor &matrix, const ColumnShare &share) {
  if (share.columns.size() == 1) return matrix.slice(share.columns[0], 1);
  return concat(matrix.slices(share.columns, 1), 1);
}

std::size_t budgetOf(const Graph &graph, double memoryShare) {
  return static_cast<std::size_t>(graph.getTarget().getBytesPerTile() * memoryShare);
}

std::size_t budgetBeside(const Graph &graph, const Tensor &table, double memoryShare) {
  std::size_t most = 0;
  for (const auto &regions : graph.getTileMapping(table, false))
    most = std::max(most, poputil::intervalSequenceNumElements(regions));
  const std::size_t own = most * bytesOf(graph, table.elementType());
  // Vertices, code, stacks and slices need some more.
  const std::size_t all = graph.getTarget().getBytesPerTile() / 10 * 9;
  return std::min(budgetOf(graph, memoryShare), all > 2 * own ? all - own : all / 2);
}

std::size_t bytesOf(const Graph &graph, const poplar::Type &type) {
  return graph.getTarget().getTypeSize(type);
}

} // namespace popops::slice
