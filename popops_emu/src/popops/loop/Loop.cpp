// SPDX-License-Identifier: MIT
// Counted loops from Repeat and RepeatWhileTrue.
#include "support/Errors.hpp"

#include <popops/ElementWise.hpp>
#include <popops/Loop.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Execute;
using poplar::program::Program;
using poplar::program::Repeat;
using poplar::program::RepeatWhileTrue;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;

namespace {

void checkCount(const char *operation, const Tensor &count, const Tensor &limit) {
  const auto isCounter = [](const Tensor &t) {
    return t.numElements() == 1 &&
           (t.elementType() == poplar::INT || t.elementType() == poplar::UNSIGNED_INT);
  };
  if (!isCounter(count) || !isCounter(limit) || count.elementType() != limit.elementType())
    support::fail(operation,
                  "the count is " + support::describe(count) + ", the limit " +
                      support::describe(limit),
                  "pass single elements of one type, int or unsigned int");
}

/// Where the element is; 0 if it is nowhere yet.
unsigned tileOf(const Graph &graph, const Tensor &element) {
  bool isComplete = false;
  const auto mapping = graph.getTileMapping(element, &isComplete);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    if (!mapping[tile].empty()) return tile;
  return 0;
}

void assign(Graph &graph, const Tensor &t, int value, unsigned tile, Sequence &prog,
            const PoplibsOpDebugInfo &info) {
  const Tensor first = t.elementType() == poplar::INT
                           ? graph.addConstant(poplar::INT, {1}, value, {info, "first"})
                           : graph.addConstant(poplar::UNSIGNED_INT, {1},
                                               static_cast<unsigned>(value), {info, "first"});
  graph.setTileMapping(first, tile);
  prog.add(Copy(first, t.flatten(), false, {info}));
}

Sequence repeatCounted(Graph &graph, std::size_t begin, std::size_t end, std::size_t step,
                       const CountedLoopBodyType &body, const PoplibsOpDebugInfo &info) {
  if (step == 0 || begin >= end)
    support::fail("countedLoop",
                  "from " + std::to_string(begin) + " to " + std::to_string(end) + " in steps of " +
                      std::to_string(step),
                  "let begin be less than end and the step positive");
  const Tensor counter = graph.addVariable(poplar::UNSIGNED_INT, {1}, {info, "counter"});
  graph.setTileMapping(counter, 0);
  Sequence loop({}, {info});
  assign(graph, counter, static_cast<int>(static_cast<unsigned>(begin)), 0, loop, info);
  Sequence trip({}, {info});
  trip.add(body(counter));
  addInPlace(graph, counter, static_cast<unsigned>(step), trip, {info, "count"});
  loop.add(Repeat(static_cast<unsigned>((end - begin + step - 1) / step), trip, {info}));
  return loop;
}

} // namespace

Sequence countedLoop(Graph &graph, std::size_t begin, std::size_t end, std::size_t step,
                     const CountedLoopBodyType &body, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(begin, end, step));
  return repeatCounted(graph, begin, end, step, body, info);
}

Sequence countedLoop(Graph &graph, std::size_t count, const CountedLoopBodyType &body,
                     const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(count));
  return repeatCounted(graph, 0, count, 1, body, info);
}

Tensor addForLoopCounterVertex(Graph &graph, const Tensor &count, const Tensor &countLimit,
                               int step, unsigned tile, Sequence &prog,
                               const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(count, countLimit, step, tile));
  checkCount("addForLoopCounterVertex", count, countLimit);
  const Tensor predicate = graph.addVariable(poplar::UNSIGNED_INT, {}, {info, "goesOn"});
  graph.setTileMapping(predicate, tile);
  const poplar::ComputeSet cs = graph.addComputeSet({info, "count"});
  const poplar::VertexRef vertex =
      graph.addVertex(cs, poputil::templateVertex("popops::ForLoopCounter", count.elementType()),
                      {{"count", count.reshape({})},
                       {"limit", countLimit.reshape({})},
                       {"comparisonOut", predicate}});
  graph.setInitialValue(vertex["step"], step);
  graph.setTileMapping(vertex, tile);
  prog.add(Execute(cs, {info}));
  info.addOutput(predicate);
  return predicate;
}

Sequence countedForLoop(Graph &graph, const Tensor &count, int initialCount,
                        const Tensor &countLimit, int step, const Program &body,
                        const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(count, initialCount, countLimit, step));
  checkCount("countedForLoop", count, countLimit);
  const unsigned tile = tileOf(graph, count);
  Sequence loop({}, {info});
  // The step before the first trip brings the count to its initial value.
  assign(graph, count,
         static_cast<int>(static_cast<unsigned>(initialCount) - static_cast<unsigned>(step)), tile,
         loop, info);
  Sequence condition({}, {info});
  const Tensor predicate =
      addForLoopCounterVertex(graph, count, countLimit, step, tile, condition, {info});
  loop.add(RepeatWhileTrue(condition, predicate, body, {info}));
  return loop;
}

Sequence countedForLoop(Graph &graph, int initialCount, const Tensor &countLimit, int step,
                        const Program &body, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(initialCount, countLimit, step));
  checkCount("countedForLoop", countLimit, countLimit);
  const Tensor count = graph.addVariable(countLimit.elementType(), {}, {info, "count"});
  graph.setTileMapping(count, tileOf(graph, countLimit));
  return countedForLoop(graph, count, initialCount, countLimit, step, body, {info});
}

} // namespace popops
