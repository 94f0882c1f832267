// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation of each channel of each input.
#ifndef POPNN_INSTANCE_NORM_HPP
#define POPNN_INSTANCE_NORM_HPP

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
namespace in {

// Activations [N, C, field...], rank 2 at least, FLOAT or HALF; statistics have one element for
// each input and channel, n * C + c. gamma and beta have one element a channel. Formulas, types,
// errors and costs: poplin/Norms.hpp. Options: groupNormStridedChannelGrouping [false], without
// effect here.

/// (mean, 1 / standard deviation).
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor> instanceNormStatistics(
    poplar::Graph &graph, const poplar::Tensor acts, float eps, poplar::program::Sequence &prog,
    bool unbiasedVarEstimate, bool stableAlgo, const poplar::Type &partialsType = poplar::FLOAT,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
/// (acts - mean) * invStdDev.
POPLAR_EMU_EXPORT poplar::Tensor
instanceNormWhiten(poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &mean,
                   const poplar::Tensor &invStdDev, poplar::program::Sequence &prog,
                   const poplar::DebugContext &debugContext = {},
                   const poplar::OptionFlags &options = {});
/// (whitened * gamma + beta, whitened).
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
instanceNormalise(poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &gamma,
                  const poplar::Tensor &beta, const poplar::Tensor &mean,
                  const poplar::Tensor &invStdDev, poplar::program::Sequence &prog,
                  const poplar::DebugContext &debugContext = {},
                  const poplar::OptionFlags &options = {});
/// Gradients of gamma and beta.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor> instanceNormParamGradients(
    poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &gradsIn,
    const poplar::Tensor &mean, const poplar::Tensor &invStdDev, poplar::program::Sequence &prog,
    const poplar::Type &partialsType = poplar::FLOAT, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor> instanceNormParamGradients(
    poplar::Graph &graph, const poplar::Tensor &actsWhitened, const poplar::Tensor &gradsIn,
    poplar::program::Sequence &prog, const poplar::Type &partialsType = poplar::FLOAT,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
/// The gradient of the activations.
POPLAR_EMU_EXPORT poplar::Tensor instanceNormGradients(
    poplar::Graph &graph, const poplar::Tensor &acts, const poplar::Tensor &gradsIn,
    const poplar::Tensor &mean, const poplar::Tensor &invStdDev, const poplar::Tensor &gamma,
    poplar::program::Sequence &prog, const poplar::Type &partialsType = poplar::FLOAT,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor instanceNormGradients(
    poplar::Graph &graph, const poplar::Tensor &actsWhitened, const poplar::Tensor &gradsIn,
    const poplar::Tensor &invStdDev, const poplar::Tensor &gamma, poplar::program::Sequence &prog,
    const poplar::Type &partialsType = poplar::FLOAT, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});
/// gamma += scale * gammaDelta, beta += scale * betaDelta.
POPLAR_EMU_EXPORT void instanceNormParamUpdate(
    poplar::Graph &graph, const poplar::Tensor &gammaDelta, const poplar::Tensor &betaDelta,
    float scale, poplar::Tensor &gamma, poplar::Tensor &beta, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void instanceNormParamUpdate(
    poplar::Graph &graph, const poplar::Tensor &gammaDelta, const poplar::Tensor &betaDelta,
    const poplar::Tensor &scale, poplar::Tensor &gamma, poplar::Tensor &beta,
    poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});

} // namespace in
} // namespace popnn

#endif
