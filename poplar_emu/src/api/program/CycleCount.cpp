// SPDX-License-Identifier: MIT
// Reading a tile's cycle counter, and measuring a program with it.
#include "api/graph/GraphNeed.hpp"
#include "api/program/BuiltinCodelets.hpp"
#include "api/program/Statement.hpp"

#include <poplar/CycleCount.hpp>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

Tensor addCounter(Graph &graph, unsigned tile, const DebugContext &dc, const char *name) {
  const Tensor counter = graph.addVariable(UNSIGNED_INT, {2}, DebugContext(dc, name));
  graph.setTileMapping(counter, tile, Access::location(dc));
  return counter;
}

program::Program stampProgram(const Graph &graph, const Tensor &counter, unsigned tile,
                              SyncType syncType, const DebugContext &dc) {
  Statement stamp("cycleStamp", dc);
  const TensorState &destination = stamp.operand(counter);
  program::Program program;
  stamp.finish(program, ir::CycleStamp{
                            needTile(*need(graph, "cycleStamp"), tile, "cycleStamp", stamp.site()),
                            static_cast<ir::SyncKind>(syncType), operandOf(destination)});
  return program;
}

} // namespace

Tensor cycleStamp(Graph &graph, program::Sequence &prog, unsigned tile, SyncType syncType,
                  const DebugContext &dc) {
  const SourceLocation &loc = Access::location(dc);
  needTile(*need(graph, "cycleStamp", loc), tile, "cycleStamp", siteOf(loc));
  const Tensor counter = addCounter(graph, tile, dc, "cycleStamp");
  prog.add(stampProgram(graph, counter, tile, syncType, dc), loc);
  return counter;
}

std::vector<Tensor> cycleStamp(Graph &graph, program::Sequence &prog,
                               const std::vector<unsigned> &tiles, SyncType syncType,
                               const DebugContext &dc) {
  std::vector<Tensor> counters;
  counters.reserve(tiles.size());
  for (const unsigned tile : tiles)
    counters.push_back(cycleStamp(graph, prog, tile, syncType, dc));
  return counters;
}

Tensor cycleCount(Graph &graph, program::Sequence &prog, unsigned tile, SyncType syncType,
                  const DebugContext &dc) {
  const SourceLocation &loc = Access::location(dc);
  const GraphState &state = *need(graph, "cycleCount", loc);
  needTile(state, tile, "cycleCount", siteOf(loc));
  addBuiltinCodelets(state, siteOf(loc));

  const Tensor begin = addCounter(graph, tile, dc, "cycleCount/begin");
  const Tensor end = addCounter(graph, tile, dc, "cycleCount/end");
  const Tensor cycles = addCounter(graph, tile, dc, "cycleCount");
  const ComputeSet subtract = graph.addComputeSet(DebugContext(dc, "cycleCount/subtract"));
  const VertexRef vertex = graph.addVertex(
      subtract, kCycleDifference, {{"begin", begin}, {"end", end}, {"cycles", cycles}}, loc);
  graph.setTileMapping(vertex, tile, loc);

  prog = program::Sequence({stampProgram(graph, begin, tile, syncType, dc), prog,
                            stampProgram(graph, end, tile, syncType, dc),
                            program::Execute(subtract, DebugContext(dc, "cycleCount/subtract"))},
                           dc);
  return cycles;
}

Tensor cycleCount(Graph &graph, program::Sequence &prog, unsigned tile, const DebugContext &dc) {
  return cycleCount(graph, prog, tile, SyncType::INTERNAL, dc);
}

} // namespace poplar
