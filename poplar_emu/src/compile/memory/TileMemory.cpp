// SPDX-License-Identifier: MIT
// One sweep over the steps, with the bytes that live on each tile.
#include "compile/memory/TileMemory.hpp"

#include "compile/memory/DeviceSize.hpp"
#include "compile/memory/MemoryDetail.hpp"
#include "compile/memory/MemoryReport.hpp"
#include "compile/memory/ProgramCode.hpp"

#include <algorithm>
#include <numeric>

namespace poplar_emu::compile {
namespace {

using plan::TileBytes;

/// Compute sets that are executed again count again, until so many buffers have been looked at.
constexpr std::size_t kReplayedBuffers = 1 << 22;

/// A vertex's place in the list from which its worker is started.
constexpr std::uint64_t kVertexEntry = 4;

template <class F>
void forEachTile(const StorageMap &storage, VariableId variable, F &&f) {
  const StorageMap::Layout &layout = storage.layout(variable);
  for (const StorageMap::TileSpan &span : layout.spans)
    f(span.tile.index(), (span.end - span.begin) * layout.width);
}

/// What is not always live on one tile, as the sweep goes on.
struct Peak {
  std::uint64_t live = 0; ///< variables, now
  std::uint64_t most = 0, mostBuffer = 0;
  Position position = 0;

  void update(std::uint64_t buffer, Position now) {
    if (live + buffer <= most) return;
    most = live + buffer;
    mostBuffer = buffer;
    position = now;
  }
};

/// By tile. One walk over the steps.
std::vector<Peak> findPeaks(const MemoryCount &count, const StorageMap &storage,
                            std::size_t numTiles) {
  std::vector<Peak> peaks(numTiles);
  const std::vector<LiveRange> &ranges = count.liveness.ranges;
  std::vector<std::uint32_t> byLast(ranges.size());
  std::iota(byLast.begin(), byLast.end(), 0u);
  std::sort(byLast.begin(), byLast.end(),
            [&](std::uint32_t a, std::uint32_t b) { return ranges[a].last < ranges[b].last; });
  std::size_t ended = 0, begun = 0;
  const auto endBefore = [&](Position position) {
    for (; ended < byLast.size() && ranges[byLast[ended]].last < position; ++ended)
      forEachTile(storage, ranges[byLast[ended]].variable,
                  [&](std::size_t tile, std::uint64_t bytes) { peaks[tile].live -= bytes; });
  };
  const auto advanceTo = [&](Position position) {
    while (begun < ranges.size() && ranges[begun].first <= position) {
      const LiveRange &range = ranges[begun++];
      endBefore(range.first);
      forEachTile(storage, range.variable, [&](std::size_t tile, std::uint64_t bytes) {
        peaks[tile].live += bytes;
        peaks[tile].update(0, range.first);
      });
    }
    endBefore(position);
  };
  std::size_t replayed = 0;
  std::vector<bool> seen(count.buffers.size());
  if (!count.buffers.empty())
    for (const Execution &execution : count.liveness.executions) {
      const std::size_t set = execution.computeSet.index();
      if (count.buffers[set].empty() || (seen[set] && replayed > kReplayedBuffers)) continue;
      seen[set] = true;
      advanceTo(execution.position);
      replayed += count.buffers[set].size();
      for (const OperandBuffer &buffer : count.buffers[set])
        peaks[buffer.tile.index()].update(buffer.bytes, execution.position);
    }
  if (!count.liveness.nodes.empty())
    advanceTo(static_cast<Position>(count.liveness.nodes.size() - 1));
  return peaks;
}

/// Replaces the peaks that were known before.
void setPeaks(const std::vector<Peak> &peaks, std::vector<TileBytes> &tiles) {
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    TileBytes &tile = tiles[t];
    const Peak &peak = peaks[t];
    std::uint64_t &buffer = at(tile.bytes, MemoryCategory::Rearrangement);
    at(tile.bytes, MemoryCategory::Variable) -= tile.notAlwaysLive - buffer;
    at(tile.bytes, MemoryCategory::Variable) += peak.most - peak.mostBuffer;
    buffer = peak.mostBuffer;
    tile.notAlwaysLive = peak.most;
    tile.fullestStep = peak.most > 0 ? peak.position : plan::kNone;
  }
}

/// What is always live.
class TileCounter {
 public:
  TileCounter(const Input &input, const Usage &usage, std::vector<TileBytes> &tiles)
      : input_(input), table_(input.graph.vertexTable), usage_(usage), tiles_(tiles) {
    tiles_.assign(input.graph.machine.numTiles(), {});
  }

  void count(const StorageMap &storage, const Liveness &liveness) &&;

 private:
  void addVertices();
  void addStacks();
  void addInstrumentation();
  void addVariables(const StorageMap &storage, const Liveness &liveness);

  const Input &input_;
  const ir::VertexTable &table_;
  const Usage &usage_;
  std::vector<TileBytes> &tiles_;
};

void TileCounter::count(const StorageMap &storage, const Liveness &liveness) && {
  addVertices();
  addStacks();
  addInstrumentation();
  addVariables(storage, liveness);
  for (TileBytes &tile : tiles_)
    tile.alwaysLive = std::accumulate(tile.bytes.begin(), tile.bytes.end(), std::uint64_t{0});
}

void TileCounter::addVertices() {
  DeviceSize sizes(table_, input_.types);
  const std::uint64_t results =
      input_.options.computeInstrumentation == ComputeInstrumentation::Vertex ? kCycleResult : 0;
  std::vector<std::vector<bool>> hasCode; // by type, then tile
  for (const ComputeSetId id : usage_.computeSets)
    for (const VertexId v : input_.graph.computeSets[id.index()].vertices) {
      const ir::Vertex &vertex = table_[v];
      CategoryBytes &bytes = tiles_[vertex.tile.index()].bytes;
      const VertexBytes size = sizes.ofVertex(v);
      at(bytes, MemoryCategory::VertexInstanceState) += size.state;
      at(bytes, MemoryCategory::VertexFieldData) += size.fieldData;
      at(bytes, MemoryCategory::VectorListDescriptor) += size.descriptors;
      at(bytes, MemoryCategory::ControlTable) += kVertexEntry;
      at(bytes, MemoryCategory::InstrumentationResults) += results;
      if (hasCode.size() <= vertex.type.index()) hasCode.resize(vertex.type.index() + 1);
      std::vector<bool> &code = hasCode[vertex.type.index()];
      if (code.empty()) code.resize(tiles_.size());
      if (code[vertex.tile.index()]) continue;
      code[vertex.tile.index()] = true;
      at(bytes, MemoryCategory::VertexCode) += sizes.ofCode(vertex.type);
    }
}

/// Every tile has a supervisor; where vertices run, every worker has a stack, too.
void TileCounter::addStacks() {
  const std::uint64_t workers =
      std::uint64_t{input_.options.workerStackBytes} * input_.graph.machine.numWorkers;
  for (TileBytes &tile : tiles_) {
    at(tile.bytes, MemoryCategory::Stack) = input_.options.supervisorStackBytes;
    if (at(tile.bytes, MemoryCategory::VertexCode) > 0)
      at(tile.bytes, MemoryCategory::Stack) += workers;
  }
}

/// A result of each compute set, on the tiles that the level says.
void TileCounter::addInstrumentation() {
  const std::uint64_t results = kCycleResult * usage_.computeSets.size();
  const std::size_t perIpu = input_.graph.machine.tilesPerIpu;
  std::size_t stride = 0;
  switch (input_.options.computeInstrumentation) {
  case ComputeInstrumentation::Off:
  case ComputeInstrumentation::Vertex:
    break;
  case ComputeInstrumentation::Device:
    stride = tiles_.size();
    break;
  case ComputeInstrumentation::Ipu:
    stride = perIpu;
    break;
  case ComputeInstrumentation::Tile:
    stride = 1;
    break;
  }
  for (std::size_t t = 0; stride > 0 && t < tiles_.size(); t += stride)
    at(tiles_[t].bytes, MemoryCategory::InstrumentationResults) += results;
  if (input_.options.blockBufferBytes == 0) return;
  for (std::size_t t = input_.options.blockTile; t < tiles_.size(); t += perIpu)
    at(tiles_[t].bytes, MemoryCategory::InstrumentationResults) += input_.options.blockBufferBytes;
}

void TileCounter::addVariables(const StorageMap &storage, const Liveness &liveness) {
  for (std::size_t v = 0; v < usage_.variables.size(); ++v) {
    if (!usage_.variables[v] || !liveness.alwaysLive[v]) continue;
    const MemoryCategory category = input_.graph.variables[v].isConstant()
                                        ? MemoryCategory::Constant
                                        : MemoryCategory::Variable;
    forEachTile(storage, VariableId(v), [&](std::size_t tile, std::uint64_t bytes) {
      at(tiles_[tile].bytes, category) += bytes;
    });
  }
}

} // namespace

MemoryCount countTileMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                            plan::Plan &plan) {
  MemoryCount count;
  count.liveness = findLiveness(input, usage);
  const std::vector<bool> &always = count.liveness.alwaysLive;
  plan.tileMemory.alwaysLive.assign(always.begin(), always.end());
  std::vector<TileBytes> &tiles = plan.tileMemory.tiles;
  TileCounter(input, usage, tiles).count(storage, count.liveness);
  setPeaks(findPeaks(count, storage, tiles.size()), tiles);
  if (input.options.outOfMemory == OutOfMemory::Error && !fits(input, plan.tileMemory)) {
    addMemoryDetail(input, usage, storage, count, {}, plan);
    raiseOutOfMemory(input, count, plan);
  }
  return count;
}

bool leavesRoom(const Input &input, const Usage &usage, const StorageMap &storage) {
  const std::uint64_t limit = input.graph.machine.bytesPerTile;
  if (limit == 0) return true;
  MemoryCount count;
  count.liveness = findLiveness(input, usage);
  std::vector<TileBytes> tiles;
  TileCounter(input, usage, tiles).count(storage, count.liveness);
  setPeaks(findPeaks(count, storage, tiles.size()), tiles);
  return std::all_of(tiles.begin(), tiles.end(), [limit](const TileBytes &tile) {
    return tile.excludingGaps() <= limit - limit / 16;
  });
}

void finishTileMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                      const MemoryCount &count, const StepOfNode &steps, plan::Plan &plan) {
  plan::TileMemory &memory = plan.tileMemory;
  setPeaks(findPeaks(count, storage, memory.tiles.size()), memory.tiles);
  const std::uint64_t code = programCode(plan);
  const std::uint64_t transfers =
      input.options.instrumentsExternalExchange
          ? kTransferResult * (plan.streamSteps.size() + plan.remoteSteps.size())
          : 0;
  for (TileBytes &tile : memory.tiles) {
    at(tile.bytes, MemoryCategory::ControlCode) += code;
    at(tile.bytes, MemoryCategory::InstrumentationResults) += transfers;
    tile.alwaysLive += code + transfers;
  }
  const bool fitsAll = fits(input, memory);
  if (!fitsAll || input.options.memoryDetail != MemoryDetail::Totals)
    addMemoryDetail(input, usage, storage, count, steps, plan);
  if (fitsAll) return;
  if (input.options.outOfMemory == OutOfMemory::Error) raiseOutOfMemory(input, count, plan);
  warnOutOfMemory(input, plan);
}

} // namespace poplar_emu::compile
