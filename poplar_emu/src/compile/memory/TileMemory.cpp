// SPDX-License-Identifier: MIT
// Pass: what every tile would have to hold on the device, at the step where that is most.
#include "compile/ComputeLowering.hpp"
#include "compile/compute/FieldLayout.hpp"
#include "compile/compute/RemoteParts.hpp"
#include "compile/compute/TileOrder.hpp"
#include "compile/compute/VertexNames.hpp"
#include "compile/memory/DeviceSize.hpp"
#include "compile/memory/Liveness.hpp"
#include "compile/memory/MemoryReport.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace poplar_emu::compile {
namespace {

class TileMemoryCheck {
 public:
  TileMemoryCheck(const Input &input, const Usage &usage, const StorageMap &storage)
      : input_(input), table_(input.graph.vertexTable), storage_(storage), usage_(usage),
        layouts_(input.types), remoteParts_(storage), use_(input.graph.machine.numTiles()) {}

  void count();
  const std::vector<TileUse> &use() const { return use_; }
  const Liveness &liveness() const { return liveness_; }

 private:
  void countVertices();
  void countAlwaysLive();
  void sweep();
  void countExchange(ComputeSetId id, Position position);

  template <class F>
  void forEachTile(VariableId variable, F &&f) const {
    const StorageMap::Layout &layout = storage_.layout(variable);
    for (const StorageMap::TileSpan &span : layout.spans)
      f(span.tile, (span.end - span.begin) * layout.width);
  }

  const Input &input_;
  const ir::VertexTable &table_;
  const StorageMap &storage_;
  const Usage &usage_;
  Liveness liveness_;
  TypeLayouts layouts_;
  RemoteParts remoteParts_;
  SeenOperands seen_;
  std::vector<TileUse> use_; ///< by tile
};

void TileMemoryCheck::count() {
  liveness_ = findLiveness(input_, usage_);
  countVertices();
  countAlwaysLive();
  sweep();
}

void TileMemoryCheck::countVertices() {
  DeviceSize sizes(table_, input_.types);
  // Every worker and the supervisor have one, whatever runs on the tile.
  const std::uint64_t stack =
      input_.options.supervisorStackBytes +
      std::uint64_t{input_.options.workerStackBytes} * input_.graph.machine.numWorkers;
  std::vector<std::vector<bool>> hasCode; // by type, then tile
  for (const ComputeSetId id : usage_.computeSets)
    for (const VertexId v : input_.graph.computeSets[id.index()].vertices) {
      const ir::Vertex &vertex = table_[v];
      TileUse &tile = use_[vertex.tile.index()];
      tile.vertices += sizes.ofVertex(v);
      tile.stack = stack;
      if (hasCode.size() <= vertex.type.index()) hasCode.resize(vertex.type.index() + 1);
      std::vector<bool> &code = hasCode[vertex.type.index()];
      if (code.empty()) code.resize(use_.size());
      if (code[vertex.tile.index()]) continue;
      code[vertex.tile.index()] = true;
      tile.code += sizes.ofCode(vertex.type);
    }
}

void TileMemoryCheck::countAlwaysLive() {
  for (std::size_t v = 0; v < usage_.variables.size(); ++v)
    if (usage_.variables[v] && liveness_.alwaysLive[v])
      forEachTile(VariableId(v),
                  [this](TileId tile, std::uint64_t bytes) { use_[tile.index()].live += bytes; });
  for (TileUse &tile : use_) {
    tile.live += tile.vertices + tile.code + tile.stack;
    tile.peak = tile.live;
  }
}

void TileMemoryCheck::sweep() {
  const std::vector<LiveRange> &ranges = liveness_.ranges;
  std::vector<std::uint32_t> byLast(ranges.size());
  std::iota(byLast.begin(), byLast.end(), 0u);
  std::sort(byLast.begin(), byLast.end(),
            [&](std::uint32_t a, std::uint32_t b) { return ranges[a].last < ranges[b].last; });
  std::size_t ended = 0, begun = 0;
  const auto advanceTo = [&](Position position) {
    while (begun < ranges.size() && ranges[begun].first <= position) {
      const LiveRange &range = ranges[begun++];
      for (; ended < byLast.size() && ranges[byLast[ended]].last < range.first; ++ended)
        forEachTile(ranges[byLast[ended]].variable,
                    [this](TileId tile, std::uint64_t bytes) { use_[tile.index()].live -= bytes; });
      forEachTile(range.variable, [&](TileId tile, std::uint64_t bytes) {
        use_[tile.index()].add(bytes, range.first);
      });
    }
    for (; ended < byLast.size() && ranges[byLast[ended]].last < position; ++ended)
      forEachTile(ranges[byLast[ended]].variable,
                  [this](TileId tile, std::uint64_t bytes) { use_[tile.index()].live -= bytes; });
  };
  for (const Execution &execution : liveness_.executions) {
    advanceTo(execution.position);
    countExchange(execution.computeSet, execution.position);
  }
  advanceTo(liveness_.numPositions);
}

/// Tile by tile, so that the operands already counted are those of one tile and stay in the cache.
void TileMemoryCheck::countExchange(ComputeSetId id, Position position) {
  const TileOrder order = orderByTile(input_.graph, layouts_, input_.graph.computeSets[id.index()]);
  for (const TileRange &tile : order.tiles) {
    seen_.beginTile();
    std::uint64_t buffer = 0;
    for (std::uint32_t v = tile.begin; v < tile.end; ++v)
      table_.forEachEdge(order.order[v].id, [&](const ir::Edge &edge) {
        const std::span<const ir::Region> regions(table_.regions.data() + edge.firstRegion,
                                                  edge.numRegions);
        std::uint64_t remote = 0;
        remoteParts_.forEach(regions, tile.tile,
                             [&](std::uint64_t bytes, TileId) { remote += bytes; });
        if (remote != 0 && seen_.first(regions, 0)) buffer += remote;
      });
    if (buffer != 0) use_[tile.tile.index()].peakWith(buffer, position);
  }
}

} // namespace

void checkTileMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                     plan::Plan &plan) {
  TileMemoryCheck check(input, usage, storage);
  check.count();
  std::vector<std::uint64_t> bytes;
  for (const TileUse &tile : check.use()) {
    bytes.push_back(tile.peak);
    plan::TileBytes &all = plan.tileMemory.tiles.emplace_back();
    at(all.bytes, plan::MemoryCategory::Variable) = all.notAlwaysLive = tile.peak;
  }

  const std::uint64_t limit = input.graph.machine.bytesPerTile;
  if (limit == 0 || input.options.outOfMemory == OutOfMemory::Allow) return;
  if (std::any_of(bytes.begin(), bytes.end(), [limit](std::uint64_t b) { return b > limit; }))
    raiseOutOfMemory(input, usage, storage, check.use(), check.liveness());
}

} // namespace poplar_emu::compile
