// SPDX-License-Identifier: MIT
// Variables for operands and results, laid out for their product.
#include "matmul/Layout.hpp"
#include "matmul/MatMul.hpp"

#include "support/Errors.hpp"

#include <poplin/MatMul.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>

namespace poplin {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using popops::support::describe;
using popops::support::fail;

namespace {

enum class Operand { Left, Right, Result };

Shape asGroup(const std::string &operation, const Shape &shape) {
  if (shape.size() != 2)
    fail(operation, "a shape has " + std::to_string(shape.size()) + " dimensions",
         "give shapes of matrices, of rank 2, or use the Grouped form for rank 3");
  return {1, shape[0], shape[1]};
}

/// QUARTER variables are of this many elements with the metadata that the documentation names.
Tensor withMetadata(Graph &graph, const Tensor &bytes, const DebugContext &name) {
  const Tensor metadata =
      poputil::createVariableMetadataTensor(graph, poplar::QuarterMetadata::Format::F143, 0);
  const Tensor t = graph.addVariable(poplar::QUARTER, metadata, bytes.shape(), name);
  graph.setTileMapping(t, graph.getTileMapping(bytes));
  return t;
}

Tensor create(const std::string &operation, Operand operand, Graph &graph, const Type &inputType,
              const Type &outputType, const Shape &aShape, const Shape &bShape,
              const DebugContext &debugContext, const OptionFlags &flags, PlanningCache *cache) {
  checkProduct(operation, inputType, outputType, aShape, bShape);
  const MatMulOptions options = parseMatMulOptions(flags);
  const Problem problem = makeProblem(inputType, outputType, aShape, bShape, options);
  const Plan plan = planFor(graph.getTarget(), problem, options.memoryProportion, cache);
  if (operand == Operand::Result) return createResult(graph, problem, plan, debugContext);
  const bool left = operand == Operand::Left;
  if (inputType == poplar::QUARTER)
    return withMetadata(graph,
                        left ? createLeft(graph, problem, plan, poplar::UNSIGNED_CHAR, {})
                             : createRight(graph, problem, plan, poplar::UNSIGNED_CHAR, {}),
                        debugContext);
  return left ? createLeft(graph, problem, plan, inputType, debugContext)
              : createRight(graph, problem, plan, inputType, debugContext);
}

} // namespace

// The grouped forms say all; the others are groups of one.
#define POPLIN_CREATE(NAME, GROUPED_NAME, OPERAND)                                                 \
  Tensor GROUPED_NAME(Graph &graph, const Type &inputType, const Type &outputType,                 \
                      const Shape &aShape, const Shape &bShape, const DebugContext &debugContext,  \
                      const OptionFlags &options, PlanningCache *cache) {                          \
    poputil::PoplibsOpDebugInfo di(debugContext,                                                   \
                                   DI_ARGS(inputType, outputType, aShape, bShape, options));       \
    const Tensor t = create("poplin::" #GROUPED_NAME, OPERAND, graph, inputType, outputType,       \
                            aShape, bShape, {di}, options, cache);                                 \
    di.addOutput(t);                                                                               \
    return t;                                                                                      \
  }                                                                                                \
  Tensor NAME(Graph &graph, const Type &inputType, const Type &outputType, const Shape &aShape,    \
              const Shape &bShape, const DebugContext &debugContext, const OptionFlags &options,   \
              PlanningCache *cache) {                                                              \
    poputil::PoplibsOpDebugInfo di(debugContext,                                                   \
                                   DI_ARGS(inputType, outputType, aShape, bShape, options));       \
    const Tensor t = create("poplin::" #NAME, OPERAND, graph, inputType, outputType,               \
                            asGroup("poplin::" #NAME, aShape), asGroup("poplin::" #NAME, bShape),  \
                            {di}, options, cache)[0];                                              \
    di.addOutput(t);                                                                               \
    return t;                                                                                      \
  }                                                                                                \
  Tensor NAME(Graph &graph, const Type &dataType, const Shape &aShape, const Shape &bShape,        \
              const DebugContext &debugContext, const OptionFlags &options,                        \
              PlanningCache *cache) {                                                              \
    return NAME(graph, dataType, dataType, aShape, bShape, debugContext, options, cache);          \
  }

POPLIN_CREATE(createMatMulInputLHS, createMatMulGroupedInputLHS, Operand::Left)
POPLIN_CREATE(createMatMulInputRHS, createMatMulGroupedInputRHS, Operand::Right)
POPLIN_CREATE(createMatMulOutput, createMatMulGroupedOutput, Operand::Result)

#undef POPLIN_CREATE

Tensor preArrangeMatMulGroupedInputRHS(Graph &graph, const Shape &aShape, const Tensor &B,
                                       poplar::program::Sequence &prog, const Type &outputType,
                                       const DebugContext &debugContext, const OptionFlags &options,
                                       PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(aShape, B, outputType, options));
  const std::string operation = "poplin::preArrangeMatMulGroupedInputRHS";
  checkProduct(operation, B.elementType(), outputType, aShape, B.shape());
  const MatMulOptions parsed = parseMatMulOptions(options);
  if (!parsed.rhsIsPreArranged || parsed.pass != FullyConnectedPass::TrainingBackward) return B;
  const Tensor arranged = create(operation, Operand::Right, graph, B.elementType(), outputType,
                                 aShape, B.shape(), {di}, options, cache);
  prog.add(poplar::program::Copy(B, arranged, false, {di}));
  di.addOutput(arranged);
  return arranged;
}

Tensor preArrangeMatMulInputRHS(Graph &graph, const Shape &aShape, const Tensor &B,
                                poplar::program::Sequence &prog, const Type &outputType,
                                const DebugContext &debugContext, const OptionFlags &options,
                                PlanningCache *cache) {
  const std::string operation = "poplin::preArrangeMatMulInputRHS";
  if (B.rank() != 2) fail(operation, "B is " + describe(B), "give it rank 2");
  return preArrangeMatMulGroupedInputRHS(graph, asGroup(operation, aShape), B.expand({0}), prog,
                                         outputType, debugContext, options, cache)[0];
}

Tensor preArrangeMatMulInputRHS(Graph &graph, const Shape &aShape, const Tensor &B,
                                poplar::program::Sequence &prog, const DebugContext &debugContext,
                                const OptionFlags &options, PlanningCache *cache) {
  return preArrangeMatMulInputRHS(graph, aShape, B, prog, B.elementType(), debugContext, options,
                                  cache);
}

} // namespace poplin
