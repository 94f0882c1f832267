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
constexpr const char *kNamespace = "bn";

} // namespace

#define NORM(name) batch##name
#include "norms/Family.inc"

std::pair<poplar::Tensor, poplar::Tensor>
batchNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog,
                    bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                    const DebugContext &debugContext, const OptionFlags &options) {
  return statistics(operation(__func__), graph, {kKind, 0}, acts, eps, prog, unbiasedVarEstimate,
                    stableAlgo, partialsType, debugContext, options);
}

poplar::Tensor batchNormalise(Graph &graph, const Tensor &acts, const Tensor &combinedMultiplicand,
                              const Tensor &addend, Sequence &prog,
                              const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  return poplin::normalise(graph, acts, combinedMultiplicand, addend, prog, debugContext);
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
