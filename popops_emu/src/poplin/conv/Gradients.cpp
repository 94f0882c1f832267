// SPDX-License-Identifier: MIT
// Gradients of weights and biases.
#include "conv/Problem.hpp"
#include "matmul/Layout.hpp"
#include "support/Errors.hpp"

#include <poplin/Convolution.hpp>
#include <popops/ScaledAdd.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

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

/// Gradients of kernel elements that are truncated are 0.
Tensor fillTruncated(Graph &graph, const ConvParams &params, const Tensor &used, Sequence &prog,
                     const poplar::DebugNameAndId &name) {
  const auto &t = params.kernelTransform;
  Tensor whole = used;
  for (unsigned d = 0; d < params.getNumFieldDims(); ++d)
    whole = padWithZeros(graph, whole, d + 3, t.truncationLower[d], t.truncationUpper[d]);
  if (whole.numElements() == used.numElements()) return used;
  const Tensor out = graph.addVariable(used.elementType(), whole.shape(), {name, "deltas"});
  poputil::mapTensorLinearly(graph, out);
  prog.add(Copy(whole, out, false, {name}));
  return out;
}

void checkDeltas(const std::string &operation, const ConvParams &params, const Tensor &zDeltas) {
  ConvParams sameType = params;
  sameType.outputType = params.inputType;
  checkOutput(operation, sameType, zDeltas);
}

template <class Scale>
void updateWeights(Graph &graph, const Tensor &zDeltas, const Tensor &weights,
                   const Tensor &activations, ConvParams params, const Scale &scale, Sequence &prog,
                   poputil::PoplibsOpDebugInfo &di, const OptionFlags &options,
                   PlanningCache *cache) {
  params.outputType = params.inputType;
  const Tensor kernel = checkedWeights("poplin::convolutionWeightUpdate", params, weights, false);
  const Tensor deltas =
      calculateWeightDeltas(graph, zDeltas, activations, params, prog, {di}, options, cache);
  popops::scaledAddTo(graph, kernel, deltas, scale, prog, {di, "Update"});
}

template <class Scale>
void updateBiases(Graph &graph, const Tensor &zDeltas, const Tensor &biases, const Scale &scale,
                  const OptionFlags &options, Sequence &prog, poputil::PoplibsOpDebugInfo &di) {
  const std::string operation = "poplin::convolutionBiasUpdate";
  const ProductOptions parsed = parseConvOptions(options);
  if (zDeltas.rank() < 2 || biases.rank() != 1 || biases.dim(0) != zDeltas.dim(1))
    fail(operation,
         "the gradient is " + describe(zDeltas) + " and the biases are " + describe(biases),
         "give one bias to each channel of a gradient [N, C, field...]");
  // The sum over batch and field is a product with ones.
  const Tensor matrix = zDeltas.dimRoll(1, zDeltas.rank() - 1);
  const std::size_t channels = biases.dim(0);
  std::size_t rows = 1;
  for (unsigned d = 0; d + 1 < matrix.rank(); ++d)
    rows *= matrix.dim(d);
  const Tensor one = graph.addConstant(zDeltas.elementType(), {1, 1, 1}, 1.0f);
  graph.setTileMapping(one, 0);
  const Tensor sums = product(graph, one.broadcast(static_cast<unsigned>(rows), 2),
                              matrix.reshape({1, rows, channels}), {}, biases.elementType(), prog,
                              {di}, parsed, nullptr);
  popops::scaledAddTo(graph, biases, sums.flatten(), scale, prog, {di, "Update"});
}

} // namespace

Tensor calculateWeightDeltas(Graph &graph, const Tensor &zDeltas, const Tensor &activations,
                             const ConvParams &params, Sequence &prog,
                             const DebugContext &debugContext, const OptionFlags &options,
                             PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(zDeltas, activations, options));
  const std::string operation = "poplin::calculateWeightDeltas";
  const Convolution c(operation, params, options);
  checkInput(operation, c.params, activations);
  checkDeltas(operation, c.params, zDeltas);
  const Tensor deltas =
      product(graph, windows(graph, c.params, activations).dimShuffle({0, 2, 1}),
              outputMatrix(c.params, zDeltas), {}, params.outputType, prog, {di}, c.options, cache);
  const Tensor out = fillTruncated(graph, c.params, kernelOf(c.params, deltas), prog, {di});
  di.addOutput(out);
  return out;
}

void convolutionWeightUpdate(Graph &graph, const Tensor &zDeltas, const Tensor &weights,
                             const Tensor &activations, ConvParams params, const Tensor &scale,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(zDeltas, weights, activations, scale));
  updateWeights(graph, zDeltas, weights, activations, std::move(params), scale, prog, di, options,
                cache);
}

void convolutionWeightUpdate(Graph &graph, const Tensor &zDeltas, const Tensor &weights,
                             const Tensor &activations, ConvParams params, float scale,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(zDeltas, weights, activations, scale));
  updateWeights(graph, zDeltas, weights, activations, std::move(params), scale, prog, di, options,
                cache);
}

void convolutionBiasUpdate(Graph &graph, const Tensor &zDeltas, const Tensor &biases,
                           const Tensor &scale, const OptionFlags &options, Sequence &prog,
                           const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(zDeltas, biases, scale));
  updateBiases(graph, zDeltas, biases, scale, options, prog, di);
}

void convolutionBiasUpdate(Graph &graph, const Tensor &zDeltas, const Tensor &biases, float scale,
                           const OptionFlags &options, Sequence &prog,
                           const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(zDeltas, biases, scale));
  updateBiases(graph, zDeltas, biases, scale, options, prog, di);
}

Tensor fullyConnectedWeightTranspose(Graph &graph, Tensor weights, const ConvParams &params,
                                     Sequence &prog, const DebugContext &debugContext,
                                     const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(weights, options));
  const std::string operation = "poplin::fullyConnectedWeightTranspose";
  if (params.getNumFieldDims() != 1)
    fail(operation, "the field has " + std::to_string(params.getNumFieldDims()) + " dimensions",
         "use the parameters of a fully connected layer, whose field has one");
  checkInput(operation, params, weights);
  ConvParams transposed(params.inputType, params.outputType, params.batchSize,
                        {params.inputChannelsPerConvGroup}, params.kernelShape,
                        params.inputFieldShape[0], params.outputChannelsPerConvGroup,
                        params.numConvGroups);
  const Tensor out = createInput(graph, transposed, {di, "transposed"}, options, cache);
  const Tensor source =
      weights.reshapePartial(1, 2, {params.numConvGroups, params.inputChannelsPerConvGroup})
          .dimShuffle({0, 1, 3, 2})
          .flatten(1, 3);
  prog.add(Copy(source, out, false, {di}));
  di.addOutput(out);
  return out;
}

} // namespace poplin
