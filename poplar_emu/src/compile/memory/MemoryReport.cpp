// SPDX-License-Identifier: MIT
// Words and numbers of PE0407.
#include "compile/memory/MemoryReport.hpp"

#include "compile/compute/VertexNames.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

constexpr std::size_t kTilesNamed = 8;
constexpr std::size_t kVariablesNamed = 5;

struct Resident {
  VariableId variable;
  std::uint64_t bytes = 0;
};

std::string tileList(const std::vector<TileUse> &use, std::uint64_t limit) {
  std::string list;
  std::size_t number = 0;
  for (std::size_t t = 0; t < use.size(); ++t) {
    if (use[t].peak <= limit) continue;
    if (number++ < kTilesNamed) list += fmt::format("{}{}", list.empty() ? "" : ", ", t);
  }
  if (number > kTilesNamed) list += ", ...";
  return fmt::format("{} of {} too full: {}", number, counted(use.size(), "tile"), list);
}

std::uint64_t bytesOn(const StorageMap &storage, VariableId variable, TileId tile) {
  const StorageMap::Layout &layout = storage.layout(variable);
  std::uint64_t elements = 0;
  for (const StorageMap::TileSpan &span : layout.spans)
    if (span.tile == tile) elements += span.end - span.begin;
  return elements * layout.width;
}

/// What lies on the tile when it is fullest, largest first.
std::vector<Resident> residents(const Usage &usage, const StorageMap &storage,
                                const Liveness &liveness, TileId tile, Position position) {
  std::vector<bool> live = liveness.alwaysLive;
  for (const LiveRange &range : liveness.ranges)
    if (range.first <= position && position <= range.last) live[range.variable.index()] = true;
  std::vector<Resident> found;
  for (std::size_t v = 0; v < live.size(); ++v)
    if (live[v] && usage.variables[v])
      if (const std::uint64_t bytes = bytesOn(storage, VariableId(v), tile))
        found.push_back({VariableId(v), bytes});
  std::stable_sort(found.begin(), found.end(),
                   [](const Resident &a, const Resident &b) { return a.bytes > b.bytes; });
  return found;
}

} // namespace

void raiseOutOfMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                      const std::vector<TileUse> &use, const Liveness &liveness) {
  const std::uint64_t limit = input.graph.machine.bytesPerTile;
  const auto worst = std::max_element(
      use.begin(), use.end(), [](const TileUse &a, const TileUse &b) { return a.peak < b.peak; });
  const TileId tile(static_cast<std::size_t>(worst - use.begin()));
  const std::vector<Resident> variables =
      residents(usage, storage, liveness, tile, worst->peakPosition);

  Diagnostic diagnostic(
      Code::PE0407,
      "Out of memory on tile {}: {} bytes used but tiles only have {} bytes of memory", tile.value,
      worst->peak, limit);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    sum += variables[i].bytes;
    if (i < kVariablesNamed)
      diagnostic.at(input.graph.variable(variables[i].variable).site, "{}: {} on tile {}",
                    variableName(input.graph, variables[i].variable),
                    counted(variables[i].bytes, "byte"), tile.value);
  }
  diagnostic
      .note("tile {}: {} of variables, {} of vertices, {} of code, {} of stacks, {} of exchange "
            "buffers",
            tile.value, counted(sum, "byte"), counted(worst->vertices, "byte"),
            counted(worst->code, "byte"), counted(worst->stack, "byte"),
            counted(worst->peakExchange, "byte"))
      .note("{}", tileList(use, limit))
      .fix("map the largest variables over more tiles, or use the engine option "
           "debug.allowOutOfMemory to run all the same")
      .raise();
}

} // namespace poplar_emu::compile
