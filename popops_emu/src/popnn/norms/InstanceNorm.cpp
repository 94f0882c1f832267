// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation of each channel of each input.
#include "norms/Grouped.hpp"

#include <popnn/InstanceNorm.hpp>
#include <popops/ScaledAdd.hpp>

namespace popnn {
namespace in {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

namespace {

constexpr NormKind kKind = NormKind::Instance;

} // namespace

std::pair<poplar::Tensor, poplar::Tensor>
instanceNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog,
                       bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                       const DebugContext &debugContext, const OptionFlags &options) {
  return statistics("popnn::in::instanceNormStatistics", graph, {kKind, 0}, acts, eps, prog,
                    unbiasedVarEstimate, stableAlgo, partialsType, debugContext, options);
}

poplar::Tensor instanceNormWhiten(Graph &graph, const Tensor &acts, const Tensor &mean,
                                  const Tensor &invStdDev, Sequence &prog,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  return whiten("popnn::in::instanceNormWhiten", graph, kKind, acts, mean, invStdDev, prog,
                debugContext, options);
}

std::pair<poplar::Tensor, poplar::Tensor>
instanceNormalise(Graph &graph, const Tensor &acts, const Tensor &gamma, const Tensor &beta,
                  const Tensor &mean, const Tensor &invStdDev, Sequence &prog,
                  const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened = whiten("popnn::in::instanceNormalise", graph, kKind, acts, mean,
                                 invStdDev, prog, debugContext, options);
  return {poplin::normalise(graph, whitened, gamma, beta, prog, debugContext), whitened};
}

std::pair<poplar::Tensor, poplar::Tensor>
instanceNormParamGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn,
                           const Tensor &mean, const Tensor &invStdDev, Sequence &prog,
                           const Type &partialsType, const DebugContext &debugContext,
                           const OptionFlags &options) {
  const Tensor whitened =
      instanceNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return instanceNormParamGradients(graph, whitened, gradsIn, prog, partialsType, debugContext,
                                    options);
}

std::pair<poplar::Tensor, poplar::Tensor>
instanceNormParamGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                           Sequence &prog, const Type &partialsType,
                           const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  return poplin::normParamGradients(graph, actsWhitened, gradsIn, prog, partialsType, debugContext);
}

poplar::Tensor instanceNormGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn,
                                     const Tensor &mean, const Tensor &invStdDev,
                                     const Tensor &gamma, Sequence &prog, const Type &partialsType,
                                     const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      instanceNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return instanceNormGradients(graph, whitened, gradsIn, invStdDev, gamma, prog, partialsType,
                               debugContext, options);
}

poplar::Tensor instanceNormGradients(Graph &graph, const Tensor &actsWhitened,
                                     const Tensor &gradsIn, const Tensor &invStdDev,
                                     const Tensor &gamma, Sequence &prog, const Type &partialsType,
                                     const DebugContext &debugContext, const OptionFlags &options) {
  return gradients("popnn::in::instanceNormGradients", graph, kKind, actsWhitened, gradsIn,
                   invStdDev, gamma, prog, partialsType, debugContext, options);
}

void instanceNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                             float scale, poplar::Tensor &gamma, poplar::Tensor &beta,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

void instanceNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                             const Tensor &scale, poplar::Tensor &gamma, poplar::Tensor &beta,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

} // namespace in
} // namespace popnn
