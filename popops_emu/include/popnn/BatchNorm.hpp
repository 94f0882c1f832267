// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation over the batch.
#ifndef POPNN_BATCH_NORM_HPP
#define POPNN_BATCH_NORM_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <poplin/Norms.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace popnn {
namespace bn {

// Activations [N, C, field...], rank 2 at least, FLOAT or HALF; statistics have one element a
// channel. gamma and beta have one element a channel. Formulas, types, errors and costs:
// poplin/Norms.hpp. Options: groupNormStridedChannelGrouping [false], without effect here.

/// (mean, 1 / standard deviation).
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
batchNormStatistics(poplar::Graph &graph, const poplar::Tensor acts, float eps,
                    poplar::program::Sequence &prog, bool unbiasedVarEstimate,
                    bool stableAlgo = false, const poplar::Type &partialsType = poplar::FLOAT,
                    const poplar::DebugContext &debugContext = {},
                    const poplar::OptionFlags &options = {});
/// (acts - mean) * invStdDev.
POPLAR_EMU_EXPORT poplar::Tensor batchNormWhiten(poplar::Graph &graph, const poplar::Tensor &acts,
                                                 const poplar::Tensor &mean,
                                                 const poplar::Tensor &invStdDev,
                                                 poplar::program::Sequence &prog,
                                                 const poplar::DebugContext &debugContext = {},
                                                 const poplar::OptionFlags &options = {});
/// (whitened * gamma + beta, whitened).
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
batchNormalise(poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &gamma,
               const poplar::Tensor &beta, const poplar::Tensor &mean,
               const poplar::Tensor &invStdDev, poplar::program::Sequence &prog,
               const poplar::DebugContext &debugContext = {},
               const poplar::OptionFlags &options = {});
/// Inference: acts * combinedMultiplicand + addend, both [C].
POPLAR_EMU_EXPORT poplar::Tensor batchNormalise(poplar::Graph &graph, const poplar::Tensor &acts,
                                                const poplar::Tensor &combinedMultiplicand,
                                                const poplar::Tensor &addend,
                                                poplar::program::Sequence &prog,
                                                const poplar::DebugContext &debugContext = {},
                                                const poplar::OptionFlags &options = {});
/// Gradients of gamma and beta.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor> batchNormParamGradients(
    poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &gradsIn,
    const poplar::Tensor &mean, const poplar::Tensor &invStdDev, poplar::program::Sequence &prog,
    const poplar::Type &partialsType = poplar::FLOAT, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor> batchNormParamGradients(
    poplar::Graph &graph, const poplar::Tensor &actsWhitened, const poplar::Tensor &gradsIn,
    poplar::program::Sequence &prog, const poplar::Type &partialsType = poplar::FLOAT,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
/// The gradient of the activations.
POPLAR_EMU_EXPORT poplar::Tensor batchNormGradients(
    poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &gradsIn,
    const poplar::Tensor &mean, const poplar::Tensor &invStdDev, const poplar::Tensor &gamma,
    poplar::program::Sequence &prog, const poplar::Type &partialsType = poplar::FLOAT,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor batchNormGradients(
    poplar::Graph &graph, const poplar::Tensor &actsWhitened, const poplar::Tensor &gradsIn,
    const poplar::Tensor &invStdDev, const poplar::Tensor &gamma, poplar::program::Sequence &prog,
    const poplar::Type &partialsType = poplar::FLOAT, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});
/// gamma += scale * gammaDelta, beta += scale * betaDelta.
POPLAR_EMU_EXPORT void batchNormParamUpdate(poplar::Graph &graph, const poplar::Tensor &gammaDelta,
                                            const poplar::Tensor &betaDelta, float scale,
                                            poplar::Tensor &gamma, poplar::Tensor &beta,
                                            poplar::program::Sequence &prog,
                                            const poplar::DebugContext &debugContext = {},
                                            const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void batchNormParamUpdate(poplar::Graph &graph, const poplar::Tensor &gammaDelta,
                                            const poplar::Tensor &betaDelta,
                                            const poplar::Tensor &scale, poplar::Tensor &gamma,
                                            poplar::Tensor &beta, poplar::program::Sequence &prog,
                                            const poplar::DebugContext &debugContext = {},
                                            const poplar::OptionFlags &options = {});

/// Over normBatchSize inputs on several replicas, see poplin/Norms.hpp.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor> distributedBatchNormStatistics(
    poplar::Graph &graph, const poplar::Tensor acts, float eps, poplar::program::Sequence &prog,
    bool unbiasedVarEstimate, poplin::DistributedNormReduceCallback reduceCallback,
    unsigned normBatchSize, bool stableAlgo = false,
    const poplar::Type &partialsType = poplar::FLOAT, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor distributedBatchNormGradients(
    poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &gradsIn,
    const poplar::Tensor &mean, const poplar::Tensor &invStdDev, const poplar::Tensor &gamma,
    poplar::program::Sequence &prog, poplin::DistributedNormReduceCallback reduceCallback,
    unsigned normBatchSize, const poplar::Type &partialsType = poplar::FLOAT,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor distributedBatchNormGradients(
    poplar::Graph &graph, const poplar::Tensor &actsWhitened, const poplar::Tensor &gradsIn,
    const poplar::Tensor &invStdDev, const poplar::Tensor &gamma, poplar::program::Sequence &prog,
    poplin::DistributedNormReduceCallback reduceCallback, unsigned normBatchSize,
    const poplar::Type &partialsType = poplar::FLOAT, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});

} // namespace bn
} // namespace popnn

#endif
