// SPDX-License-Identifier: MIT
// Scaled sums, as expressions in place.
#include "support/Errors.hpp"
#include "support/Types.hpp"

#include <popops/ElementWise.hpp>
#include <popops/ScaledAdd.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/OptionParsing.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;
using support::isReal;
using support::isWord;
using Tensors = std::vector<Tensor>;

namespace {

void checkOptions(const OptionFlags &options) {
  bool speed = false;
  double tolerance = 0;
  const poplibs::OptionSpec spec{
      {"optimizeForSpeed", poplibs::OptionHandler::createWithBool(speed)},
      {"scaleFloatToHalfTolerance", poplibs::OptionHandler::createWithDouble(tolerance)}};
  for (const auto &option : options)
    spec.parse(option.first, option.second);
}

void check(const char *operation, const Tensor &A, const Tensor &B, const Tensors &scales,
           bool allowsIntegers, const OptionFlags &options) {
  checkOptions(options);
  const std::string operands = "A is " + support::describe(A) + ", B is " + support::describe(B);
  if (A.shape() != B.shape())
    support::fail(operation, operands, "make the shapes equal, see poputil::broadcastToMatch");
  const bool real = isReal(A.elementType()) && isReal(B.elementType());
  const bool integer =
      allowsIntegers && isWord(A.elementType()) && A.elementType() == B.elementType();
  if (!real && !integer)
    support::fail(operation, operands,
                  allowsIntegers ? "use float or half, or int or unsigned int for both"
                                 : "use float or half");
  for (const Tensor &scale : scales) {
    const bool fits = real ? isReal(scale.elementType()) : scale.elementType() == A.elementType();
    if (scale.numElements() != 1 || !fits)
      support::fail(operation, operands + ", the scale is " + support::describe(scale),
                    "pass one element of type float or half (of A's type if that is an integer)");
    if (scale.elementType() != scales[0].elementType())
      support::fail(operation,
                    "the scales are " + support::describe(scales[0]) + " and " +
                        support::describe(scale),
                    "give both one type");
  }
  support::requireWriteable(operation, A);
}

/// A real operand as float, an integer as it is.
expr::Any operand(const expr::Expr &e, const Tensor &A) {
  if (isReal(A.elementType())) return expr::Cast(e, poplar::FLOAT);
  return e;
}

void apply(Graph &graph, const expr::Expr &sum, const Tensor &A, Tensors ts, Sequence &prog,
           const DebugContext &debugContext) {
  mapInPlace(graph, expr::Cast(sum, A.elementType()), ts, prog, debugContext);
}

/// A (+ or -) scale * B.
void addScaled(Graph &graph, expr::BinaryOpType op, const Tensor &A, const Tensor &B,
               const expr::Expr &scale, Tensors ts, Sequence &prog,
               const DebugContext &debugContext) {
  const expr::Any a = operand(expr::_1, A), b = operand(expr::_2, B);
  apply(graph, expr::BinaryOp(op, a, expr::Mul(scale, b)), A, std::move(ts), prog, debugContext);
}

/// scaleA * A (+ or -) scaleB * B, or A - scaleA * A + scaleB * B.
void addBothScaled(Graph &graph, expr::BinaryOpType op, ScaledAddSpecialisation speciality,
                   const Tensor &A, const Tensor &B, const expr::Expr &scaleA,
                   const expr::Expr &scaleB, Tensors ts, Sequence &prog,
                   const DebugContext &debugContext) {
  const expr::Any a = operand(expr::_1, A), b = operand(expr::_2, B);
  const expr::Mul scaledA(scaleA, a), scaledB(scaleB, b);
  if (speciality == ScaledAddSpecialisation::DEFAULT)
    return apply(graph, expr::BinaryOp(op, scaledA, scaledB), A, std::move(ts), prog, debugContext);
  if (A.elementType() != poplar::HALF)
    support::fail("scaledAddTo",
                  "X_MINUS_AX_PLUS_BY with A of type " + support::nameOf(A.elementType()),
                  "use half, or the default specialisation with scale 1 - a");
  apply(graph, expr::Add(expr::Sub(a, scaledA), scaledB), A, std::move(ts), prog, debugContext);
}

constexpr auto kAdd = expr::BinaryOpType::ADD;
constexpr auto kSubtract = expr::BinaryOpType::SUBTRACT;

} // namespace

void scaledAddTo(Graph &graph, Tensor A, Tensor B, float scaleB, Sequence &prog,
                 const DebugContext &debugContext, const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, B, scaleB, options));
  check("scaledAddTo", A, B, {}, true, options);
  addScaled(graph, kAdd, A, B, expr::Const(scaleB), {A, B}, prog, {info});
}

void scaledAddTo(Graph &graph, Tensor A, Tensor B, Tensor scaleB, Sequence &prog,
                 const DebugContext &debugContext, const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, B, scaleB, options));
  check("scaledAddTo", A, B, {scaleB}, true, options);
  addScaled(graph, kAdd, A, B, operand(expr::_3, A), {A, B, scaleB.reshape({})}, prog, {info});
}

void scaledSubtractFrom(Graph &graph, Tensor A, Tensor B, float scaleB, Sequence &prog,
                        const DebugContext &debugContext, const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, B, scaleB, options));
  check("scaledSubtractFrom", A, B, {}, true, options);
  addScaled(graph, kSubtract, A, B, expr::Const(scaleB), {A, B}, prog, {info});
}

void scaledSubtractFrom(Graph &graph, Tensor A, Tensor B, Tensor scaleB, Sequence &prog,
                        const DebugContext &debugContext, const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, B, scaleB, options));
  check("scaledSubtractFrom", A, B, {scaleB}, true, options);
  addScaled(graph, kSubtract, A, B, operand(expr::_3, A), {A, B, scaleB.reshape({})}, prog, {info});
}

void scaledAddTo(Graph &graph, Tensor A, Tensor scaleA, Tensor B, Tensor scaleB, Sequence &prog,
                 const ScaledAddSpecialisation speciality, const DebugContext &debugContext,
                 const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, scaleA, B, scaleB, options));
  check("scaledAddTo", A, B, {scaleA, scaleB}, false, options);
  addBothScaled(graph, kAdd, speciality, A, B, operand(expr::_3, A), operand(expr::_4, A),
                {A, B, scaleA.reshape({}), scaleB.reshape({})}, prog, {info});
}

void scaledAddTo(Graph &graph, Tensor A, Tensor scaleA, Tensor B, Tensor scaleB, Sequence &prog,
                 const DebugContext &debugContext, const OptionFlags &options) {
  scaledAddTo(graph, A, scaleA, B, scaleB, prog, ScaledAddSpecialisation::DEFAULT, debugContext,
              options);
}

void scaledAddTo(Graph &graph, Tensor A, float scaleA, Tensor B, float scaleB, Sequence &prog,
                 const ScaledAddSpecialisation speciality, const DebugContext &debugContext,
                 const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, scaleA, B, scaleB, options));
  check("scaledAddTo", A, B, {}, false, options);
  addBothScaled(graph, kAdd, speciality, A, B, expr::Const(scaleA), expr::Const(scaleB), {A, B},
                prog, {info});
}

void scaledAddTo(Graph &graph, Tensor A, float scaleA, Tensor B, float scaleB, Sequence &prog,
                 const DebugContext &debugContext, const OptionFlags &options) {
  scaledAddTo(graph, A, scaleA, B, scaleB, prog, ScaledAddSpecialisation::DEFAULT, debugContext,
              options);
}

void scaledSubtractFrom(Graph &graph, Tensor A, Tensor scaleA, Tensor B, Tensor scaleB,
                        Sequence &prog, const DebugContext &debugContext,
                        const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, scaleA, B, scaleB, options));
  check("scaledSubtractFrom", A, B, {scaleA, scaleB}, false, options);
  addBothScaled(graph, kSubtract, ScaledAddSpecialisation::DEFAULT, A, B, operand(expr::_3, A),
                operand(expr::_4, A), {A, B, scaleA.reshape({}), scaleB.reshape({})}, prog, {info});
}

void scaledSubtractFrom(Graph &graph, Tensor A, float scaleA, Tensor B, float scaleB,
                        Sequence &prog, const DebugContext &debugContext,
                        const OptionFlags &options) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(A, scaleA, B, scaleB, options));
  check("scaledSubtractFrom", A, B, {}, false, options);
  addBothScaled(graph, kSubtract, ScaledAddSpecialisation::DEFAULT, A, B, expr::Const(scaleA),
                expr::Const(scaleB), {A, B}, prog, {info});
}

} // namespace popops
