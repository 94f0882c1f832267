// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation over the batch.
#include "norms/Grouped.hpp"

#include <popnn/BatchNorm.hpp>
#include <popops/ScaledAdd.hpp>

namespace popnn {
namespace bn {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

namespace {

constexpr NormKind kKind = NormKind::Batch;

} // namespace

std::pair<poplar::Tensor, poplar::Tensor>
batchNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog,
                    bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                    const DebugContext &debugContext, const OptionFlags &options) {
  return statistics("popnn::bn::batchNormStatistics", graph, {kKind, 0}, acts, eps, prog,
                    unbiasedVarEstimate, stableAlgo, partialsType, debugContext, options);
}

poplar::Tensor batchNormWhiten(Graph &graph, const Tensor &acts, const Tensor &mean,
                               const Tensor &invStdDev, Sequence &prog,
                               const DebugContext &debugContext, const OptionFlags &options) {
  return whiten("popnn::bn::batchNormWhiten", graph, kKind, acts, mean, invStdDev, prog,
                debugContext, options);
}

std::pair<poplar::Tensor, poplar::Tensor>
batchNormalise(Graph &graph, const Tensor &acts, const Tensor &gamma, const Tensor &beta,
               const Tensor &mean, const Tensor &invStdDev, Sequence &prog,
               const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened = whiten("popnn::bn::batchNormalise", graph, kKind, acts, mean, invStdDev,
                                 prog, debugContext, options);
  return {poplin::normalise(graph, whitened, gamma, beta, prog, debugContext), whitened};
}

poplar::Tensor batchNormalise(Graph &graph, const Tensor &acts, const Tensor &combinedMultiplicand,
                              const Tensor &addend, Sequence &prog,
                              const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  return poplin::normalise(graph, acts, combinedMultiplicand, addend, prog, debugContext);
}

std::pair<poplar::Tensor, poplar::Tensor>
batchNormParamGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn, const Tensor &mean,
                        const Tensor &invStdDev, Sequence &prog, const Type &partialsType,
                        const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      batchNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return batchNormParamGradients(graph, whitened, gradsIn, prog, partialsType, debugContext,
                                 options);
}

std::pair<poplar::Tensor, poplar::Tensor>
batchNormParamGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                        Sequence &prog, const Type &partialsType, const DebugContext &debugContext,
                        const OptionFlags &options) {
  checkOptions(options);
  return poplin::normParamGradients(graph, actsWhitened, gradsIn, prog, partialsType, debugContext);
}

poplar::Tensor batchNormGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn,
                                  const Tensor &mean, const Tensor &invStdDev, const Tensor &gamma,
                                  Sequence &prog, const Type &partialsType,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      batchNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return batchNormGradients(graph, whitened, gradsIn, invStdDev, gamma, prog, partialsType,
                            debugContext, options);
}

poplar::Tensor batchNormGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                                  const Tensor &invStdDev, const Tensor &gamma, Sequence &prog,
                                  const Type &partialsType, const DebugContext &debugContext,
                                  const OptionFlags &options) {
  return gradients("popnn::bn::batchNormGradients", graph, kKind, actsWhitened, gradsIn, invStdDev,
                   gamma, prog, partialsType, debugContext, options);
}

void batchNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                          float scale, poplar::Tensor &gamma, poplar::Tensor &beta, Sequence &prog,
                          const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

void batchNormParamUpdate(Graph &graph, const Tensor &gammaDelta, const Tensor &betaDelta,
                          const Tensor &scale, poplar::Tensor &gamma, poplar::Tensor &beta,
                          Sequence &prog, const DebugContext &debugContext,
                          const OptionFlags &options) {
  checkOptions(options);
  popops::scaledAddTo(graph, gamma, gammaDelta, scale, prog, {debugContext, "gamma"});
  popops::scaledAddTo(graph, beta, betaDelta, scale, prog, {debugContext, "beta"});
}

std::pair<poplar::Tensor, poplar::Tensor> distributedBatchNormStatistics(
    Graph &graph, const Tensor acts, float eps, Sequence &prog, bool unbiasedVarEstimate,
    poplin::DistributedNormReduceCallback reduceCallback, unsigned normBatchSize, bool stableAlgo,
    const Type &partialsType, const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  return poplin::distributedNormStatistics(graph, acts, eps, prog, unbiasedVarEstimate,
                                           std::move(reduceCallback), normBatchSize, stableAlgo,
                                           partialsType, debugContext);
}

poplar::Tensor
distributedBatchNormGradients(Graph &graph, const Tensor &acts, const Tensor &gradsIn,
                              const Tensor &mean, const Tensor &invStdDev, const Tensor &gamma,
                              Sequence &prog, poplin::DistributedNormReduceCallback reduceCallback,
                              unsigned normBatchSize, const Type &partialsType,
                              const DebugContext &debugContext, const OptionFlags &options) {
  const Tensor whitened =
      batchNormWhiten(graph, acts, mean, invStdDev, prog, debugContext, options);
  return distributedBatchNormGradients(graph, whitened, gradsIn, invStdDev, gamma, prog,
                                       std::move(reduceCallback), normBatchSize, partialsType,
                                       debugContext, options);
}

poplar::Tensor distributedBatchNormGradients(Graph &graph, const Tensor &actsWhitened,
                                             const Tensor &gradsIn, const Tensor &invStdDev,
                                             const Tensor &gamma, Sequence &prog,
                                             poplin::DistributedNormReduceCallback reduceCallback,
                                             unsigned normBatchSize, const Type &partialsType,
                                             const DebugContext &debugContext,
                                             const OptionFlags &options) {
  checkOptions(options);
  const Tensor scaled = poplin::normGradients(graph, gradsIn, gamma, prog, debugContext);
  return poplin::distributedNormStatisticsGradients(graph, actsWhitened, scaled, invStdDev, prog,
                                                    std::move(reduceCallback), normBatchSize,
                                                    partialsType, debugContext);
}

} // namespace bn
} // namespace popnn
