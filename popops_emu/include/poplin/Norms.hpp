// SPDX-License-Identifier: MIT
// Statistics of channels, and their use to normalise activations.
#ifndef POPLIN_NORMS_HPP
#define POPLIN_NORMS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace poplin {

// Activations [N, C, field...], rank 2 at least, FLOAT or HALF; n = elements / C. Vectors of a
// channel each are [C], of the type of the activations. Sums are in float whatever partialsType
// says. Needs popops::addCodelets. Errors: poputil::poplibs_error for other shapes and types. Cost:
// each function is a few element-wise operations and reductions over all activations.

/// Scale and offset of channels, mapped where the channels are.
POPLAR_EMU_EXPORT poplar::Tensor createNormGamma(poplar::Graph &graph, const poplar::Tensor &acts,
                                                 const poplar::Type &type,
                                                 const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor createNormGamma(poplar::Graph &graph, const poplar::Tensor &acts,
                                                 const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor createNormBeta(poplar::Graph &graph, const poplar::Tensor &acts,
                                                const poplar::Type &type,
                                                const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor createNormBeta(poplar::Graph &graph, const poplar::Tensor &acts,
                                                const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
createNormParams(poplar::Graph &graph, const poplar::Tensor &acts,
                 const poplar::DebugContext &debugContext = {});

/// Mean, and 1 / sqrt((variance + eps) * s) with s = n / (n - 1) if unbiasedVarEstimate and n > 1,
/// otherwise 1. The variance is the mean of squares less the square of the mean and not below 0;
/// with stableAlgo it is the mean of squared differences.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
normStatistics(poplar::Graph &graph, const poplar::Tensor &acts, float eps,
               poplar::program::Sequence &prog, bool unbiasedVarEstimate, bool stableAlgo = false,
               const poplar::Type &partialsType = poplar::FLOAT,
               const poplar::DebugContext &debugContext = {});
/// (acts - mean) * invStdDev.
POPLAR_EMU_EXPORT poplar::Tensor normWhiten(poplar::Graph &graph, const poplar::Tensor &acts,
                                            const poplar::Tensor &mean,
                                            const poplar::Tensor &invStdDev,
                                            poplar::program::Sequence &prog,
                                            const poplar::DebugContext &debugContext = {});
/// actsWhitened * gamma + beta.
POPLAR_EMU_EXPORT poplar::Tensor normalise(poplar::Graph &graph, const poplar::Tensor &actsWhitened,
                                           const poplar::Tensor &gamma, const poplar::Tensor &beta,
                                           poplar::program::Sequence &prog,
                                           const poplar::DebugContext &debugContext = {});
/// Gradients of gamma, the sum of actsWhitened * gradsIn, and of beta, the sum of gradsIn.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
normParamGradients(poplar::Graph &graph, const poplar::Tensor &actsWhitened,
                   const poplar::Tensor &gradsIn, poplar::program::Sequence &prog,
                   const poplar::Type &partialsType = poplar::FLOAT,
                   const poplar::DebugContext &debugContext = {});
/// gradsIn * gamma.
POPLAR_EMU_EXPORT poplar::Tensor normGradients(poplar::Graph &graph, const poplar::Tensor &gradsIn,
                                               const poplar::Tensor &gamma,
                                               poplar::program::Sequence &prog,
                                               const poplar::DebugContext &debugContext = {});
/// The gradient through the statistics: with means over a channel,
/// invStdDev * (g - mean(g) - actsWhitened * mean(actsWhitened * g)).
POPLAR_EMU_EXPORT poplar::Tensor
normStatisticsGradients(poplar::Graph &graph, const poplar::Tensor &actsWhitened,
                        const poplar::Tensor &gradsIn, const poplar::Tensor &invStdDev,
                        poplar::program::Sequence &prog,
                        const poplar::Type &partialsType = poplar::FLOAT,
                        const poplar::DebugContext &debugContext = {});

/// Sums tensors over groups of `groupSize` replicas.
using DistributedNormReduceCallback = std::function<std::vector<poplar::Tensor>(
    poplar::Graph &graph, const std::vector<poplar::Tensor> &inputs,
    poplar::program::Sequence &prog, unsigned groupSize, const poplar::DebugContext &debugContext,
    const poplar::OptionFlags &options)>;

/// As the forms without callback, over normSize inputs on normSize / N replicas. The callback is
/// used if normSize > N; normSize is a multiple of N.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
distributedNormStatistics(poplar::Graph &graph, const poplar::Tensor &acts, float eps,
                          poplar::program::Sequence &prog, bool unbiasedVarEstimate,
                          DistributedNormReduceCallback callback, unsigned normSize,
                          bool stableAlgo = false, const poplar::Type &partialsType = poplar::FLOAT,
                          const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor
distributedNormStatisticsGradients(poplar::Graph &graph, const poplar::Tensor &actsWhitened,
                                   const poplar::Tensor &gradsIn, const poplar::Tensor &invStdDev,
                                   poplar::program::Sequence &prog,
                                   DistributedNormReduceCallback callback, unsigned normSize,
                                   const poplar::Type &partialsType = poplar::FLOAT,
                                   const poplar::DebugContext &debugContext = {});

} // namespace poplin

#endif
