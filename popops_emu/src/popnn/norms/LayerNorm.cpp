// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation of whole inputs.
#include "norms/Grouped.hpp"

#include <popnn/LayerNorm.hpp>
#include <popops/ScaledAdd.hpp>

namespace popnn {
namespace ln {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

namespace {

constexpr NormKind kKind = NormKind::Layer;

} // namespace

std::pair<poplar::Tensor, poplar::Tensor>
layerNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog,
                    bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                    const DebugContext &debugContext, const OptionFlags &options) {
  return statistics("popnn::ln::layerNormStatistics", graph, {kKind, 0}, acts, eps, prog,
                    unbiasedVarEstimate, stableAlgo, partialsType, debugContext, options);
}

poplar::Tensor layerNormWhiten(Graph &graph, const Tensor &acts, const Tensor &mean,
                               const Tensor &invStdDev, Sequence &prog,
                               const DebugContext &debugContext, const OptionFlags &options) {
  return whiten("popnn::ln::layerNormWhiten", graph, kKind, acts, mean, invStdDev, prog,
                debugContext, options);
}

std::pair<poplar::Tensor, poplar::Tensor>
layerNormalise(Graph &graph, const Tensor &acts, const Tensor &gamma, const Tensor &beta,
               const Tensor &mean, const Tensor &invStdDev, Sequence &prog,
               const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened = whiten("popnn::ln::layerNormalise", graph, kKind, acts, mean, invStdDev,
                                 prog, debugContext, options);
  return {poplin::normalise(graph, whitened, gamma, beta, prog, debugContext), whitened};
}

std::pair<poplar::Tensor, poplar::Tensor>
layerNormParamGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn, const Tensor &mean,
                        const Tensor &invStdDev, Sequence &prog, const Type &partialsType,
                        const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      layerNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return layerNormParamGradients(graph, whitened, gradsIn, prog, partialsType, debugContext,
                                 options);
}

std::pair<poplar::Tensor, poplar::Tensor>
layerNormParamGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                        Sequence &prog, const Type &partialsType, const DebugContext &debugContext,
                        const OptionFlags &options) {
  checkOptions(options);
  return poplin::normParamGradients(graph, actsWhitened, gradsIn, prog, partialsType, debugContext);
}

poplar::Tensor layerNormGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn,
                                  const Tensor &mean, const Tensor &invStdDev, const Tensor &gamma,
                                  Sequence &prog, const Type &partialsType,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      layerNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return layerNormGradients(graph, whitened, gradsIn, invStdDev, gamma, prog, partialsType,
                            debugContext, options);
}

poplar::Tensor layerNormGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                                  const Tensor &invStdDev, const Tensor &gamma, Sequence &prog,
                                  const Type &partialsType, const DebugContext &debugContext,
                                  const OptionFlags &options) {
  return gradients("popnn::ln::layerNormGradients", graph, kKind, actsWhitened, gradsIn, invStdDev,
                   gamma, prog, partialsType, debugContext, options);
}

void layerNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                          float scale, poplar::Tensor &gamma, poplar::Tensor &beta, Sequence &prog,
                          const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

void layerNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                          const Tensor &scale, poplar::Tensor &gamma, poplar::Tensor &beta,
                          Sequence &prog, const DebugContext &debugContext,
                          const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

} // namespace ln
} // namespace popnn
