// SPDX-License-Identifier: MIT
// All triangular systems as lower ones from the left, by views of the operands:
// X A = B is A' X' = B', and a system of the upper triangle is one of the lower, read backwards.
#include "solve/Blocks.hpp"
#include "solve/Options.hpp"
#include "support/Errors.hpp"

#include <poplin/TriangularSolve.hpp>
#include <poputil/DebugInfo.hpp>

#include <algorithm>

namespace poplin {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using popops::support::describe;
using popops::support::fail;
using Shape = std::vector<std::size_t>;

namespace {

Tensor turned(const Tensor &batch) {
  return batch.dimShuffle({0, 2, 1});
}

std::string text(const Shape &shape) {
  std::string result = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    result += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return result + "]";
}

void checkShapes(const std::string &operation, const Shape &a, const Shape &b, bool leftSide) {
  const std::string what = "A has shape " + text(a) + " and B " + text(b);
  if (a.size() < 2 || a.size() != b.size() || a[a.size() - 1] != a[a.size() - 2])
    fail(operation, what, "give A square matrices [..., N, N] and B as many dimensions");
  if (!std::equal(a.begin(), a.end() - 2, b.begin()))
    fail(operation, what, "give both the same leading dimensions");
  if (b[b.size() - (leftSide ? 2 : 1)] != a.back())
    fail(operation, what,
         leftSide ? "give B the rows of A, or solve X A = B with leftSide false"
                  : "give B the columns of A, or solve A X = B with leftSide true");
}

void checkType(const std::string &operation, const Type &type) {
  if (type != poplar::FLOAT && type != poplar::HALF)
    fail(operation, "elements of type " + popops::support::nameOf(type), "use FLOAT or HALF");
}

/// A variable of shape b of which each tile has whole columns of X (leftSide) or rows.
Tensor createUnknowns(Graph &graph, const Type &type, const Shape &b, bool leftSide,
                      const poplar::DebugNameAndId &name) {
  std::size_t g = 1;
  for (std::size_t d = 0; d + 2 < b.size(); ++d)
    g *= b[d];
  const std::size_t rows = b[b.size() - 2], columns = b[b.size() - 1];
  const Tensor t = leftSide ? turned(createRows(graph, type, g, columns, rows, name))
                            : createRows(graph, type, g, rows, columns, name);
  return t.reshape(b);
}

} // namespace

Tensor triangularSolve(Graph &graph, const Tensor &a, const Tensor &b, bool leftSide, bool lower,
                       bool unitDiagonal, poplar::program::Sequence &prog,
                       const DebugContext &debugContext, const OptionFlags &options,
                       PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(a, b, leftSide, lower, unitDiagonal, options));
  const std::string operation = "poplin::triangularSolve";
  checkSquare(operation, a);
  checkShapes(operation, a.shape(), b.shape(), leftSide);
  if (a.elementType() != b.elementType())
    fail(operation, "A is " + describe(a) + " and B is " + describe(b), "give both one type");
  const SolveOptions parsed = parseSolveOptions(operation, options);
  Tensor out = createUnknowns(graph, b.elementType(), b.shape(), leftSide, {di, "unknowns"});
  prog.add(poplar::program::Copy(b, out, false, {di}));
  Tensor matrix = asBatch(a), x = asBatch(out);
  if (!leftSide) {
    matrix = turned(matrix);
    x = turned(x);
    lower = !lower;
  }
  if (!lower) {
    matrix = matrix.reverse(1).reverse(2);
    x = x.reverse(1);
  }
  solveLower(graph, matrix, x, unitDiagonal, parsed, prog, {di}, cache);
  di.addOutput(out);
  return out;
}

Tensor createTriangularSolveInputLHS(Graph &graph, const Type &inputType, const Type &,
                                     const Shape &aShape, const Shape &bShape, bool leftSide,
                                     const DebugContext &debugContext, const OptionFlags &options,
                                     PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, aShape, bShape, options));
  const std::string operation = "poplin::createTriangularSolveInputLHS";
  checkType(operation, inputType);
  checkShapes(operation, aShape, bShape, leftSide);
  parseSolveOptions(operation, options);
  Tensor t = createUnknowns(graph, inputType, aShape, false, {di, "a"});
  di.addOutput(t);
  return t;
}

Tensor createTriangularSolveInputRHS(Graph &graph, const Type &inputType, const Type &,
                                     const Shape &aShape, const Shape &bShape, bool leftSide,
                                     const DebugContext &debugContext, const OptionFlags &options,
                                     PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, aShape, bShape, options));
  const std::string operation = "poplin::createTriangularSolveInputRHS";
  checkType(operation, inputType);
  checkShapes(operation, aShape, bShape, leftSide);
  parseSolveOptions(operation, options);
  Tensor t = createUnknowns(graph, inputType, bShape, leftSide, {di, "b"});
  di.addOutput(t);
  return t;
}

std::vector<std::pair<MatMulParams, OptionFlags>>
getTriangularSolveMatMulPrePlanParameters(const Type &inputType, const Type &outputType,
                                          const Shape &aShape, const Shape &bShape, bool leftSide,
                                          bool, const OptionFlags &options) {
  const std::string operation = "poplin::getTriangularSolveMatMulPrePlanParameters";
  checkShapes(operation, aShape, bShape, leftSide);
  const SolveOptions parsed = parseSolveOptions(operation, options);
  std::size_t g = 1;
  for (std::size_t d = 0; d + 2 < aShape.size(); ++d)
    g *= aShape[d];
  const std::size_t n = aShape.back(), columns = bShape[bShape.size() - (leftSide ? 1 : 2)];
  std::vector<std::pair<MatMulParams, OptionFlags>> products;
  for (std::size_t end = parsed.blockSize; end < n; end += parsed.blockSize)
    products.emplace_back(
        MatMulParams{
            inputType, outputType, {g, n - end, parsed.blockSize}, {g, parsed.blockSize, columns}},
        parsed.products);
  return products;
}

} // namespace poplin
