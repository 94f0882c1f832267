// SPDX-License-Identifier: MIT
// Sorting by tile and cutting into chunks.
#include "compile/compute/TileOrder.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

constexpr std::uint64_t kMaxChunks = 32;
/// Less work than this is not worth handing to another thread.
constexpr std::uint64_t kChunkCost = 32 * 1024;
/// Running a vertex costs about as much as touching so many bytes.
constexpr std::uint64_t kVertexCost = 48;

std::vector<VertexId> sortedByTile(const ir::Graph &graph, const std::vector<VertexId> &vertices) {
  const ir::VertexTable &table = graph.vertexTable;
  const auto byTile = [&table](VertexId a, VertexId b) { return table[a].tile < table[b].tile; };
  std::vector<VertexId> sorted = vertices;
  if (std::is_sorted(sorted.begin(), sorted.end(), byTile)) return sorted;
  const std::size_t numTiles = graph.machine.numTiles();
  if (vertices.size() < numTiles) {
    std::stable_sort(sorted.begin(), sorted.end(), byTile);
    return sorted;
  }
  std::vector<std::uint32_t> next(numTiles + 1);
  for (const VertexId id : vertices) ++next[table[id].tile.index() + 1];
  for (std::size_t t = 0; t < numTiles; ++t) next[t + 1] += next[t];
  for (const VertexId id : vertices) sorted[next[table[id].tile.index()]++] = id;
  return sorted;
}

std::uint64_t costOf(const ir::VertexTable &table, VertexId id, const TypeLayout &layout) {
  std::uint64_t cost = kVertexCost + layout.stride;
  for (std::uint32_t e = table[id].firstEdge; e != ir::kNone; e = table.edges[e].next) {
    const ir::Edge &edge = table.edges[e];
    cost += std::uint64_t{edge.numElements} * layout.fields[edge.field].elementBytes;
  }
  return cost;
}

std::vector<std::uint32_t> cutIntoChunks(const std::vector<TileRange> &tiles, std::uint64_t cost) {
  std::uint64_t numChunks = std::clamp<std::uint64_t>(cost / kChunkCost, 1, kMaxChunks);
  if (numChunks > 1) numChunks &= ~std::uint64_t{1}; // no odd chunk left over for two threads
  std::vector<std::uint32_t> chunks{0};
  std::uint64_t sum = 0;
  for (std::uint32_t t = 0; t < tiles.size(); ++t) {
    sum += tiles[t].cost;
    if (sum * numChunks >= cost * chunks.size() && t + 1 < tiles.size()) chunks.push_back(t + 1);
  }
  if (!tiles.empty()) chunks.push_back(static_cast<std::uint32_t>(tiles.size()));
  return chunks;
}

} // namespace

TileOrder orderByTile(const ir::Graph &graph, TypeLayouts &layouts,
                      const ir::ComputeSet &computeSet) {
  const ir::VertexTable &table = graph.vertexTable;
  TileOrder result;
  result.order = sortedByTile(graph, computeSet.vertices);
  for (std::uint32_t i = 0; i < result.order.size(); ++i) {
    const ir::Vertex &vertex = table[result.order[i]];
    if (result.tiles.empty() || result.tiles.back().tile != vertex.tile)
      result.tiles.push_back({vertex.tile, i, i, 0});
    TileRange &tile = result.tiles.back();
    tile.end = i + 1;
    const std::uint64_t cost = costOf(table, result.order[i], layouts[vertex.type]);
    tile.cost += cost;
    result.cost += cost;
  }
  result.chunks = cutIntoChunks(result.tiles, result.cost);
  return result;
}

} // namespace poplar_emu::compile
