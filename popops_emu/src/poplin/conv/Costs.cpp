// SPDX-License-Identifier: MIT
// What convolutions cost, and plans ahead of their use.
#include "conv/Problem.hpp"

#include <poplin/ConvPreplan.hpp>
#include <poplin/ConvUtil.hpp>
#include <poplin/Convolution.hpp>
#include <poplin/MatMul.hpp>

#include <algorithm>
#include <ostream>

namespace poplin {

using poplar::Graph;
using poplar::OptionFlags;

namespace {

/// Products of elements that are no padding.
std::uint64_t products(const ConvParams &params) {
  std::uint64_t count = params.batchSize * params.numConvGroups * params.inputChannelsPerConvGroup *
                        params.outputChannelsPerConvGroup;
  for (unsigned d = 0; d < params.getNumFieldDims(); ++d) {
    std::uint64_t pairs = 0;
    for (unsigned o = 0; o < params.getOutputSize(d); ++o)
      for (unsigned k = 0; k < params.kernelShape[d]; ++k)
        pairs += getInputIndex(d, o, k, params) != ~0U;
    count *= pairs;
  }
  return count;
}

double perfectCycles(const Graph &graph, const ConvParams &params) {
  const poplar::Target &target = graph.getTarget();
  const double perTile = params.inputType == poplar::FLOAT ? 16 : 64;
  return static_cast<double>(products(params)) / (perTile * target.getNumTiles());
}

void report(std::ostream &out, const Graph &graph, const Problem &problem,
            const ProductOptions &options, PlanningCache *cache) {
  OptionFlags flags{{"availableMemoryProportion", std::to_string(options.memoryProportion)},
                    {"partialsType", options.partialsType.toString()}};
  matMulGroupedReportPlan(out, graph, problem.in, problem.out,
                          {problem.groups, problem.m, problem.k},
                          {problem.groups, problem.k, problem.n}, flags, cache);
}

} // namespace

std::uint64_t getFwdFlops(const ConvParams &params) {
  return 2 * products(params.canonicalize());
}
std::uint64_t getBwdFlops(const ConvParams &params) {
  return getFwdFlops(params);
}
std::uint64_t getWuFlops(const ConvParams &params) {
  return getFwdFlops(params);
}

double getFwdPerfectCycleCount(const Graph &graph, const ConvParams &params) {
  return perfectCycles(graph, params.canonicalize());
}
double getBwdPerfectCycleCount(const Graph &graph, const ConvParams &params) {
  return getFwdPerfectCycleCount(graph, params);
}
double getWuPerfectCycleCount(const Graph &graph, const ConvParams &params) {
  return getFwdPerfectCycleCount(graph, params);
}

void reportPlanInfo(std::ostream &out, const Graph &graph, const ConvParams &params,
                    const OptionFlags &options, PlanningCache *cache) {
  const Convolution c("poplin::reportPlanInfo", params, options);
  report(out, graph, c.problem, c.options, cache);
}

void reportWeightUpdatePlanInfo(std::ostream &out, const Graph &graph, const ConvParams &params,
                                const OptionFlags &options, PlanningCache *cache) {
  const Convolution c("poplin::reportWeightUpdatePlanInfo", params, options);
  report(out, graph, weightProblem(c), c.options, cache);
}

PlanCosts reportPlanEstimatedCosts(const Graph &graph, const ConvParams &params,
                                   const OptionFlags &options, PlanningCache *cache) {
  const Convolution c("poplin::reportPlanEstimatedCosts", params, options);
  const Plan plan = planFor(graph.getTarget(), c.problem, c.options.memoryProportion, cache);
  return {static_cast<std::size_t>(plan.cycles), static_cast<std::size_t>(plan.bytes)};
}

void preplanConvolutions(const std::set<ConvPlanParams> &convs, PlanningCache &cache) {
  for (const auto &[target, params, options] : convs) {
    const Convolution c("poplin::preplanConvolutions", params, *options);
    planFor(*target, c.problem, c.options.memoryProportion, &cache);
  }
}

void preplanConvolutions(Graph &, const std::set<ConvPlanParams> &convs, PlanningCache &cache) {
  preplanConvolutions(convs, cache);
}

void preplan(const std::set<ConvPlanParams> &convs, const std::set<MatMulPlanParams> &matmuls,
             PlanningCache &cache) {
  preplanConvolutions(convs, cache);
  planMatMuls(matmuls, cache);
}

void convolutionValidateOptions(const OptionFlags &options) {
  parseConvOptions(options);
}

} // namespace poplin
