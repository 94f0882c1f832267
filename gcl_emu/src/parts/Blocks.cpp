// SPDX-License-Identifier: MIT
// Matrices of pieces whose runs of columns are contiguous on their tiles.
#include "parts/Parts.hpp"

#include "parts/Shares.hpp"

#include <algorithm>
#include <utility>

namespace gcl::detail {

using poplar::Graph;
using poplar::Tensor;

namespace {

constexpr std::size_t kMinBytesPerTile = 128;

} // namespace

std::vector<Columns> columnsInPlace(const Graph &graph, const Tensor &row, unsigned lanes) {
  bool isMapped = true;
  const auto mapping = graph.getTileMapping(row, &isMapped);
  std::vector<std::pair<poplar::Interval, unsigned>> runs;
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const poplar::Interval &run : mapping[tile])
      runs.emplace_back(run, tile);
  if (!isMapped || runs.size() > 2 * mapping.size()) return {};
  std::sort(runs.begin(), runs.end(),
            [](const auto &a, const auto &b) { return a.first.begin() < b.first.begin(); });
  std::vector<Columns> columns;
  for (const auto &[run, tile] : runs) {
    std::size_t begin = run.begin();
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const std::size_t end = begin + shareOf(lane, lanes, run.begin(), run.end());
      if (begin < end) columns.push_back({tile, lane, begin, end});
      begin = end;
    }
  }
  return columns;
}

std::vector<Columns> spreadColumns(const Graph &graph, unsigned ipu, std::size_t count,
                                   const poplar::Type &type, unsigned lanes) {
  const poplar::Target &target = graph.getTarget();
  const std::size_t tilesPerIpu = target.getTilesPerIPU();
  const std::size_t bytes = count * target.getTypeSize(type);
  const std::size_t tiles = std::clamp<std::size_t>(bytes / kMinBytesPerTile, 1, tilesPerIpu);
  std::vector<Columns> columns;
  for (std::size_t t = 0; t < tiles; ++t) {
    const std::size_t first = t * count / tiles, last = (t + 1) * count / tiles;
    std::size_t begin = first;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const std::size_t end = begin + shareOf(lane, lanes, first, last);
      if (begin < end)
        columns.push_back({static_cast<unsigned>(ipu * tilesPerIpu + t), lane, begin, end});
      begin = end;
    }
  }
  return columns;
}

Blocks makeBlocks(Graph &graph, const poplar::Type &type, unsigned members,
                  std::vector<Columns> columns, const poplar::DebugContext &debugContext) {
  Blocks result;
  result.columns = std::move(columns);
  std::size_t count = 0;
  for (const Columns &run : result.columns)
    count += run.end - run.begin;
  const Tensor all = graph.addVariable(type, {count * members}, debugContext);
  std::vector<Tensor> rows;
  std::size_t begin = 0;
  for (const Columns &run : result.columns) {
    const std::size_t width = run.end - run.begin;
    const Tensor block = all.slice(begin, begin + width * members);
    graph.setTileMapping(block, run.tile);
    result.blocks.push_back(block);
    rows.push_back(block.reshape({members, width}));
    begin += width * members;
  }
  result.matrix = rows.empty() ? all.reshape({members, 0}) : concat(rows, 1);
  return result;
}

void Blocks::addParts(LaneParts &lanes) const {
  for (std::size_t i = 0; i < columns.size(); ++i)
    lanes[columns[i].lane].push_back(
        {columns[i].tile, blocks[i], blocks[i], columns[i].end - columns[i].begin});
}

namespace {

/// Whether the elements of each column lie on one tile.
bool doRowsLieAlike(const Graph &graph, const Tensor &matrix) {
  bool isMapped = true;
  const auto first = graph.getTileMapping(matrix[0], &isMapped);
  for (std::size_t row = 1; row < matrix.dim(0) && isMapped; ++row)
    if (graph.getTileMapping(matrix[row], &isMapped) != first) return false;
  return isMapped;
}

} // namespace

Blocks copyToBlocks(Graph &graph, const IpuElements &elements, unsigned members, unsigned lanes,
                    Placement placement, poplar::program::Sequence &prog,
                    const poplar::DebugContext &debugContext) {
  const poplar::Type type = elements.elements.elementType();
  const std::size_t count = elements.elements.numElements();
  const std::size_t columns = (count + members - 1) / members;
  std::vector<Columns> runs;
  if (placement == Placement::InPlace && columns * members == count) {
    const Tensor matrix = elements.elements.reshape({members, columns});
    if (doRowsLieAlike(graph, matrix)) runs = columnsInPlace(graph, matrix[0], lanes);
  }
  if (runs.empty()) runs = spreadColumns(graph, elements.ipu, columns, type, lanes);
  Blocks blocks = makeBlocks(graph, type, members, std::move(runs), {debugContext, "pieces"});
  Tensor padded = elements.elements;
  if (const std::size_t missing = columns * members - count; missing > 0) {
    const Tensor zero = graph.addConstant(type, {missing}, 0, {debugContext, "padding"});
    graph.setTileMapping(zero, blocks.columns.back().tile);
    padded = concat(padded, zero);
  }
  padded = padded.reshape({members, columns});
  // In the order of the blocks, so that the copy writes memory from one end to the other.
  std::vector<Tensor> from;
  for (const Columns &run : blocks.columns)
    from.push_back(padded.slice(run.begin, run.end, 1).flatten());
  if (!from.empty())
    prog.add(poplar::program::Copy(concat(from), concat(blocks.blocks), false,
                                   {debugContext, "to pieces"}));
  return blocks;
}

} // namespace gcl::detail
