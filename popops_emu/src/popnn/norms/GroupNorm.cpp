// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation of groups of channels of one input.
#include "norms/Grouped.hpp"

#include <popnn/GroupNorm.hpp>
#include <popops/ScaledAdd.hpp>

namespace popnn {
namespace gn {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

namespace {

constexpr NormKind kKind = NormKind::Group;

} // namespace

std::pair<poplar::Tensor, poplar::Tensor>
groupNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog, unsigned numGroups,
                    bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                    const DebugContext &debugContext, const OptionFlags &options) {
  return statistics("popnn::gn::groupNormStatistics", graph, {kKind, numGroups}, acts, eps, prog,
                    unbiasedVarEstimate, stableAlgo, partialsType, debugContext, options);
}

poplar::Tensor groupNormWhiten(Graph &graph, const Tensor &acts, const Tensor &mean,
                               const Tensor &invStdDev, Sequence &prog,
                               const DebugContext &debugContext, const OptionFlags &options) {
  return whiten("popnn::gn::groupNormWhiten", graph, kKind, acts, mean, invStdDev, prog,
                debugContext, options);
}

std::pair<poplar::Tensor, poplar::Tensor>
groupNormalise(Graph &graph, const Tensor &acts, const Tensor &gamma, const Tensor &beta,
               const Tensor &mean, const Tensor &invStdDev, Sequence &prog,
               const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened = whiten("popnn::gn::groupNormalise", graph, kKind, acts, mean, invStdDev,
                                 prog, debugContext, options);
  return {poplin::normalise(graph, whitened, gamma, beta, prog, debugContext), whitened};
}

std::pair<poplar::Tensor, poplar::Tensor>
groupNormParamGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn, const Tensor &mean,
                        const Tensor &invStdDev, Sequence &prog, const Type &partialsType,
                        const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      groupNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return groupNormParamGradients(graph, whitened, gradsIn, prog, partialsType, debugContext,
                                 options);
}

std::pair<poplar::Tensor, poplar::Tensor>
groupNormParamGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                        Sequence &prog, const Type &partialsType, const DebugContext &debugContext,
                        const OptionFlags &options) {
  checkOptions(options);
  return poplin::normParamGradients(graph, actsWhitened, gradsIn, prog, partialsType, debugContext);
}

poplar::Tensor groupNormGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn,
                                  const Tensor &mean, const Tensor &invStdDev, const Tensor &gamma,
                                  Sequence &prog, const Type &partialsType,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      groupNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return groupNormGradients(graph, whitened, gradsIn, invStdDev, gamma, prog, partialsType,
                            debugContext, options);
}

poplar::Tensor groupNormGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                                  const Tensor &invStdDev, const Tensor &gamma, Sequence &prog,
                                  const Type &partialsType, const DebugContext &debugContext,
                                  const OptionFlags &options) {
  return gradients("popnn::gn::groupNormGradients", graph, kKind, actsWhitened, gradsIn, invStdDev,
                   gamma, prog, partialsType, debugContext, options);
}

void groupNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                          float scale, poplar::Tensor &gamma, poplar::Tensor &beta, Sequence &prog,
                          const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

void groupNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                          const Tensor &scale, poplar::Tensor &gamma, poplar::Tensor &beta,
                          Sequence &prog, const DebugContext &debugContext,
                          const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

} // namespace gn
} // namespace popnn
