// SPDX-License-Identifier: MIT
// Normalisation by element-wise operations and reductions.
#include "support/Errors.hpp"
#include "support/Types.hpp"

#include <poplin/Norms.hpp>
#include <popops/Cast.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

namespace poplin {

using namespace popops::expr;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;

namespace {

void checkActs(const std::string &operation, const Tensor &acts) {
  const Type &type = acts.elementType();
  if (acts.rank() >= 2 && popops::support::isReal(type) && acts.dim(1) > 0) return;
  fail(operation, "the activations are " + describe(acts),
       "use FLOAT or HALF of shape [N, C, field...]");
}

/// [C] as [C, 1, ...], which broadcasts to the activations.
Tensor alongChannels(const std::string &operation, const Tensor &acts, const Tensor &perChannel) {
  if (perChannel.rank() != 1 || perChannel.dim(0) != acts.dim(1))
    fail(operation,
         "the activations are " + describe(acts) + " and a parameter is " + describe(perChannel),
         "give parameters one element a channel");
  std::vector<std::size_t> shape(acts.rank() - 1, 1);
  shape[0] = perChannel.dim(0);
  return perChannel.reshape(shape);
}

std::vector<std::size_t> allButChannels(const Tensor &acts) {
  std::vector<std::size_t> dims = {0};
  for (std::size_t d = 2; d < acts.rank(); ++d)
    dims.push_back(d);
  return dims;
}

Tensor sum(Graph &graph, const Tensor &acts, popops::Operation op, Sequence &prog,
           const poplar::DebugNameAndId &name) {
  return popops::reduce(graph, acts, poplar::FLOAT, allButChannels(acts), op, prog, {name});
}

Tensor castTo(Graph &graph, const Tensor &t, const Type &type, Sequence &prog,
              const poplar::DebugNameAndId &name) {
  return t.elementType() == type ? t : popops::cast(graph, t, type, prog, {name});
}

/// How many elements a channel has, here and on all replicas of the norm.
struct Population {
  float elements;
  unsigned replicas;
};

Population populationOf(const std::string &operation, const Tensor &acts, unsigned normSize) {
  const std::size_t batch = acts.dim(0), here = acts.numElements() / acts.dim(1);
  if (normSize == 0) return {static_cast<float>(here), 1};
  if (batch == 0 || normSize % batch != 0)
    fail(operation,
         "the norm is over " + std::to_string(normSize) + " inputs and the batch has " +
             std::to_string(batch),
         "make the size of the norm a multiple of the batch");
  const auto replicas = static_cast<unsigned>(normSize / batch);
  return {static_cast<float>(here) * static_cast<float>(replicas), replicas};
}

/// Sums over replicas, if there are several.
std::vector<Tensor> overReplicas(Graph &graph, std::vector<Tensor> sums, Sequence &prog,
                                 const Population &population,
                                 const DistributedNormReduceCallback &callback,
                                 const poplar::DebugNameAndId &name) {
  if (population.replicas == 1) return sums;
  return callback(graph, sums, prog, population.replicas, {name}, {});
}

std::pair<Tensor, Tensor> statistics(const std::string &operation, Graph &graph, const Tensor &acts,
                                     float eps, Sequence &prog, bool unbiased, bool stable,
                                     unsigned normSize,
                                     const DistributedNormReduceCallback &callback,
                                     const poplar::DebugNameAndId &name) {
  checkActs(operation, acts);
  const Population population = populationOf(operation, acts, normSize);
  const float n = population.elements, share = 1.0f / n;
  const float bias = unbiased && n > 1 ? n / (n - 1) : 1.0f;
  Tensor mean, variance;
  if (stable) {
    const auto total =
        overReplicas(graph, {sum(graph, acts, popops::Operation::ADD, prog, {name, "sum"})}, prog,
                     population, callback, name);
    mean = popops::map(graph, _1 * Const(share), {total[0]}, prog, {name, "mean"});
    const Tensor exact = castTo(graph, acts, poplar::FLOAT, prog, {name, "acts"});
    const Tensor differences =
        popops::sub(graph, exact, alongChannels(operation, acts, mean), prog, {name, "centre"});
    const auto squares = overReplicas(
        graph, {sum(graph, differences, popops::Operation::SQUARE_ADD, prog, {name, "squares"})},
        prog, population, callback, name);
    variance = popops::map(graph, _1 * Const(share), {squares[0]}, prog, {name, "variance"});
  } else {
    const auto sums =
        overReplicas(graph,
                     {sum(graph, acts, popops::Operation::ADD, prog, {name, "sum"}),
                      sum(graph, acts, popops::Operation::SQUARE_ADD, prog, {name, "squares"})},
                     prog, population, callback, name);
    mean = popops::map(graph, _1 * Const(share), {sums[0]}, prog, {name, "mean"});
    variance = popops::map(graph, Max(_1 * Const(share) - _2 * _2, Const(0.0f)), {sums[1], mean},
                           prog, {name, "variance"});
  }
  const Tensor invStdDev = popops::map(graph, Rsqrt((_1 + Const(eps)) * Const(bias)), {variance},
                                       prog, {name, "invStdDev"});
  return {castTo(graph, mean, acts.elementType(), prog, {name, "mean"}),
          castTo(graph, invStdDev, acts.elementType(), prog, {name, "invStdDev"})};
}

Tensor statisticsGradients(const std::string &operation, Graph &graph, const Tensor &whitened,
                           const Tensor &gradsIn, const Tensor &invStdDev, Sequence &prog,
                           unsigned normSize, const DistributedNormReduceCallback &callback,
                           const poplar::DebugNameAndId &name) {
  checkActs(operation, whitened);
  const Population population = populationOf(operation, whitened, normSize);
  const Tensor products = popops::mul(graph, whitened, gradsIn, prog, {name, "products"});
  const auto sums =
      overReplicas(graph,
                   {sum(graph, gradsIn, popops::Operation::ADD, prog, {name, "sum"}),
                    sum(graph, products, popops::Operation::ADD, prog, {name, "sumOfProducts"})},
                   prog, population, callback, name);
  const Type &type = whitened.elementType();
  const auto mean = [&](const Tensor &t) {
    return alongChannels(
        operation, whitened,
        castTo(graph, popops::map(graph, _1 * Const(1.0f / population.elements), {t}, prog, {name}),
               type, prog, {name}));
  };
  return popops::map(graph, _5 * (_1 - _2 - _3 * _4),
                     {gradsIn, mean(sums[0]), whitened, mean(sums[1]),
                      alongChannels(operation, whitened, invStdDev)},
                     prog, {name, "gradients"});
}

} // namespace

Tensor createNormGamma(Graph &graph, const Tensor &acts, const Type &type,
                       const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(acts, type));
  checkActs("poplin::createNormGamma", acts);
  return poputil::createBroadcastOperand(graph, acts, type, 1, false, {di, "gamma"});
}
Tensor createNormGamma(Graph &graph, const Tensor &acts, const DebugContext &debugContext) {
  return createNormGamma(graph, acts, acts.elementType(), debugContext);
}
Tensor createNormBeta(Graph &graph, const Tensor &acts, const Type &type,
                      const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(acts, type));
  checkActs("poplin::createNormBeta", acts);
  return poputil::createBroadcastOperand(graph, acts, type, 1, false, {di, "beta"});
}
Tensor createNormBeta(Graph &graph, const Tensor &acts, const DebugContext &debugContext) {
  return createNormBeta(graph, acts, acts.elementType(), debugContext);
}
std::pair<Tensor, Tensor> createNormParams(Graph &graph, const Tensor &acts,
                                           const DebugContext &debugContext) {
  return {createNormGamma(graph, acts, debugContext), createNormBeta(graph, acts, debugContext)};
}

std::pair<Tensor, Tensor> normStatistics(Graph &graph, const Tensor &acts, float eps,
                                         Sequence &prog, bool unbiasedVarEstimate, bool stableAlgo,
                                         const Type &, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(acts, eps));
  return statistics("poplin::normStatistics", graph, acts, eps, prog, unbiasedVarEstimate,
                    stableAlgo, 0, {}, {di});
}

std::pair<Tensor, Tensor> distributedNormStatistics(Graph &graph, const Tensor &acts, float eps,
                                                    Sequence &prog, bool unbiasedVarEstimate,
                                                    DistributedNormReduceCallback callback,
                                                    unsigned normSize, bool stableAlgo,
                                                    const Type &,
                                                    const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(acts, eps, normSize));
  return statistics("poplin::distributedNormStatistics", graph, acts, eps, prog,
                    unbiasedVarEstimate, stableAlgo, normSize, callback, {di});
}

Tensor normWhiten(Graph &graph, const Tensor &acts, const Tensor &mean, const Tensor &invStdDev,
                  Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(acts, mean, invStdDev));
  const std::string operation = "poplin::normWhiten";
  checkActs(operation, acts);
  return popops::map(
      graph, (_1 - _2) * _3,
      {acts, alongChannels(operation, acts, mean), alongChannels(operation, acts, invStdDev)}, prog,
      {di, "whiten"});
}

Tensor normalise(Graph &graph, const Tensor &actsWhitened, const Tensor &gamma, const Tensor &beta,
                 Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(actsWhitened, gamma, beta));
  const std::string operation = "poplin::normalise";
  checkActs(operation, actsWhitened);
  return popops::map(graph, _1 * _2 + _3,
                     {actsWhitened, alongChannels(operation, actsWhitened, gamma),
                      alongChannels(operation, actsWhitened, beta)},
                     prog, {di, "normalise"});
}

std::pair<Tensor, Tensor> normParamGradients(Graph &graph, const Tensor &actsWhitened,
                                             const Tensor &gradsIn, Sequence &prog, const Type &,
                                             const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(actsWhitened, gradsIn));
  checkActs("poplin::normParamGradients", actsWhitened);
  const Type &type = actsWhitened.elementType();
  const Tensor products = popops::mul(graph, actsWhitened, gradsIn, prog, {di, "products"});
  const auto total = [&](const Tensor &t, const char *name) {
    return castTo(graph, sum(graph, t, popops::Operation::ADD, prog, {di, name}), type, prog,
                  {di, name});
  };
  return {total(products, "gamma"), total(gradsIn, "beta")};
}

Tensor normGradients(Graph &graph, const Tensor &gradsIn, const Tensor &gamma, Sequence &prog,
                     const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(gradsIn, gamma));
  checkActs("poplin::normGradients", gradsIn);
  return popops::mul(graph, gradsIn, alongChannels("poplin::normGradients", gradsIn, gamma), prog,
                     {di, "gradients"});
}

Tensor normStatisticsGradients(Graph &graph, const Tensor &actsWhitened, const Tensor &gradsIn,
                               const Tensor &invStdDev, Sequence &prog, const Type &,
                               const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(actsWhitened, gradsIn, invStdDev));
  return statisticsGradients("poplin::normStatisticsGradients", graph, actsWhitened, gradsIn,
                             invStdDev, prog, 0, {}, {di});
}

Tensor distributedNormStatisticsGradients(Graph &graph, const Tensor &actsWhitened,
                                          const Tensor &gradsIn, const Tensor &invStdDev,
                                          Sequence &prog, DistributedNormReduceCallback callback,
                                          unsigned normSize, const Type &,
                                          const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(actsWhitened, gradsIn, invStdDev, normSize));
  return statisticsGradients("poplin::distributedNormStatisticsGradients", graph, actsWhitened,
                             gradsIn, invStdDev, prog, normSize, callback, {di});
}

} // namespace poplin
