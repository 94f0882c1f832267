// SPDX-License-Identifier: MIT
// Convolutions and their gradients.
#ifndef POPLIN_CONVOLUTION_HPP
#define POPLIN_CONVOLUTION_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poplin/ConvParams.hpp>
#include <poplin/PlanningCache.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <set>
#include <tuple>

namespace poplin {

using ConvPlanParams =
    std::tuple<const poplar::Target *, const ConvParams, const poplar::OptionFlags *>;

// Shapes: inputs [N, G*Ci, field...], outputs [N, G*Co, output field...], weights [G, Co, Ci,
// kernel...] (without the first dimension if G is 1), biases [G*Co]. Ci and Co are channels of a
// group; channel = group * Ci + c. The number of dimensions of the field is free, 0 included.
//
// Types and sums are those of products, see MatMul.hpp; inputs and weights are of params.inputType,
// results of params.outputType.
//
// Options [default]: availableMemoryProportion [0.6], partialsType [float] as for products;
// accepted without effect on results: partialsType.interTile, partialsType.interIPU, pass,
// use128BitConvUnitLoad, planConstraints, planConstraintsOutputFilename, enableMultiStageReduce,
// enableFastReduce, remapOutputTensor, enableConvDithering, disableTransformations,
// insertTransformsCycleCountProgs, experimental.convTransformsEstimates, gatherConvOutput,
// experimental.slicVmac16, disableSRForAMPVertices, enableTileLevelExpandDims.
//
// Errors: poputil::poplibs_error for parameters that contradict each other (ConvParams::validate)
// or the tensors, and for types that are not supported; poplar::invalid_option.
//
// Cost: a product of [G, N * output field, kernel * Ci] and [G, kernel * Ci, Co], and a copy that
// collects the windows of the input, unless the kernel has one element and nothing is transformed.
// When that copy would take more of the memory of all tiles than availableMemoryProportion, a
// product and a copy for each kernel element instead, and additions in float.

/// Variables that a convolution uses with the least copying.
POPLAR_EMU_EXPORT poplar::Tensor createInput(poplar::Graph &graph, const ConvParams &params,
                                             const poplar::DebugContext &debugContext = {},
                                             const poplar::OptionFlags &options = {},
                                             PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor createWeights(poplar::Graph &graph, const ConvParams &params,
                                               const poplar::DebugContext &debugContext = {},
                                               const poplar::OptionFlags &options = {},
                                               PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor createConvOutput(poplar::Graph &graph, const ConvParams &params,
                                                  const poplar::DebugContext &debugContext = {},
                                                  const poplar::OptionFlags &options = {},
                                                  PlanningCache *cache = nullptr);
/// One element a channel of `activations`, the output of a convolution, of its type.
POPLAR_EMU_EXPORT poplar::Tensor
createBiases(poplar::Graph &graph, const poplar::Tensor &activations,
             const poplar::DebugContext &debugContext = {"biases"});
POPLAR_EMU_EXPORT poplar::Tensor
createBiases(poplar::Graph &graph, const poplar::Tensor &activations, const ConvParams &params,
             const poplar::DebugContext &debugContext = {"biases"},
             const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// The convolution of `in`. With transposeAndFlipWeights, weights are [G, Ci, Co, kernel...] with
/// the kernel reversed in each dimension: those of the forward pass, with getGradientParams of
/// ConvUtil.hpp.
POPLAR_EMU_EXPORT poplar::Tensor
convolution(poplar::Graph &graph, const poplar::Tensor &in, const poplar::Tensor &weights,
            const ConvParams &params, bool transposeAndFlipWeights, poplar::program::Sequence &prog,
            const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {},
            PlanningCache *cache = nullptr);
/// Writes `out`, which has the shape and type of the result.
POPLAR_EMU_EXPORT void
convolutionWithOutput(poplar::Graph &graph, const poplar::Tensor &in, const poplar::Tensor &weights,
                      const poplar::Tensor &out, const ConvParams &params,
                      bool transposeAndFlipWeights, poplar::program::Sequence &prog,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
/// weightsOut[g][co][ci][k] = weightsIn[g][ci][co][K - 1 - k].
POPLAR_EMU_EXPORT void weightsTransposeChansFlipXY(poplar::Graph &graph,
                                                   const poplar::Tensor &weightsIn,
                                                   const poplar::Tensor &weightsOut,
                                                   poplar::program::Sequence &prog,
                                                   const poplar::DebugContext &debugContext = {},
                                                   const poplar::OptionFlags &options = {});

/// The gradient of the weights, in their shape; of params.outputType.
POPLAR_EMU_EXPORT poplar::Tensor
calculateWeightDeltas(poplar::Graph &graph, const poplar::Tensor &zDeltas,
                      const poplar::Tensor &activations, const ConvParams &params,
                      poplar::program::Sequence &prog,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
/// weights += scale * gradient.
POPLAR_EMU_EXPORT void convolutionWeightUpdate(
    poplar::Graph &graph, const poplar::Tensor &zDeltas, const poplar::Tensor &weights,
    const poplar::Tensor &activations, ConvParams params, const poplar::Tensor &scale,
    poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void convolutionWeightUpdate(poplar::Graph &graph, const poplar::Tensor &zDeltas,
                                               const poplar::Tensor &weights,
                                               const poplar::Tensor &activations, ConvParams params,
                                               float scale, poplar::program::Sequence &prog,
                                               const poplar::DebugContext &debugContext = {},
                                               const poplar::OptionFlags &options = {},
                                               PlanningCache *cache = nullptr);
/// biases[c] += scale * sum of zDeltas of channel c. Mind the order of parameters.
POPLAR_EMU_EXPORT void convolutionBiasUpdate(poplar::Graph &graph, const poplar::Tensor &zDeltas,
                                             const poplar::Tensor &biases,
                                             const poplar::Tensor &scale,
                                             const poplar::OptionFlags &options,
                                             poplar::program::Sequence &prog,
                                             const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void convolutionBiasUpdate(poplar::Graph &graph, const poplar::Tensor &zDeltas,
                                             const poplar::Tensor &biases, float scale,
                                             const poplar::OptionFlags &options,
                                             poplar::program::Sequence &prog,
                                             const poplar::DebugContext &debugContext = {});
/// in[n][c]... += biases[c], in place; rank 2 at least.
POPLAR_EMU_EXPORT void addBias(poplar::Graph &graph, const poplar::Tensor &in,
                               const poplar::Tensor &biases, poplar::program::Sequence &prog,
                               const poplar::DebugContext &debugContext = {});
/// A copy of `weights` [N, G*Ci, F] with channels and field exchanged, [N, G*F, Ci]: weights of a
/// fully connected layer, which are the input of its convolution, for the backward pass. Throws
/// poplibs_error unless the field has one dimension.
POPLAR_EMU_EXPORT poplar::Tensor fullyConnectedWeightTranspose(
    poplar::Graph &graph, poplar::Tensor weights, const ConvParams &params,
    poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// Writes, for people, how the product behind a convolution is spread over tiles.
POPLAR_EMU_EXPORT void reportPlanInfo(std::ostream &out, const poplar::Graph &graph,
                                      const ConvParams &params,
                                      const poplar::OptionFlags &options = {},
                                      PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void reportWeightUpdatePlanInfo(std::ostream &out, const poplar::Graph &graph,
                                                  const ConvParams &params,
                                                  const poplar::OptionFlags &options = {},
                                                  PlanningCache *cache = nullptr);

/// What a plan is expected to cost: cycles, and bytes on the fullest tile.
struct PlanCosts {
  std::size_t cycles;
  std::size_t memory;
  static constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
};
POPLAR_EMU_EXPORT PlanCosts reportPlanEstimatedCosts(const poplar::Graph &graph,
                                                     const ConvParams &params,
                                                     const poplar::OptionFlags &options = {},
                                                     PlanningCache *cache = nullptr);

/// Floating-point operations: two a product of real elements, padding not counted.
POPLAR_EMU_EXPORT std::uint64_t getFwdFlops(const ConvParams &params);
POPLAR_EMU_EXPORT std::uint64_t getBwdFlops(const ConvParams &params);
POPLAR_EMU_EXPORT std::uint64_t getWuFlops(const ConvParams &params);
/// Cycles if the product units of all tiles were busy all the time.
POPLAR_EMU_EXPORT double getFwdPerfectCycleCount(const poplar::Graph &graph,
                                                 const ConvParams &params);
POPLAR_EMU_EXPORT double getBwdPerfectCycleCount(const poplar::Graph &graph,
                                                 const ConvParams &params);
POPLAR_EMU_EXPORT double getWuPerfectCycleCount(const poplar::Graph &graph,
                                                const ConvParams &params);

/// Makes plans ahead of their use.
POPLAR_EMU_EXPORT void preplanConvolutions(const std::set<ConvPlanParams> &convs,
                                           PlanningCache &cache);
POPLAR_EMU_EXPORT void preplanConvolutions(poplar::Graph &graph,
                                           const std::set<ConvPlanParams> &convs,
                                           PlanningCache &cache);
/// Throws poplar::invalid_option for what convolution would refuse.
POPLAR_EMU_EXPORT void convolutionValidateOptions(const poplar::OptionFlags &options);

} // namespace poplin

#endif
