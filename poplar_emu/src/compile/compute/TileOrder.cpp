// SPDX-License-Identifier: MIT
// Sorting by tile and cutting into chunks.
#include "compile/compute/TileOrder.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::compile {
namespace {

constexpr std::uint64_t kMaxChunks = 32;
/// Less work than this is not worth handing to another thread.
constexpr std::uint64_t kChunkCost = 32 * 1024;
/// Running a vertex costs about as much as touching so many bytes.
constexpr std::uint64_t kVertexCost = 48;

std::uint64_t costOf(const ir::VertexTable &table, const ir::Vertex &vertex,
                     const TypeLayout &layout) {
  std::uint64_t cost = kVertexCost + layout.stride;
  for (std::uint32_t e = vertex.firstEdge; e != ir::kNone; e = table.edges[e].next) {
    const ir::Edge &edge = table.edges[e];
    cost += std::uint64_t{edge.numElements} * layout.fields[edge.field].elementBytes;
  }
  return cost;
}

/// In order of creation, which is the order of memory: the tables are read once, front to back.
std::vector<OrderedVertex> withCosts(const ir::Graph &graph, TypeLayouts &layouts,
                                     const std::vector<VertexId> &vertices) {
  const ir::VertexTable &table = graph.vertexTable;
  std::vector<OrderedVertex> entries;
  entries.reserve(vertices.size());
  for (const VertexId id : vertices) {
    const ir::Vertex &vertex = table[id];
    const std::uint64_t cost = costOf(table, vertex, layouts[vertex.type]);
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    entries.push_back(
        {id, vertex.type, vertex.tile, static_cast<std::uint32_t>(std::min(cost, kMost))});
  }
  return entries;
}

void sortByTile(std::vector<OrderedVertex> &entries, std::size_t numTiles) {
  const auto byTile = [](const OrderedVertex &a, const OrderedVertex &b) {
    return a.tile < b.tile;
  };
  if (std::is_sorted(entries.begin(), entries.end(), byTile)) return;
  if (entries.size() < numTiles) {
    std::stable_sort(entries.begin(), entries.end(), byTile);
    return;
  }
  std::vector<std::uint32_t> next(numTiles + 1);
  for (const OrderedVertex &entry : entries)
    ++next[entry.tile.index() + 1];
  for (std::size_t t = 0; t < numTiles; ++t)
    next[t + 1] += next[t];
  std::vector<OrderedVertex> sorted(entries.size());
  for (const OrderedVertex &entry : entries)
    sorted[next[entry.tile.index()]++] = entry;
  entries.swap(sorted);
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
  TileOrder result;
  result.order = withCosts(graph, layouts, computeSet.vertices);
  sortByTile(result.order, graph.machine.numTiles());
  for (std::uint32_t i = 0; i < result.order.size(); ++i) {
    const OrderedVertex &vertex = result.order[i];
    if (result.tiles.empty() || result.tiles.back().tile != vertex.tile)
      result.tiles.push_back({vertex.tile, i, i, 0});
    TileRange &tile = result.tiles.back();
    tile.end = i + 1;
    tile.cost += vertex.cost;
    result.cost += vertex.cost;
  }
  result.chunks = cutIntoChunks(result.tiles, result.cost);
  return result;
}

} // namespace poplar_emu::compile
