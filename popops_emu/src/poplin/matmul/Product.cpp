// SPDX-License-Identifier: MIT
// Checks of products, and their plans.
#include "matmul/Layout.hpp"
#include "matmul/MatMul.hpp"
#include "matmul/Multiply.hpp"
#include "support/Errors.hpp"

#include <popops/Cast.hpp>

#include <algorithm>

namespace poplin {

using poplar::Tensor;
using poplar::Type;
using popops::support::fail;
using popops::support::nameOf;

namespace {

bool isSupported(const Type &type) {
  return type == poplar::FLOAT || type == poplar::HALF || type == poplar::QUARTER;
}

std::string text(const Shape &shape) {
  std::string result = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    result += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return result + "]";
}

} // namespace

void checkProduct(const std::string &operation, const Type &inputType, const Type &outputType,
                  const Shape &a, const Shape &b) {
  const std::string operands = "a product of " + nameOf(inputType) + text(a) + " and " +
                               nameOf(inputType) + text(b) + " to " + nameOf(outputType);
  if (!isSupported(inputType) || !isSupported(outputType))
    fail(operation, operands + " has a type that products do not support",
         "use tensors of type FLOAT, HALF or QUARTER; popops::cast converts");
  if (inputType == poplar::QUARTER && outputType != poplar::HALF)
    fail(operation, operands + ": QUARTER operands give HALF results only",
         "ask for a result of type HALF");
  if (outputType == poplar::QUARTER)
    fail(operation, operands + ": results are not QUARTER", "ask for HALF, and cast it");
  if (a.size() != 3 || b.size() != 3)
    fail(operation, operands + ": each operand needs a dimension of groups and two of a matrix",
         "reshape the operands to [G,M,K] and [G,K,N]");
  if (a[0] != b[0])
    fail(operation,
         operands + ": the operands have " + std::to_string(a[0]) + " and " + std::to_string(b[0]) +
             " matrices",
         "give both operands as many matrices");
  if (a[2] != b[1])
    fail(operation,
         operands + ": A has " + std::to_string(a[2]) + " columns and B " + std::to_string(b[1]) +
             " rows",
         "make them equal; a transposed operand is A.transpose() or dimShuffle({0,2,1})");
}

Problem makeProblem(const Type &inputType, const Type &outputType, const Shape &a, const Shape &b,
                    const ProductOptions &options) {
  Problem problem{a[0], a[1], a[2], b[2], inputType, options.partialsType, outputType};
  // Sums of quarters are halves, those of floats are floats, and none is smaller than the result.
  if (inputType == poplar::QUARTER) problem.in = problem.partial = poplar::HALF;
  if (inputType == poplar::FLOAT || outputType == poplar::FLOAT) problem.partial = poplar::FLOAT;
  return problem;
}

Tensor product(poplar::Graph &graph, const Tensor &a, const Tensor &b, const Tensor &out,
               const Type &outputType, poplar::program::Sequence &prog,
               const poplar::DebugNameAndId &name, const ProductOptions &options,
               PlanningCache *cache) {
  const Problem problem = makeProblem(a.elementType(), outputType, a.shape(), b.shape(), options);
  const Plan plan = planFor(graph.getTarget(), problem, options.memoryProportion, cache);
  const Tensor c = out.valid() ? out : createResult(graph, problem, plan, {name, "out"});
  const auto operand = [&](const Tensor &t) {
    return t.elementType() == poplar::QUARTER
               ? popops::cast(graph, t, poplar::HALF, prog, {name, "FromQuarter"})
               : t;
  };
  multiply(graph, problem, plan, operand(a), operand(b), c, prog, name);
  return c;
}

} // namespace poplin
