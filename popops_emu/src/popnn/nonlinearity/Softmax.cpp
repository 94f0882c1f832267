// SPDX-License-Identifier: MIT
// Rows of softmax, logSoftmax and their gradients on tiles.
#include "nonlinearity/Softmax.hpp"

#include "support/Errors.hpp"
#include "support/Rows.hpp"
#include "support/Types.hpp"

#include <popnn/LogSoftmax.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popnn {

using poplar::ComputeSet;
using poplar::Graph;
using poplar::Tensor;
using poplar::VertexRef;
using popops::support::describe;
using popops::support::fail;
using poputil::templateVertex;
using RowNumbers = std::vector<std::size_t>;

void checkReal(const std::string &operation, const Tensor &t) {
  if (popops::support::isReal(t.elementType())) return;
  fail(operation, "the tensor is " + describe(t), "use FLOAT or HALF; popops::cast converts");
}

void addSoftmax(Graph &graph, const Tensor &in, const Tensor &out, bool stable, float scale,
                ComputeSet cs) {
  const Tensor inRows = asRows(in), outRows = asRows(out);
  const std::string type = templateVertex("popnn::Softmax", in.elementType());
  forEachRowGroup(graph, outRows, [&](unsigned tile, const RowNumbers &rows) {
    const VertexRef vertex = graph.addVertex(cs, type);
    graph.connect(vertex["in"], rowsOf(inRows, rows));
    graph.connect(vertex["out"], rowsOf(outRows, rows));
    graph.setInitialValue(vertex["subtract"], stable);
    graph.setInitialValue(vertex["scale"], scale);
    graph.setTileMapping(vertex, tile);
  });
}

void addSoftmaxGradient(Graph &graph, const Tensor &act, const Tensor &outGradient,
                        const Tensor &inGradient, ComputeSet cs) {
  const Tensor actRows = asRows(act), outRows = asRows(outGradient), inRows = asRows(inGradient);
  const std::string type = templateVertex("popnn::SoftmaxGradient", act.elementType());
  forEachRowGroup(graph, inRows, [&](unsigned tile, const RowNumbers &rows) {
    const VertexRef vertex = graph.addVertex(cs, type);
    graph.connect(vertex["act"], rowsOf(actRows, rows));
    graph.connect(vertex["outGradient"], rowsOf(outRows, rows));
    graph.connect(vertex["inGradient"], rowsOf(inRows, rows));
    graph.setTileMapping(vertex, tile);
  });
}

namespace {

void addLogSoftmax(const std::string &operation, Graph &graph, const Tensor &in, const Tensor &out,
                   poplar::program::Sequence &prog, const poplar::DebugNameAndId &name) {
  if (in.rank() == 0)
    fail(operation, "the tensor " + describe(in) + " has no dimension",
         "give it one, for example by expand({0})");
  if (in.numElements() == 0) return;
  if (hasWideRows(graph, in)) {
    logSoftmaxOfWideRows(graph, in, out, prog, name);
    return;
  }
  const ComputeSet cs = graph.addComputeSet({name, "LogSoftmax"});
  const Tensor inRows = asRows(in), outRows = asRows(out);
  const std::string type = templateVertex("popnn::LogSoftmax", in.elementType());
  forEachRowGroup(graph, outRows, [&](unsigned tile, const RowNumbers &rows) {
    const VertexRef vertex = graph.addVertex(cs, type);
    graph.connect(vertex["in"], rowsOf(inRows, rows));
    graph.connect(vertex["out"], rowsOf(outRows, rows));
    graph.setTileMapping(vertex, tile);
  });
  prog.add(poplar::program::Execute(cs, {name}));
}

} // namespace

Tensor logSoftmax(Graph &graph, Tensor t, poplar::program::Sequence &prog,
                  const poplar::DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(t));
  checkReal("popnn::logSoftmax", t);
  const Tensor out = graph.clone(t, {di, "out"});
  addLogSoftmax("popnn::logSoftmax", graph, t, out, prog, {di});
  di.addOutput(out);
  return out;
}

void logSoftmaxInPlace(Graph &graph, Tensor t, poplar::program::Sequence &prog,
                       const poplar::DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(t));
  checkReal("popnn::logSoftmaxInPlace", t);
  popops::support::requireWriteable("popnn::logSoftmaxInPlace", t);
  addLogSoftmax("popnn::logSoftmaxInPlace", graph, t, t, prog, {di});
}

} // namespace popnn
