// SPDX-License-Identifier: MIT
// Losses of rows, and the count of right answers.
#include "loss/Extremes.hpp"
#include "nonlinearity/Softmax.hpp"
#include "support/Errors.hpp"
#include "support/Overlap.hpp"
#include "support/Rows.hpp"

#include <popnn/Loss.hpp>
#include <popops/ElementWise.hpp>
#include <popops/EncodingConstants.hpp>
#include <popops/Reduce.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popnn {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Execute;
using poplar::program::Program;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;
using poputil::templateVertex;

namespace {

/// What a call of calcLoss gives; tensors may be invalid.
struct LossTensors {
  Tensor outputs, expected, loss, deltas, deltasScale, outputScaling, numCorrect;
};

void checkLabels(const std::string &operation, const Tensor &outputs, const Tensor &expected) {
  checkReal(operation, outputs);
  checkMatrix(operation, outputs);
  const bool labels =
      expected.elementType() == poplar::UNSIGNED_INT || expected.elementType() == poplar::INT;
  if (!labels || expected.rank() != 1 || expected.dim(0) != outputs.dim(0))
    fail(operation,
         "the outputs are " + describe(outputs) + " and the expected classes " + describe(expected),
         "give one class, of type UNSIGNED_INT or INT, to each row of the outputs");
}

void checkCount(const std::string &operation, const Tensor &numCorrect) {
  if (numCorrect.numElements() != 1 || numCorrect.elementType() != poplar::UNSIGNED_INT)
    fail(operation, "numCorrect is " + describe(numCorrect),
         "give it one element of type UNSIGNED_INT");
}

void checkScale(const std::string &operation, const Tensor &scale, const Tensor &outputs) {
  if (scale.numElements() != 1 || scale.elementType() != outputs.elementType())
    fail(operation, "a scale is " + describe(scale) + " and the outputs are " + describe(outputs),
         "give it one element of their type");
}

void check(const std::string &operation, const LossTensors &t, LossType type) {
  checkLabels(operation, t.outputs, t.expected);
  if (t.loss.rank() != 1 || t.loss.dim(0) != t.outputs.dim(0) ||
      t.loss.elementType() != t.outputs.elementType())
    fail(operation, "the outputs are " + describe(t.outputs) + " and the loss " + describe(t.loss),
         "give loss one element of that type for each row");
  if (t.deltas.shape() != t.outputs.shape() || t.deltas.elementType() != t.outputs.elementType())
    fail(operation,
         "the outputs are " + describe(t.outputs) + " and the deltas " + describe(t.deltas),
         "give both one shape and type");
  if (t.deltasScale.valid()) {
    if (type == SUM_SQUARED_LOSS)
      fail(operation, "SUM_SQUARED_LOSS has no scales",
           "leave them out, or use CROSS_ENTROPY_LOSS");
    checkScale(operation, t.deltasScale, t.outputs);
    checkScale(operation, t.outputScaling, t.outputs);
  }
  if (t.numCorrect.valid()) checkCount(operation, t.numCorrect);
}

Tensor asUnsigned(const Tensor &labels) {
  return labels.elementType() == poplar::INT ? labels.reinterpret(poplar::UNSIGNED_INT) : labels;
}

/// Labels [b, parts], counted from the start of each part. One that is in another part is larger
/// than any part; masked ones stay so.
Tensor labelsOfParts(Graph &graph, const LossTensors &t, std::size_t size, Sequence &prog,
                     const poplar::DebugNameAndId &name) {
  using namespace popops::expr;
  constexpr unsigned kElsewhere = 0x7fffffffu;
  std::vector<unsigned> firsts;
  for (std::size_t begin = 0; begin < t.outputs.dim(1); begin += size)
    firsts.push_back(static_cast<unsigned>(begin));
  const Tensor first = graph.addConstant<unsigned>(
      poplar::UNSIGNED_INT, {firsts.size()}, poplar::ArrayRef<unsigned>(firsts), {name, "firsts"});
  graph.setTileMapping(first, 0);
  const auto distance = _1 - _2;
  const auto inPart = Select(distance, Const(kElsewhere), distance < static_cast<unsigned>(size));
  return popops::map(graph, Select(_1, inPart, _1 == Const(MASKED_LABEL_CODE)),
                     {asUnsigned(t.expected).expand({1}), first}, prog, {name, "Labels"});
}

void addCount(Graph &graph, const Tensor &outputs, const Tensor &expected, const Tensor &numCorrect,
              ComputeSet first, Sequence &prog, const poplar::DebugNameAndId &name) {
  const Tensor largest = addExtremes(graph, outputs, Extreme::Max, first, prog, name).indices;
  const ComputeSet second = graph.addComputeSet({name, "CountCorrect"});
  const VertexRef vertex = graph.addVertex(second, "popnn::CountCorrect",
                                           {{"largest", largest},
                                            {"expected", asUnsigned(expected)},
                                            {"numCorrect", numCorrect.reshape({})}});
  const auto mapping = graph.getTileMapping(numCorrect);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    if (!mapping[tile].empty()) graph.setTileMapping(vertex, tile);
  prog.add(Execute(second, {name}));
}

Program lossProgram(Graph &graph, LossTensors t, LossType type, poputil::PoplibsOpDebugInfo &di) {
  check("popnn::calcLoss", t, type);
  graph.setTileMapping(t.deltas, graph.getTileMapping(t.outputs));
  const poplar::Type &element = t.outputs.elementType();
  const bool crossEntropy = type == CROSS_ENTROPY_LOSS;
  if (crossEntropy && !t.deltasScale.valid()) {
    t.deltasScale = t.outputScaling = graph.addConstant(element, {}, 1.0f, {di, "one"});
    graph.setTileMapping(t.deltasScale, 0);
  }
  Sequence prog(DebugContext{di});
  t.outputs = popops::support::apartFrom(graph, t.outputs, t.deltas, prog, {di});
  const std::size_t size = partOfRow(graph, t.outputs);
  const bool wide = size < t.outputs.dim(1);
  const Tensor labels =
      wide ? labelsOfParts(graph, t, size, prog, {di}) : asUnsigned(t.expected).expand({1});
  const Tensor losses =
      wide ? graph.addVariable(element, labels.shape(), {di, "losses"}) : t.loss.expand({1});
  const ComputeSet cs = graph.addComputeSet({di, "Loss"});
  const std::string vertexType =
      templateVertex(crossEntropy ? "popnn::CrossEntropyLoss" : "popnn::SumSquaredLoss", element);
  for (const RowPart &part : partsOfRows(graph, t.outputs, size)) {
    const Tensor loss = losses[part.row][part.number];
    if (wide) graph.setTileMapping(loss, part.tile);
    const VertexRef vertex =
        graph.addVertex(cs, vertexType,
                        {{"outputs", t.outputs[part.row].slice(part.begin, part.end)},
                         {"expected", labels[part.row][part.number]},
                         {"loss", loss},
                         {"deltas", t.deltas[part.row].slice(part.begin, part.end)}});
    if (crossEntropy) {
      graph.connect(vertex["deltasScale"], t.deltasScale.reshape({}));
      graph.connect(vertex["outputScaling"], t.outputScaling.reshape({}));
      graph.setInitialValue(vertex["zeroMasked"], t.outputs.dim(0) > 1);
    }
    graph.setTileMapping(vertex, part.tile);
  }
  if (t.numCorrect.valid())
    addCount(graph, t.outputs, t.expected, t.numCorrect, cs, prog, {di});
  else
    prog.add(Execute(cs, {di}));
  if (wide)
    popops::reduceWithOutput(graph, losses, t.loss, {1}, popops::Operation::ADD, prog,
                             {di, "Losses"});
  return prog;
}

} // namespace

Program calcLoss(Graph &graph, const Tensor &modelOutputs, const Tensor &expected,
                 const Tensor &loss, const Tensor &deltas, const Tensor &deltasScale,
                 const Tensor &modelOutputScaling, LossType lossType,
                 const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(
      debugContext, DI_ARGS(modelOutputs, expected, loss, deltas, deltasScale, modelOutputScaling));
  return lossProgram(graph,
                     {modelOutputs, expected, loss, deltas, deltasScale, modelOutputScaling, {}},
                     lossType, di);
}

Program calcLoss(Graph &graph, const Tensor &modelOutputs, const Tensor &expected,
                 const Tensor &loss, const Tensor &deltas, LossType lossType,
                 const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(modelOutputs, expected, loss, deltas));
  return lossProgram(graph, {modelOutputs, expected, loss, deltas, {}, {}, {}}, lossType, di);
}

Program calcLoss(Graph &graph, const Tensor &modelOutputs, const Tensor &expected,
                 const Tensor &loss, const Tensor &deltas, const Tensor &deltasScale,
                 const Tensor &modelOutputScaling, const Tensor &numCorrect, LossType lossType,
                 const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(
      debugContext,
      DI_ARGS(modelOutputs, expected, loss, deltas, deltasScale, modelOutputScaling, numCorrect));
  return lossProgram(
      graph, {modelOutputs, expected, loss, deltas, deltasScale, modelOutputScaling, numCorrect},
      lossType, di);
}

Program calcLoss(Graph &graph, const Tensor &modelOutputs, const Tensor &expected,
                 const Tensor &loss, const Tensor &deltas, const Tensor &numCorrect,
                 LossType lossType, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(modelOutputs, expected, loss, deltas, numCorrect));
  return lossProgram(graph, {modelOutputs, expected, loss, deltas, {}, {}, numCorrect}, lossType,
                     di);
}

Program calcAccuracy(Graph &graph, const Tensor &modelOutputs, const Tensor &expected,
                     const Tensor &numCorrect, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(modelOutputs, expected, numCorrect));
  checkLabels("popnn::calcAccuracy", modelOutputs, expected);
  checkCount("popnn::calcAccuracy", numCorrect);
  Sequence prog(DebugContext{di});
  addCount(graph, modelOutputs, expected, numCorrect, graph.addComputeSet({di, "Accuracy"}), prog,
           {di});
  return prog;
}

} // namespace popnn
