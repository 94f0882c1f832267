// SPDX-License-Identifier: MIT
// Plans for people, and plans ahead of their use.
#include "matmul/MatMul.hpp"

#include <poplin/MatMul.hpp>

#include <algorithm>
#include <ostream>
#include <tuple>

namespace poplin {

using poplar::OptionFlags;
using poplar::Type;

namespace {

Plan planOf(const poplar::Target &target, const MatMulParams &params, const OptionFlags &flags,
            PlanningCache *cache, Problem &problem) {
  checkProduct("poplin::matMulReportPlan", params.inputType, params.outputType, params.aShape,
               params.bShape);
  const MatMulOptions options = parseMatMulOptions(flags);
  problem = makeProblem(params.inputType, params.outputType, params.aShape, params.bShape, options);
  return planFor(target, problem, options.memoryProportion, cache);
}

} // namespace

bool operator<(const MatMulParams &a, const MatMulParams &b) {
  return std::tie(a.inputType, a.outputType, a.aShape, a.bShape) <
         std::tie(b.inputType, b.outputType, b.aShape, b.bShape);
}

void matMulGroupedReportPlan(std::ostream &out, const poplar::Graph &graph, const Type &inputType,
                             const Type &outputType, const std::vector<std::size_t> &aShape,
                             const std::vector<std::size_t> &bShape, const OptionFlags &options,
                             PlanningCache *cache) {
  if (bShape.size() == 3 && bShape[2] == 0) {
    out << "B has no columns: the result needs special handling, there is no plan\n";
    return;
  }
  Problem problem;
  const Plan plan =
      planOf(graph.getTarget(), {inputType, outputType, aShape, bShape}, options, cache, problem);
  out << "product:      " << problem.groups << " x [" << problem.m << "," << problem.k << "] x ["
      << problem.k << "," << problem.n << "], " << inputType << " to " << outputType << ", sums in "
      << problem.partial << "\n"
      << "block of C:   " << plan.m << " x " << plan.n << ", " << plan.mBlocks << " x "
      << plan.nBlocks << " of them\n"
      << "depth:        " << plan.depth << " at a time, " << plan.steps << " steps, on "
      << plan.splits << " tiles a block\n"
      << "tiles:        "
      << std::min<std::size_t>(plan.units(problem), graph.getTarget().getNumTiles()) << " of "
      << graph.getTarget().getNumTiles() << "\n"
      << "estimate:     " << static_cast<std::size_t>(plan.cycles) << " cycles, "
      << static_cast<std::size_t>(plan.bytes) << " bytes on the fullest tile\n";
}

void matMulReportPlan(std::ostream &out, const poplar::Graph &graph, const Type &inputType,
                      const Type &outputType, const std::vector<std::size_t> &aShape,
                      const std::vector<std::size_t> &bShape, const OptionFlags &options,
                      PlanningCache *cache) {
  const auto group = [](std::vector<std::size_t> shape) {
    shape.insert(shape.begin(), 1);
    return shape;
  };
  matMulGroupedReportPlan(out, graph, inputType, outputType, group(aShape), group(bShape), options,
                          cache);
}

std::set<ConvPlanParams> matMulGetConvPlanParams(const std::set<MatMulPlanParams> &matmuls,
                                                 MatMulToConvOptions &matmulOptsToConvOpts) {
  std::set<ConvPlanParams> convs;
  for (const auto &[target, params, options] : matmuls) {
    const MatMulOptions parsed = parseMatMulOptions(*options);
    OptionFlags &flags = matmulOptsToConvOpts[options];
    flags.set("availableMemoryProportion", std::to_string(parsed.memoryProportion));
    flags.set("partialsType", parsed.partialsType.toString());
    // C[M,N] is a convolution over a field of no dimensions: M inputs of K channels give N.
    convs.emplace(target,
                  ConvParams(params.inputType, params.outputType, params.aShape[1], {}, {},
                             params.aShape[2], params.bShape[2], params.aShape[0]),
                  &flags);
  }
  return convs;
}

void planMatMuls(const std::set<MatMulPlanParams> &matmuls, PlanningCache &cache) {
  for (const auto &[target, params, options] : matmuls) {
    Problem problem;
    planOf(*target, params, *options, &cache, problem);
  }
}

void preplanMatMuls(const std::set<MatMulPlanParams> &matmuls, matmul::PlanningCache &cache) {
  planMatMuls(matmuls, cache);
}

} // namespace poplin
