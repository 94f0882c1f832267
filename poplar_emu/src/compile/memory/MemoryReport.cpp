// SPDX-License-Identifier: MIT
// Words and numbers of PE0407.
#include "compile/memory/MemoryReport.hpp"

#include "compile/compute/VertexNames.hpp"
#include "compile/memory/MemoryDetail.hpp"
#include "compile/memory/MemorySteps.hpp"
#include "support/Diagnostic.hpp"
#include "support/SourceSite.hpp"
#include "support/Warning.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

constexpr std::size_t kTilesNamed = 8;
constexpr std::size_t kVariablesNamed = 5;

const char *wordsFor(std::size_t category) {
  switch (static_cast<MemoryCategory>(category)) {
  case MemoryCategory::Variable:
    return "variables";
  case MemoryCategory::Constant:
    return "constants";
  case MemoryCategory::VertexInstanceState:
    return "vertices";
  case MemoryCategory::VertexFieldData:
    return "tables and state of vertices";
  case MemoryCategory::VectorListDescriptor:
    return "descriptors of vector lists";
  case MemoryCategory::VertexCode:
    return "code of vertices";
  case MemoryCategory::ControlCode:
    return "code of programs";
  case MemoryCategory::ControlTable:
    return "lists of vertices";
  case MemoryCategory::CopyDescriptor:
    return "descriptors of copies";
  case MemoryCategory::InternalExchangeCode:
    return "code of exchanges";
  case MemoryCategory::GlobalExchangeCode:
    return "code of exchanges between IPUs";
  case MemoryCategory::HostExchangeCode:
    return "code of exchanges with the host";
  case MemoryCategory::GlobalMessage:
    return "messages between IPUs";
  case MemoryCategory::HostMessage:
    return "messages to and from the host";
  case MemoryCategory::Rearrangement:
    return "operands of other tiles";
  case MemoryCategory::Stack:
    return "stacks";
  case MemoryCategory::InstrumentationResults:
    return "results of instrumentation";
  }
  return "";
}

/// "80,000 bytes of variables, 3,200 bytes of stacks", largest first.
std::string breakdown(const plan::TileBytes &tile) {
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < kNumMemoryCategories; ++c)
    if (tile.bytes[c] > 0) order.push_back(c);
  std::sort(order.begin(), order.end(), [&tile](std::size_t a, std::size_t b) {
    return std::pair(tile.bytes[b], a) < std::pair(tile.bytes[a], b);
  });
  std::string text;
  for (const std::size_t c : order)
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", counted(tile.bytes[c], "byte"),
                        wordsFor(c));
  return text;
}

std::string tileList(const plan::TileMemory &memory, std::uint64_t limit) {
  std::string list;
  std::size_t number = 0;
  for (std::size_t t = 0; t < memory.tiles.size(); ++t) {
    if (memory.tiles[t].excludingGaps() <= limit) continue;
    if (number++ < kTilesNamed) list += fmt::format("{}{}", list.empty() ? "" : ", ", t);
  }
  if (number > kTilesNamed) list += ", ...";
  return fmt::format("{} of {} too full: {}", number, counted(memory.tiles.size(), "tile"), list);
}

std::uint64_t meanOf(const plan::TileMemory &memory) {
  std::uint64_t sum = 0;
  for (const plan::TileBytes &tile : memory.tiles)
    sum += tile.excludingGaps();
  return sum / memory.tiles.size();
}

/// What lies on the tile when it is fullest, largest first.
std::vector<plan::PlacedMemory> residents(const plan::TileMemory &memory, std::size_t tile) {
  const std::uint32_t step = memory.tiles[tile].fullestStep;
  std::vector<plan::PlacedMemory> found;
  for (const plan::PlacedMemory &placed : memory.placed) {
    const bool lives = placed.alwaysLive ||
                       (step != plan::kNone && placed.firstStep <= step && step <= placed.lastStep);
    if (placed.tile == tile && placed.variable != plan::kNone && lives) found.push_back(placed);
  }
  std::sort(found.begin(), found.end(),
            [](const plan::PlacedMemory &a, const plan::PlacedMemory &b) {
              return std::pair(b.bytes, a.variable) < std::pair(a.bytes, b.variable);
            });
  return found;
}

std::string lifeOf(const plan::PlacedMemory &placed) {
  if (placed.alwaysLive) return "always live";
  if (placed.firstStep == placed.lastStep) return fmt::format("live at step {}", placed.firstStep);
  return fmt::format("live at steps {} to {}", placed.firstStep, placed.lastStep);
}

std::string headline(const plan::TileMemory &memory, std::size_t tile, std::uint64_t limit) {
  return fmt::format(
      "Out of memory on tile {}: {} bytes used but tiles only have {} bytes of memory", tile,
      memory.tiles[tile].excludingGaps(), limit);
}

std::uint64_t limitOf(const Input &input) {
  return input.graph.machine.bytesPerTile;
}

} // namespace

bool fits(const Input &input, const plan::TileMemory &memory) {
  const std::uint64_t limit = limitOf(input);
  return limit == 0 ||
         std::none_of(memory.tiles.begin(), memory.tiles.end(),
                      [limit](const plan::TileBytes &t) { return t.excludingGaps() > limit; });
}

std::string adviceFor(const plan::TileBytes &tile, std::uint64_t mean, std::uint64_t limit) {
  const auto bytes = [&tile](std::initializer_list<MemoryCategory> categories) {
    std::uint64_t sum = 0;
    for (const MemoryCategory category : categories)
      sum += tile.bytes[static_cast<std::size_t>(category)];
    return sum;
  };
  const std::uint64_t data = bytes({MemoryCategory::Variable, MemoryCategory::Constant});
  const std::uint64_t operands = bytes({MemoryCategory::Rearrangement});
  const std::uint64_t vertices =
      bytes({MemoryCategory::VertexInstanceState, MemoryCategory::VertexFieldData,
             MemoryCategory::VectorListDescriptor, MemoryCategory::ControlTable});
  const std::uint64_t code =
      bytes({MemoryCategory::VertexCode, MemoryCategory::ControlCode,
             MemoryCategory::CopyDescriptor, MemoryCategory::InternalExchangeCode,
             MemoryCategory::GlobalExchangeCode, MemoryCategory::HostExchangeCode,
             MemoryCategory::GlobalMessage, MemoryCategory::HostMessage});
  const std::uint64_t results = bytes({MemoryCategory::InstrumentationResults});
  const std::uint64_t most = std::max({data, operands, vertices, code, results});
  std::string advice;
  if (most == operands)
    advice =
        "let vertices read less from other tiles at a time: cut the step into several, copy in "
        "parts, lower availableMemoryProportion of products and convolutions, or map vertices "
        "to where their data is";
  else if (most == vertices)
    advice = "use fewer vertices that each do more, and Vector fields rather than one vertex an "
             "element";
  else if (most == code)
    advice = "repeat programs with Repeat or as functions rather than adding them again and again, "
             "and copy large pieces rather than many small ones";
  else if (most == results)
    advice = "instrument less: debug.computeInstrumentationLevel=device, or fewer programs";
  else if (mean <= limit * 3 / 4)
    advice = fmt::format("map the largest variables over more tiles, such as with "
                         "poputil::mapTensorLinearly: the tiles hold {} on average",
                         counted(mean, "byte"));
  else
    advice = "the tiles are full on average, too: use more IPUs, half instead of float, compute "
             "again what is needed late instead of keeping it, or keep it in remote buffers";
  return advice + "; debug.allowOutOfMemory=true compiles all the same";
}

void raiseOutOfMemory(const Input &input, const MemoryCount &count, plan::Plan &plan) {
  plan::TileMemory &memory = plan.tileMemory;
  const std::uint64_t limit = limitOf(input);
  const std::size_t tile = fullestTile(memory);
  const plan::TileBytes &worst = memory.tiles[tile];
  memory.outOfMemory = true;
  if (input.onOutOfMemory) input.onOutOfMemory(plan);

  Diagnostic diagnostic(Code::PE0407, "{}", headline(memory, tile, limit));
  const std::vector<plan::PlacedMemory> variables = residents(memory, tile);
  for (std::size_t i = 0; i < std::min(variables.size(), kVariablesNamed); ++i) {
    const VariableId id(variables[i].variable);
    diagnostic.at(input.graph.variable(id).site, "{}: {} on tile {}, {}",
                  variableName(input.graph, id), counted(variables[i].bytes, "byte"), tile,
                  lifeOf(variables[i]));
  }
  diagnostic.note("tile {} holds {} too much: {}", tile,
                  counted(worst.excludingGaps() - limit, "byte"), breakdown(worst));
  if (worst.fullestStep != plan::kNone) {
    const ir::ProgramNode &node = *count.liveness.nodes[worst.fullestStep];
    diagnostic.note("fullest at step {} of {}, '{}'{}: {} always live, {} at this step",
                    worst.fullestStep, count.liveness.nodes.size(), stepName(input.graph, node),
                    node.site.valid() ? fmt::format(" ({})", describe(node.site)) : "",
                    counted(worst.alwaysLive, "byte"), counted(worst.notAlwaysLive, "byte"));
  }
  if (variables.size() > kVariablesNamed)
    diagnostic.note("and {} more", counted(variables.size() - kVariablesNamed, "variable"));
  diagnostic.note("{}", tileList(memory, limit))
      .fix("{}", adviceFor(worst, meanOf(memory), limit))
      .raise();
}

void warnOutOfMemory(const Input &input, plan::Plan &plan) {
  plan.tileMemory.outOfMemory = true;
  const std::uint64_t limit = limitOf(input);
  warnOnce(Code::PE0407, "{}; {}; a device would refuse this program",
           headline(plan.tileMemory, fullestTile(plan.tileMemory), limit),
           tileList(plan.tileMemory, limit));
}

} // namespace poplar_emu::compile
