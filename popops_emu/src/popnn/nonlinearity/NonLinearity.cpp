// SPDX-License-Identifier: MIT
// Non-linearities of elements and of rows.
#include "nonlinearity/Softmax.hpp"
#include "support/Errors.hpp"
#include "support/Regions.hpp"
#include "support/Rows.hpp"

#include <popnn/NonLinearity.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popnn {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;
using poputil::templateVertex;

namespace {

constexpr float kSoftmaxScale = 62000.0f;

bool isSoftmax(NonLinearityType type) {
  return type == NonLinearityType::SOFTMAX || type == NonLinearityType::SOFTMAX_STABLE ||
         type == NonLinearityType::SOFTMAX_SCALED;
}

float scalingOf(NonLinearityType type) {
  return type == NonLinearityType::SOFTMAX_SCALED ? kSoftmaxScale : 1.0f;
}

void check(const std::string &operation, NonLinearityType type, const Tensor &t) {
  checkReal(operation, t);
  if (isSoftmax(type) && t.rank() == 0)
    fail(operation, std::string(asString(type)) + " of " + describe(t) + " has no dimension",
         "give the tensor a dimension, for example by expand({0})");
}

/// `out` is `in`, or a clone of it.
void addVertices(Graph &graph, NonLinearityType type, const Tensor &in, const Tensor &out,
                 ComputeSet cs) {
  if (out.numElements() == 0) return;
  if (isSoftmax(type)) {
    addSoftmax(graph, in, out, type != NonLinearityType::SOFTMAX, scalingOf(type), cs);
    return;
  }
  const std::string vertexType = templateVertex("popnn::NonLinearity", in.elementType(), type);
  popops::support::forEachTile(graph, {out, in}, [&](unsigned tile, std::vector<Tensor> &parts) {
    const poplar::VertexRef vertex =
        graph.addVertex(cs, vertexType, {{"out", parts[0]}, {"in", parts[1]}});
    graph.setTileMapping(vertex, tile);
  });
}

void addSteps(Graph &graph, NonLinearityType type, const Tensor &in, const Tensor &out,
              Sequence &prog, const poplar::DebugNameAndId &name) {
  if (isSoftmax(type) && hasWideRows(graph, in)) {
    softmaxOfWideRows(graph, in, out, type != NonLinearityType::SOFTMAX, scalingOf(type), prog,
                      name);
    return;
  }
  const ComputeSet cs = graph.addComputeSet({name, "NonLinearity"});
  addVertices(graph, type, in, out, cs);
  prog.add(Execute(cs, {name}));
}

void checkGradient(NonLinearityType type, const Tensor &act, const Tensor &outGradient) {
  const std::string operation = "popnn::nonLinearityInputGradient";
  check(operation, type, act);
  if (act.shape() != outGradient.shape() || act.elementType() != outGradient.elementType())
    fail(operation,
         "the activations are " + describe(act) + " and the gradient " + describe(outGradient),
         "give both one shape and type");
}

Tensor addGradient(Graph &graph, NonLinearityType type, const Tensor &act,
                   const Tensor &outGradient, ComputeSet cs, const poplar::DebugNameAndId &name) {
  const Tensor inGradient = graph.clone(outGradient, {name, "inGradient"});
  if (act.numElements() == 0) return inGradient;
  if (isSoftmax(type)) {
    addSoftmaxGradient(graph, act, outGradient, inGradient, cs);
    return inGradient;
  }
  const std::string vertexType =
      templateVertex("popnn::NonLinearityGradient", act.elementType(), type);
  popops::support::forEachTile(
      graph, {inGradient, outGradient, act}, [&](unsigned tile, std::vector<Tensor> &parts) {
        const poplar::VertexRef vertex = graph.addVertex(
            cs, vertexType,
            {{"inGradient", parts[0]}, {"outGradient", parts[1]}, {"act", parts[2]}});
        graph.setTileMapping(vertex, tile);
      });
  return inGradient;
}

void refuseSoftmax(const std::string &operation, NonLinearityType type) {
  if (isSoftmax(type))
    fail(operation, std::string(asString(type)) + " cannot be added to a compute set",
         "pass the program instead");
}

} // namespace

Tensor nonLinearity(Graph &graph, NonLinearityType nonLinearityType, Tensor t,
                    float &nonLinearityScaling, Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(t));
  check("popnn::nonLinearity", nonLinearityType, t);
  nonLinearityScaling = scalingOf(nonLinearityType);
  const Tensor out = graph.clone(t, {di, "out"});
  addSteps(graph, nonLinearityType, t, out, prog, {di});
  di.addOutput(out);
  return out;
}

Tensor nonLinearity(Graph &graph, NonLinearityType nonLinearityType, Tensor t, Sequence &prog,
                    const DebugContext &debugContext) {
  float scaling = 1;
  return nonLinearity(graph, nonLinearityType, t, scaling, prog, debugContext);
}

void nonLinearityInPlace(Graph &graph, NonLinearityType nonLinearityType, Tensor t,
                         float &nonLinearityScaling, Sequence &prog,
                         const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(t));
  const std::string operation = "popnn::nonLinearityInPlace";
  check(operation, nonLinearityType, t);
  popops::support::requireWriteable(operation, t);
  nonLinearityScaling = scalingOf(nonLinearityType);
  addSteps(graph, nonLinearityType, t, t, prog, {di});
}

void nonLinearityInPlace(Graph &graph, NonLinearityType nonLinearityType, Tensor t, Sequence &prog,
                         const DebugContext &debugContext) {
  float scaling = 1;
  nonLinearityInPlace(graph, nonLinearityType, t, scaling, prog, debugContext);
}

void nonLinearityInPlace(Graph &graph, NonLinearityType nonLinearityType, Tensor t,
                         float &nonLinearityScaling, ComputeSet &cs,
                         const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(t, cs));
  const std::string operation = "popnn::nonLinearityInPlace";
  refuseSoftmax(operation, nonLinearityType);
  check(operation, nonLinearityType, t);
  popops::support::requireWriteable(operation, t);
  nonLinearityScaling = scalingOf(nonLinearityType);
  addVertices(graph, nonLinearityType, t, t, cs);
}

void nonLinearityInPlace(Graph &graph, NonLinearityType nonLinearityType, Tensor t, ComputeSet &cs,
                         const DebugContext &debugContext) {
  float scaling = 1;
  nonLinearityInPlace(graph, nonLinearityType, t, scaling, cs, debugContext);
}

Tensor nonLinearityInputGradient(Graph &graph, NonLinearityType nonLinearityType, Tensor act,
                                 Tensor outGradient, ComputeSet &cs,
                                 const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(act, outGradient, cs));
  refuseSoftmax("popnn::nonLinearityInputGradient", nonLinearityType);
  checkGradient(nonLinearityType, act, outGradient);
  const Tensor t = addGradient(graph, nonLinearityType, act, outGradient, cs, {di});
  di.addOutput(t);
  return t;
}

Tensor nonLinearityInputGradient(Graph &graph, NonLinearityType nonLinearityType, Tensor act,
                                 Tensor outGradient, Sequence &prog,
                                 const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(act, outGradient));
  checkGradient(nonLinearityType, act, outGradient);
  if (isSoftmax(nonLinearityType) && hasWideRows(graph, act)) {
    const Tensor wide = graph.clone(outGradient, {di, "inGradient"});
    softmaxGradientOfWideRows(graph, act, outGradient, wide, prog, {di});
    di.addOutput(wide);
    return wide;
  }
  const ComputeSet cs = graph.addComputeSet({di, "NonLinearityGradient"});
  const Tensor t = addGradient(graph, nonLinearityType, act, outGradient, cs, {di});
  prog.add(Execute(cs, {di}));
  di.addOutput(t);
  return t;
}

} // namespace popnn
