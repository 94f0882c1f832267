// SPDX-License-Identifier: MIT
// Forward convolutions, and the variables for them.
#include "conv/Windows.hpp"
#include "matmul/Layout.hpp"
#include "support/Errors.hpp"

#include <poplin/Convolution.hpp>
#include <popops/ElementWise.hpp>
#include <poputil/Broadcast.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

#include <numeric>

namespace poplin {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;

namespace {

bool hasOutputPadding(const ConvParams &params) {
  const auto sum = [](const std::vector<unsigned> &values) {
    return std::accumulate(values.begin(), values.end(), 0u);
  };
  return sum(params.outputTransform.paddingLower) + sum(params.outputTransform.paddingUpper) > 0;
}

Plan planOf(Graph &graph, const Convolution &c, PlanningCache *cache) {
  return planFor(graph.getTarget(), c.problem, c.options.memoryProportion, cache);
}

/// The output with its padding as one variable.
Tensor createPadded(Graph &graph, const ConvParams &params, const DebugContext &name) {
  std::vector<std::size_t> shape = {params.batchSize, params.getNumOutputChans()};
  for (const std::size_t size : params.getOutputFieldShape())
    shape.push_back(size);
  const Tensor t = graph.addVariable(params.outputType, shape, name);
  poputil::mapTensorLinearly(graph, t);
  return t;
}

/// A QUARTER variable takes default metadata.
Tensor addOperand(Graph &graph, const poplar::Type &type, const std::vector<std::size_t> &shape,
                  const DebugContext &name) {
  if (type != poplar::QUARTER) return graph.addVariable(type, shape, name);
  fail("poplin::convolution", "variables of type QUARTER are not created here",
       "add one with metadata by Graph::addVariable");
}

} // namespace

Tensor createInput(Graph &graph, const ConvParams &params, const DebugContext &debugContext,
                   const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(options));
  const Convolution c("poplin::createInput", params, options);
  // Channels innermost: the elements of a window lie in runs of a group's channels.
  std::vector<std::size_t> shape = {params.numConvGroups, params.batchSize};
  shape.insert(shape.end(), params.inputFieldShape.begin(), params.inputFieldShape.end());
  shape.push_back(params.inputChannelsPerConvGroup);
  const Tensor variable = addOperand(graph, params.inputType, shape, {di, "input"});
  poputil::mapTensorLinearly(graph, variable);
  const auto dims = static_cast<unsigned>(params.getNumFieldDims());
  std::vector<unsigned> order = {1, 0, dims + 2};
  for (unsigned d = 0; d < dims; ++d)
    order.push_back(d + 2);
  const Tensor t = variable.dimShuffle(order).flatten(1, 3);
  di.addOutput(t);
  return t;
}

Tensor createWeights(Graph &graph, const ConvParams &params, const DebugContext &debugContext,
                     const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(options));
  const Convolution c("poplin::createWeights", params, options);
  std::vector<std::size_t> shape = {params.numConvGroups, params.outputChannelsPerConvGroup,
                                    params.inputChannelsPerConvGroup};
  shape.insert(shape.end(), params.kernelShape.begin(), params.kernelShape.end());
  if (c.sizes.kernel != params.kernelShape || params.inputType == poplar::QUARTER) {
    const Tensor t = addOperand(graph, params.inputType, shape, {di, "weights"});
    poputil::mapTensorLinearly(graph, t);
    return t;
  }
  const Tensor t = kernelOf(c.params, createRight(graph, c.problem, planOf(graph, c, cache),
                                                  params.inputType, {di, "weights"}));
  di.addOutput(t);
  return t;
}

Tensor createConvOutput(Graph &graph, const ConvParams &params, const DebugContext &debugContext,
                        const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(options));
  const Convolution c("poplin::createConvOutput", params, options);
  const Tensor t = hasOutputPadding(c.params)
                       ? createPadded(graph, c.params, {di, "out"})
                       : outputOf(c.params, createResult(graph, c.problem, planOf(graph, c, cache),
                                                         {di, "out"}));
  di.addOutput(t);
  return t;
}

Tensor createBiases(Graph &graph, const Tensor &activations, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(activations));
  if (activations.rank() < 2)
    fail("poplin::createBiases", "the activations are " + describe(activations),
         "give them shape [N, C, field...]");
  const Tensor t = poputil::createBroadcastOperand(graph, activations, activations.elementType(), 1,
                                                   false, {di, "biases"});
  di.addOutput(t);
  return t;
}

Tensor createBiases(Graph &graph, const Tensor &activations, const ConvParams &,
                    const DebugContext &debugContext, const OptionFlags &options, PlanningCache *) {
  parseConvOptions(options);
  return createBiases(graph, activations, debugContext);
}

void convolutionWithOutput(Graph &graph, const Tensor &in, const Tensor &weights, const Tensor &out,
                           const ConvParams &params, bool transposeAndFlipWeights, Sequence &prog,
                           const DebugContext &debugContext, const OptionFlags &options,
                           PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(in, weights, out, transposeAndFlipWeights, options));
  const std::string operation = "poplin::convolution";
  const Convolution c(operation, params, options);
  checkInput(operation, c.params, in);
  checkOutput(operation, c.params, out);
  popops::support::requireWriteable(operation, out);
  const Tensor kernel = checkedWeights(operation, c.params, weights, transposeAndFlipWeights);
  if (hasOutputPadding(c.params)) {
    const Tensor zero = graph.addConstant(out.elementType(), {1}, 0.0f);
    graph.setTileMapping(zero, 0);
    prog.add(Copy(zero.broadcast(static_cast<unsigned>(out.numElements()), 0), out.flatten(), false,
                  {di, "Pad"}));
  }
  multiplyWindows(graph, c, in, kernel, out, prog, {di}, cache);
}

Tensor convolution(Graph &graph, const Tensor &in, const Tensor &weights, const ConvParams &params,
                   bool transposeAndFlipWeights, Sequence &prog, const DebugContext &debugContext,
                   const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(in, weights, transposeAndFlipWeights, options));
  const Tensor out = createConvOutput(graph, params, {di}, options, cache);
  convolutionWithOutput(graph, in, weights, out, params, transposeAndFlipWeights, prog, {di},
                        options, cache);
  di.addOutput(out);
  return out;
}

void addBias(Graph &graph, const Tensor &in, const Tensor &biases, Sequence &prog,
             const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(in, biases));
  if (in.rank() < 2 || biases.rank() != 1 || biases.dim(0) != in.dim(1))
    fail("poplin::addBias",
         "the activations are " + describe(in) + " and the biases " + describe(biases),
         "give one bias to each channel of activations [N, C, field...]");
  std::vector<std::size_t> shape(in.rank() - 1, 1);
  shape[0] = biases.dim(0);
  popops::addInPlace(graph, in, biases.reshape(shape), prog, {di, "addBias"});
}

void weightsTransposeChansFlipXY(Graph &, const Tensor &weightsIn, const Tensor &weightsOut,
                                 Sequence &prog, const DebugContext &debugContext,
                                 const OptionFlags &options) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(weightsIn, weightsOut, options));
  const std::string operation = "poplin::weightsTransposeChansFlipXY";
  parseConvOptions(options);
  if (weightsIn.rank() < 3 || transposeAndFlip(weightsIn).shape() != weightsOut.shape() ||
      weightsIn.elementType() != weightsOut.elementType())
    fail(operation,
         "the weights are " + describe(weightsIn) + " and their destination " +
             describe(weightsOut),
         "give both one type, and shapes [G, a, b, kernel...] and [G, b, a, kernel...]");
  prog.add(Copy(transposeAndFlip(weightsIn), weightsOut, false, {di}));
}

} // namespace poplin
