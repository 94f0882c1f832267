// SPDX-License-Identifier: MIT
// Packs variables by tile and answers where their elements went.
#include "compile/storage/StorageMap.hpp"

#include "compile/compute/operands/Regions.hpp"
#include "ir/Names.hpp"
#include "support/Alignment.hpp"
#include "support/Diagnostic.hpp"
#include "support/SourceSite.hpp"
#include "support/Warning.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace poplar_emu::compile {
namespace {

/// Arrays a multiple of 4096 bytes apart fight for the same cache sets and store buffers, and tiles
/// love powers of two. Nine cache lines between large variables keep them apart.
constexpr std::uint64_t kLarge = 32 * 1024;
constexpr std::uint64_t kSkew = 9 * kCacheLine;

/// The tile of the first vertex that uses each constant; filled only if some constant needs it.
std::vector<TileId> firstUsers(const Input &input, const Usage &usage) {
  const ir::Graph &graph = input.graph;
  std::vector<TileId> users(graph.variables.size());
  const auto needsTile = [&](std::size_t i) {
    const ir::Variable &variable = graph.variables[i];
    return usage.variables[i] && variable.isConstant() &&
           variable.mapping.firstUnmapped(variable.numElements);
  };
  bool needed = false;
  for (std::size_t i = 0; i < users.size() && !needed; ++i)
    needed = needsTile(i);
  if (!needed) return users;

  const ir::VertexTable &table = graph.vertexTable;
  for (const ComputeSetId computeSet : usage.computeSets)
    for (const VertexId vertex : graph.computeSets[computeSet.index()].vertices)
      table.forEachEdge(vertex, [&](const ir::Edge &edge) {
        for (std::uint32_t r = 0; r < edge.numRegions; ++r) {
          TileId &tile = users[table.regions[edge.firstRegion + r].variable.index()];
          if (!tile.valid()) tile = table[vertex].tile;
        }
      });
  return users;
}

/// One note a graph, however many there are.
void noteUnmappedConstants(const ir::Graph &graph, const std::vector<VariableId> &constants,
                           TileId tileOfFirst) {
  const ir::Variable &first = graph.variable(constants.front());
  const std::string name = first.name.empty() ? "a constant" : "constant '" + first.name + "'";
  const std::string line = describe(first.site);
  const std::string others =
      constants.size() == 1 ? "" : fmt::format(", and so are {} more", constants.size() - 1);
  warnOnce(Code::PE0201,
           "{}{}{} is not mapped to a tile: it is placed with its first user, on tile "
           "{}{}; map constants with graph.setTileMapping",
           name, line.empty() ? "" : " of ", line, tileOfFirst.value, others);
}

void requireMapped(const ir::Graph &graph, const ir::Variable &variable) {
  const auto gap = variable.mapping.firstUnmapped(variable.numElements);
  if (!gap) return;
  const std::string text = ir::nameOf(graph, variable);
  Diagnostic(Code::PE0201, "{} is used, but element {} of {} has no tile", text, *gap,
             variable.numElements)
      .at(variable.site, "{}, {} elements of type {}", text, variable.numElements,
          name(variable.type))
      .fix("map the whole of it with graph.setTileMapping before the engine is made")
      .raise();
}

/// The intervals of the mapping; gaps go to `fallback`.
std::vector<ir::TileInterval> completeMapping(const ir::Variable &variable, TileId fallback) {
  std::vector<ir::TileInterval> intervals = variable.mapping.intervals();
  const auto gap = variable.mapping.firstUnmapped(variable.numElements);
  if (!gap) return intervals;
  POPLAR_EMU_CHECK(fallback.valid());

  std::vector<ir::TileInterval> complete;
  std::uint64_t at = 0;
  const auto append = [&](std::uint64_t begin, std::uint64_t end, TileId tile) {
    if (begin == end) return;
    if (!complete.empty() && complete.back().tile == tile)
      complete.back().end = end;
    else
      complete.push_back({begin, end, tile});
  };
  for (const ir::TileInterval &interval : intervals) {
    append(at, interval.begin, fallback);
    append(interval.begin, interval.end, interval.tile);
    at = interval.end;
  }
  append(at, variable.numElements, fallback);
  return complete;
}

/// Interval numbers sorted by tile, then by element (they come sorted by element).
std::vector<std::uint32_t> packedOrder(const std::vector<ir::TileInterval> &intervals,
                                       std::uint32_t numTiles) {
  std::vector<std::uint32_t> first(numTiles + 1);
  for (const ir::TileInterval &interval : intervals)
    ++first[interval.tile.index() + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> order(intervals.size());
  for (std::uint32_t i = 0; i < intervals.size(); ++i)
    order[first[intervals[i].tile.index()]++] = i;
  return order;
}

/// Appends an interval to the blocks, as one more row of the last one where that fits.
void appendBlock(std::vector<plan::PackedBlock> &blocks, const ir::TileInterval &interval,
                 std::uint64_t packed) {
  if (!blocks.empty()) {
    plan::PackedBlock &last = blocks.back();
    if (last.tile == interval.tile && last.length == interval.size() &&
        (last.count == 1 || interval.begin == last.element + last.count * last.stride)) {
      if (last.count == 1) last.stride = interval.begin - last.element;
      ++last.count;
      return;
    }
  }
  blocks.push_back({interval.begin, interval.size(), 1, 0, packed, interval.tile});
}

void makeGrid(StorageMap::Layout &layout, std::uint64_t numElements) {
  const std::uint64_t spacing = numElements / layout.spans.size();
  layout.gridShift = spacing ? static_cast<unsigned>(std::bit_width(spacing) - 1) : 0;
  layout.grid.resize((numElements >> layout.gridShift) + 1);
  std::uint32_t span = 0;
  for (std::size_t i = 0; i < layout.grid.size(); ++i) {
    const std::uint64_t element = std::uint64_t{i} << layout.gridShift;
    while (span + 1 < layout.spans.size() && layout.spans[span].end <= element)
      ++span;
    layout.grid[i] = span;
  }
}

} // namespace

std::size_t StorageMap::Layout::find(std::uint64_t element) const {
  if (grid.empty()) return 0;
  const std::size_t cell = element >> gridShift;
  std::size_t low = grid[cell];
  if (spans[low].end > element) return low;
  std::size_t high = cell + 1 < grid.size() ? grid[cell + 1] : spans.size() - 1;
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (spans[middle].begin <= element)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

StorageMap::StorageMap(const Input &input, const Usage &usage) {
  const ir::Graph &graph = input.graph;
  const std::vector<TileId> users = firstUsers(input, usage);
  std::vector<VariableId> unmapped;
  storage_.resize(graph.variables.size());
  layouts_.resize(graph.variables.size());
  for (std::size_t i = 0; i < graph.variables.size(); ++i) {
    const ir::Variable &variable = graph.variables[i];
    storage_[i].type = variable.type;
    layouts_[i].width = sizeInBytes(variable.type);
    if (!usage.variables[i]) continue;
    TileId fallback;
    if (variable.isConstant()) {
      fallback = users[i].valid() ? users[i] : TileId(0);
      if (variable.mapping.firstUnmapped(variable.numElements)) unmapped.push_back(VariableId(i));
    }
    if (!fallback.valid()) requireMapped(graph, variable);
    addVariable(variable, fallback, graph.machine.numTiles(), storage_[i], layouts_[i]);
  }
  if (!unmapped.empty()) {
    const TileId user = users[unmapped.front().index()];
    noteUnmappedConstants(graph, unmapped, user.valid() ? user : TileId(0));
  }
}

void StorageMap::addVariable(const ir::Variable &variable, TileId fallback, std::uint32_t numTiles,
                             plan::VariableStorage &storage, Layout &layout) {
  storage.name = variable.name;
  storage.numElements = variable.numElements;
  storage.bytes = variable.numElements * layout.width;
  storage.address = layout.address = roundUp(bytes_, kCacheLine);
  if (variable.numElements == 0) return;
  bytes_ = storage.address + storage.bytes + (storage.bytes >= kLarge ? kSkew : 0);

  const std::vector<ir::TileInterval> intervals = completeMapping(variable, fallback);
  layout.spans.reserve(intervals.size() + 1);
  for (const ir::TileInterval &interval : intervals) {
    POPLAR_EMU_CHECK(interval.tile.value < numTiles);
    if (!layout.spans.empty() && interval.tile < layout.spans.back().tile) layout.identity = false;
    layout.spans.push_back({interval.begin, interval.end, interval.begin, interval.tile});
  }

  if (!layout.identity) {
    std::uint64_t packed = 0;
    for (const std::uint32_t i : packedOrder(intervals, numTiles)) {
      layout.spans[i].packed = packed;
      appendBlock(storage.blocks, intervals[i], packed);
      packed += intervals[i].size();
    }
  }
  if (layout.spans.size() > 1) makeGrid(layout, variable.numElements);
}

std::optional<plan::Address> StorageMap::contiguous(VariableId variable, std::uint64_t start,
                                                    std::uint64_t length) const {
  const Layout &layout = layouts_[variable.index()];
  if (layout.identity) return layout.address + start * layout.width;
  std::size_t span = layout.find(start);
  const std::uint64_t packed = layout.spans[span].packed + (start - layout.spans[span].begin);
  for (; layout.spans[span].end < start + length; ++span) {
    const TileSpan &at = layout.spans[span];
    if (layout.spans[span + 1].packed != at.packed + (at.end - at.begin)) return std::nullopt;
  }
  return layout.address + packed * layout.width;
}

std::optional<plan::Address> StorageMap::consecutive(std::span<const ir::Region> regions,
                                                     std::vector<ByteRun> &runs) const {
  runs.clear();
  if (regions.size() == 1 && isContiguous(regions[0]))
    return contiguous(regions[0].variable, regions[0].start, numElements(regions[0]));
  for (const ir::Region &region : regions)
    translate(region, runs);
  plan::Address end = runs.front().address;
  for (const ByteRun &run : runs) {
    if (run.address != end) return std::nullopt;
    if (run.count != 1 && run.stride != static_cast<std::int64_t>(run.bytes)) return std::nullopt;
    end += run.bytes * run.count;
  }
  return runs.front().address;
}

void StorageMap::useElementOrder(VariableId variable) {
  Layout &layout = layouts_[variable.index()];
  layout.identity = true;
  for (TileSpan &span : layout.spans)
    span.packed = span.begin;
  storage_[variable.index()].blocks.clear();
}

namespace {

/// Appends runs of bytes to a list; neighbours become one, and equal ones rows of the one before.
class ByteRuns {
 public:
  /// Goes on with the last run of the list if it is a single row.
  explicit ByteRuns(std::vector<ByteRun> &list) : list_(list) {
    if (list_.empty() || list_.back().count != 1) return;
    open_ = list_.back();
    open_.stride = 0;
    list_.pop_back();
  }

  void append(plan::Address address, std::uint64_t bytes) {
    if (open_.bytes && open_.address + open_.bytes == address) {
      open_.bytes += bytes;
      return;
    }
    close();
    open_ = {address, bytes, 1, 0};
  }
  void append(plan::Address address, std::uint64_t bytes, std::uint64_t count,
              std::int64_t stride) {
    append(address, bytes);
    // The first row may have grown what was there before, and then stands apart.
    if (open_.bytes == bytes && list_.empty()) {
      list_.push_back({address, bytes, count, stride});
      open_ = {};
      return;
    }
    for (std::uint64_t row = 1; row < count; ++row)
      append(address + row * static_cast<std::uint64_t>(stride), bytes);
  }

  void close() {
    if (open_.bytes == 0) return;
    if (!list_.empty() && list_.back().bytes == open_.bytes) {
      ByteRun &last = list_.back();
      const auto distance = static_cast<std::int64_t>(open_.address - last.address);
      if (last.count == 1) last.stride = distance;
      if (distance == last.stride * static_cast<std::int64_t>(last.count)) {
        ++last.count;
        return;
      }
    }
    list_.push_back(open_);
  }

 private:
  std::vector<ByteRun> &list_;
  ByteRun open_; ///< may still grow at its end
};

} // namespace

void StorageMap::translate(const ir::Region &region, std::vector<ByteRun> &out) const {
  if (region.length == 0 || region.count == 0) return;
  const Layout &layout = layouts_[region.variable.index()];
  const std::uint64_t width = layout.width;
  ByteRuns runs(out);
  if (layout.identity) {
    const plan::Address address = layout.address + region.start * width;
    const std::uint64_t bytes = region.length * width;
    if (region.count == 1 || region.stride == static_cast<std::int64_t>(region.length))
      runs.append(address, bytes * region.count);
    else
      runs.append(address, bytes, region.count, region.stride * static_cast<std::int64_t>(width));
    runs.close();
    return;
  }
  for (std::uint64_t row = 0; row < region.count; ++row) {
    std::uint64_t at = region.start + row * static_cast<std::uint64_t>(region.stride);
    const std::uint64_t end = at + region.length;
    for (std::size_t span = layout.find(at); at < end; ++span) {
      const std::uint64_t to = std::min(end, layout.spans[span].end);
      runs.append(layout.address +
                      (layout.spans[span].packed + (at - layout.spans[span].begin)) * width,
                  (to - at) * width);
      at = to;
    }
  }
  runs.close();
}

TileId StorageMap::tileOf(VariableId variable, std::uint64_t element) const {
  const Layout &layout = layouts_[variable.index()];
  return layout.spans[layout.find(element)].tile;
}

void StorageMap::partsByTile(VariableId variable, std::uint64_t start, std::uint64_t length,
                             std::vector<TileSpan> &out) const {
  const Layout &layout = layouts_[variable.index()];
  const std::uint64_t end = start + length;
  for (std::size_t span = layout.find(start); start < end; ++span) {
    const std::uint64_t to = std::min(end, layout.spans[span].end);
    out.push_back({start, to, layout.spans[span].packed, layout.spans[span].tile});
    start = to;
  }
}

} // namespace poplar_emu::compile
