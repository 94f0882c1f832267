// SPDX-License-Identifier: MIT
// Operations on each element of tensors: expressions, and a family of functions for each operation.
#ifndef POPOPS_ELEMENT_WISE_HPP
#define POPOPS_ELEMENT_WISE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <popops/Expr.hpp>
#include <popops/ExprOp.hpp>
#include <poputil/DebugInfo.hpp>

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

namespace popops {

// map --------------------------------------------------------------------------------------------
//
// Placeholder _i of an expression stands for ts[i - 1]; the forms with an operation instead of an
// expression apply it to their tensors. Tensors are broadcast to a common shape as numpy does, and
// all types must be equal where an operation joins two operands; constants take the type of the
// operand beside them. Comparisons, logical operations and IS_* give BOOL.
//
// map returns a new tensor, laid out like the best spread of its inputs. mapInPlace writes
// the first tensor, whose shape the result must have, mapWithOutput writes `out`. In the vector
// forms expression i gives result i (mapInPlace: writes ts[i]) and all are evaluated before any
// result is written.
//
// Options, all "true" or "false", accepted and without effect on results: enableGenerateCodelet,
// forceGenerateCodelet, enableVectorBroadcastOptimisations, enableExpressionOptimizations.
//
// Errors: poputil::poplibs_error for unequal or unsupported types, shapes that do not broadcast, a
// placeholder without a tensor, an expression of constants alone, and a destination of another
// shape or type or with elements that occur twice or are constant; poplar::invalid_option.
//
// Cost: one superstep, which reads each input and writes each result once, whatever the length of
// the expression; a copy more if a destination overlaps an input in another order. Vertices split
// the elements of a tile among its workers.

POPLAR_EMU_EXPORT poplar::Tensor map(poplar::Graph &graph, const expr::Expr &expr,
                                     const std::vector<poplar::Tensor> &ts,
                                     poplar::program::Sequence &prog,
                                     const poplar::DebugContext &debugContext = {},
                                     const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
map(poplar::Graph &graph, const std::vector<expr::Any> &exprs,
    const std::vector<poplar::Tensor> &ts, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void mapInPlace(poplar::Graph &graph, const expr::Expr &expr,
                                  const std::vector<poplar::Tensor> &ts,
                                  poplar::program::Sequence &prog,
                                  const poplar::DebugContext &debugContext = {},
                                  const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void mapInPlace(poplar::Graph &graph, const std::vector<expr::Any> &exprs,
                                  const std::vector<poplar::Tensor> &ts,
                                  poplar::program::Sequence &prog,
                                  const poplar::DebugContext &debugContext = {},
                                  const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void mapWithOutput(poplar::Graph &graph, const expr::Expr &expr,
                                     const std::vector<poplar::Tensor> &ts,
                                     const poplar::Tensor &out, poplar::program::Sequence &prog,
                                     const poplar::DebugContext &debugContext = {},
                                     const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void mapWithOutput(poplar::Graph &graph, const std::vector<expr::Any> &exprs,
                                     const std::vector<poplar::Tensor> &ts,
                                     const std::vector<poplar::Tensor> &outs,
                                     poplar::program::Sequence &prog,
                                     const poplar::DebugContext &debugContext = {},
                                     const poplar::OptionFlags &options = {});

inline poplar::Tensor map(poplar::Graph &graph, expr::UnaryOpType op, const poplar::Tensor &t,
                          poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}) {
  return map(graph, expr::UnaryOp(op, expr::_1), {t}, prog, debugContext, options);
}
inline poplar::Tensor map(poplar::Graph &graph, expr::BinaryOpType op, const poplar::Tensor &a,
                          const poplar::Tensor &b, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}) {
  return map(graph, expr::BinaryOp(op, expr::_1, expr::_2), {a, b}, prog, debugContext, options);
}
inline poplar::Tensor map(poplar::Graph &graph, expr::TernaryOpType op, const poplar::Tensor &a,
                          const poplar::Tensor &b, const poplar::Tensor &c,
                          poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}) {
  return map(graph, expr::TernaryOp(op, expr::_1, expr::_2, expr::_3), {a, b, c}, prog,
             debugContext, options);
}
inline void mapInPlace(poplar::Graph &graph, expr::UnaryOpType op, const poplar::Tensor &t,
                       poplar::program::Sequence &prog,
                       const poplar::DebugContext &debugContext = {},
                       const poplar::OptionFlags &options = {}) {
  mapInPlace(graph, expr::UnaryOp(op, expr::_1), {t}, prog, debugContext, options);
}
inline void mapInPlace(poplar::Graph &graph, expr::BinaryOpType op, const poplar::Tensor &a,
                       const poplar::Tensor &b, poplar::program::Sequence &prog,
                       const poplar::DebugContext &debugContext = {},
                       const poplar::OptionFlags &options = {}) {
  mapInPlace(graph, expr::BinaryOp(op, expr::_1, expr::_2), {a, b}, prog, debugContext, options);
}
inline void mapInPlace(poplar::Graph &graph, expr::TernaryOpType op, const poplar::Tensor &a,
                       const poplar::Tensor &b, const poplar::Tensor &c,
                       poplar::program::Sequence &prog,
                       const poplar::DebugContext &debugContext = {},
                       const poplar::OptionFlags &options = {}) {
  mapInPlace(graph, expr::TernaryOp(op, expr::_1, expr::_2, expr::_3), {a, b, c}, prog,
             debugContext, options);
}
inline void mapWithOutput(poplar::Graph &graph, expr::UnaryOpType op, const poplar::Tensor &t,
                          const poplar::Tensor &out, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}) {
  mapWithOutput(graph, expr::UnaryOp(op, expr::_1), {t}, out, prog, debugContext, options);
}
inline void mapWithOutput(poplar::Graph &graph, expr::BinaryOpType op, const poplar::Tensor &a,
                          const poplar::Tensor &b, const poplar::Tensor &out,
                          poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}) {
  mapWithOutput(graph, expr::BinaryOp(op, expr::_1, expr::_2), {a, b}, out, prog, debugContext,
                options);
}
inline void mapWithOutput(poplar::Graph &graph, expr::TernaryOpType op, const poplar::Tensor &a,
                          const poplar::Tensor &b, const poplar::Tensor &c,
                          const poplar::Tensor &out, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}) {
  mapWithOutput(graph, expr::TernaryOp(op, expr::_1, expr::_2, expr::_3), {a, b, c}, out, prog,
                debugContext, options);
}

/// Writes, for people, the program that a fused vertex would run for the expression.
POPLAR_EMU_EXPORT void outputGeneratedCodelet(const poplar::Target &target, const expr::Expr &expr,
                                              const std::vector<poplar::Tensor> &inputs,
                                              const poplar::OptionFlags &options, std::ostream &os);

/// Throws std::runtime_error unless constants of C++ type T fit tensors of `elementType`: the types
/// must be equal, but float and double fit FLOAT and HALF.
template <class T>
void checkTypes(poplar::Type elementType, T) {
  const poplar::Type type = poplar::equivalent_device_type<T>().value;
  if (type == elementType || (type == poplar::FLOAT && elementType == poplar::HALF)) return;
  throw std::runtime_error(
      "a constant of type " + std::string(type.toString()) + " does not fit a tensor of type " +
      std::string(elementType.toString()) +
      "; fix: write the constant in the tensor's type, for example 1.0f or 1u");
}

// Functions of one tensor ------------------------------------------------------------------------
//
//   Tensor f(graph, A, prog, debugContext, options)
//   void   fInPlace(graph, A, prog, debugContext, options)
//   void   fWithOutput(graph, A, out, prog, debugContext, options)
//
// As map, mapInPlace and mapWithOutput with the operation of the table.

#define POPOPS_UNARY_OPERATIONS(F)                                                                 \
  F(abs, ABSOLUTE)                                                                                 \
  F(asin, ASIN)                                                                                    \
  F(bitwiseNot, BITWISE_NOT)                                                                       \
  F(cbrt, CBRT)                                                                                    \
  F(ceil, CEIL)                                                                                    \
  F(cos, COS)                                                                                      \
  F(countLeadingZeros, COUNT_LEADING_ZEROS)                                                        \
  F(erf, ERF)                                                                                      \
  F(exp, EXPONENT)                                                                                 \
  F(exp2, EXPONENT2)                                                                               \
  F(expm1, EXPONENT_MINUS_ONE)                                                                     \
  F(floor, FLOOR)                                                                                  \
  F(geluErf, GELU_ERF)                                                                             \
  F(inv, INVERSE)                                                                                  \
  F(log, LOGARITHM)                                                                                \
  F(log1p, LOGARITHM_ONE_PLUS)                                                                     \
  F(logicalNot, LOGICAL_NOT)                                                                       \
  F(nearbyint, NEARBY_INT)                                                                         \
  F(neg, NEGATE)                                                                                   \
  F(popcount, POPCOUNT)                                                                            \
  F(round, ROUND)                                                                                  \
  F(rsqrt, RSQRT)                                                                                  \
  F(sigmoid, SIGMOID)                                                                              \
  F(signum, SIGNUM)                                                                                \
  F(sin, SIN)                                                                                      \
  F(sqrt, SQRT)                                                                                    \
  F(square, SQUARE)                                                                                \
  F(tan, TAN)                                                                                      \
  F(tanh, TANH)

#define POPOPS_DECLARE(name, op)                                                                   \
  inline poplar::Tensor name(                                                                      \
      poplar::Graph &graph, const poplar::Tensor &A, poplar::program::Sequence &prog,              \
      const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {}) {    \
    return map(graph, expr::UnaryOpType::op, A, prog, debugContext, options);                      \
  }                                                                                                \
  inline void name##WithOutput(poplar::Graph &graph, const poplar::Tensor &A,                      \
                               const poplar::Tensor &out, poplar::program::Sequence &prog,         \
                               const poplar::DebugContext &debugContext = {},                      \
                               const poplar::OptionFlags &options = {}) {                          \
    mapWithOutput(graph, expr::UnaryOpType::op, A, out, prog, debugContext, options);              \
  }
POPOPS_UNARY_OPERATIONS(POPOPS_DECLARE)
POPOPS_DECLARE(isFinite, IS_FINITE)
#undef POPOPS_DECLARE

#define POPOPS_DECLARE(name, op)                                                                   \
  inline void name##InPlace(                                                                       \
      poplar::Graph &graph, const poplar::Tensor &A, poplar::program::Sequence &prog,              \
      const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {}) {    \
    mapInPlace(graph, expr::UnaryOpType::op, A, prog, debugContext, options);                      \
  }
POPOPS_UNARY_OPERATIONS(POPOPS_DECLARE)
#undef POPOPS_DECLARE
#undef POPOPS_UNARY_OPERATIONS

// Functions of two operands, of which one may be a constant of any arithmetic type ----------------
//
//   Tensor f(graph, A, B, prog, debugContext, options)
//   void   fInPlace(graph, A, B, prog, debugContext, options)            A is a tensor
//   void   fWithOutput(graph, A, B, out, prog, debugContext, options)
//
// Constants must have the type of the tensor (checkTypes throws std::runtime_error).

#define POPOPS_BINARY_OPERATIONS(F)                                                                \
  F(add, ADD)                                                                                      \
  F(atan2, ATAN2)                                                                                  \
  F(bitwiseAnd, BITWISE_AND)                                                                       \
  F(bitwiseOr, BITWISE_OR)                                                                         \
  F(bitwiseXor, BITWISE_XOR)                                                                       \
  F(bitwiseXnor, BITWISE_XNOR)                                                                     \
  F(div, DIVIDE)                                                                                   \
  F(eq, EQUAL)                                                                                     \
  F(gteq, GREATER_THAN_EQUAL)                                                                      \
  F(gt, GREATER_THAN)                                                                              \
  F(invStdDevToVariance, INV_STD_DEV_TO_VARIANCE)                                                  \
  F(lteq, LESS_THAN_EQUAL)                                                                         \
  F(logicalAnd, LOGICAL_AND)                                                                       \
  F(logicalOr, LOGICAL_OR)                                                                         \
  F(lt, LESS_THAN)                                                                                 \
  F(max, MAXIMUM)                                                                                  \
  F(min, MINIMUM)                                                                                  \
  F(mul, MULTIPLY)                                                                                 \
  F(neq, NOT_EQUAL)                                                                                \
  F(pow, POWER)                                                                                    \
  F(rem, REMAINDER)                                                                                \
  F(shiftLeft, SHIFT_LEFT)                                                                         \
  F(shiftRight, SHIFT_RIGHT)                                                                       \
  F(shiftRightSignExtend, SHIFT_RIGHT_SIGN_EXTEND)                                                 \
  F(sub, SUBTRACT)                                                                                 \
  F(varianceToInvStdDev, VARIANCE_TO_INV_STD_DEV)

#define POPOPS_TAIL                                                                                \
  poplar::program::Sequence &prog,                                                                 \
      const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {}
#define POPOPS_DECLARE(name, op)                                                                   \
  inline poplar::Tensor name(poplar::Graph &graph, const poplar::Tensor &A,                        \
                             const poplar::Tensor &B, POPOPS_TAIL) {                               \
    return map(graph, expr::BinaryOpType::op, A, B, prog, debugContext, options);                  \
  }                                                                                                \
  template <typename constType, class = expr::IfConstant<constType>>                               \
  poplar::Tensor name(poplar::Graph &graph, const poplar::Tensor &A, const constType B,            \
                      POPOPS_TAIL) {                                                               \
    checkTypes(A.elementType(), B);                                                                \
    return map(graph, expr::BinaryOp(expr::BinaryOpType::op, expr::_1, expr::Const(B)), {A}, prog, \
               debugContext, options);                                                             \
  }                                                                                                \
  template <typename constType, class = expr::IfConstant<constType>>                               \
  poplar::Tensor name(poplar::Graph &graph, const constType A, const poplar::Tensor &B,            \
                      POPOPS_TAIL) {                                                               \
    checkTypes(B.elementType(), A);                                                                \
    return map(graph, expr::BinaryOp(expr::BinaryOpType::op, expr::Const(A), expr::_1), {B}, prog, \
               debugContext, options);                                                             \
  }                                                                                                \
  inline void name##InPlace(poplar::Graph &graph, const poplar::Tensor &A,                         \
                            const poplar::Tensor &B, POPOPS_TAIL) {                                \
    mapInPlace(graph, expr::BinaryOpType::op, A, B, prog, debugContext, options);                  \
  }                                                                                                \
  template <typename constType, class = expr::IfConstant<constType>>                               \
  void name##InPlace(poplar::Graph &graph, const poplar::Tensor &A, const constType B,             \
                     POPOPS_TAIL) {                                                                \
    checkTypes(A.elementType(), B);                                                                \
    mapInPlace(graph, expr::BinaryOp(expr::BinaryOpType::op, expr::_1, expr::Const(B)), {A}, prog, \
               debugContext, options);                                                             \
  }                                                                                                \
  inline void name##WithOutput(poplar::Graph &graph, const poplar::Tensor &A,                      \
                               const poplar::Tensor &B, const poplar::Tensor &out, POPOPS_TAIL) {  \
    mapWithOutput(graph, expr::BinaryOpType::op, A, B, out, prog, debugContext, options);          \
  }                                                                                                \
  template <typename constType, class = expr::IfConstant<constType>>                               \
  void name##WithOutput(poplar::Graph &graph, const poplar::Tensor &A, const constType B,          \
                        const poplar::Tensor &out, POPOPS_TAIL) {                                  \
    checkTypes(A.elementType(), B);                                                                \
    mapWithOutput(graph, expr::BinaryOp(expr::BinaryOpType::op, expr::_1, expr::Const(B)), {A},    \
                  out, prog, debugContext, options);                                               \
  }                                                                                                \
  template <typename constType, class = expr::IfConstant<constType>>                               \
  void name##WithOutput(poplar::Graph &graph, const constType A, const poplar::Tensor &B,          \
                        const poplar::Tensor &out, POPOPS_TAIL) {                                  \
    checkTypes(B.elementType(), A);                                                                \
    mapWithOutput(graph, expr::BinaryOp(expr::BinaryOpType::op, expr::Const(A), expr::_1), {B},    \
                  out, prog, debugContext, options);                                               \
  }
POPOPS_BINARY_OPERATIONS(POPOPS_DECLARE)
#undef POPOPS_DECLARE
#undef POPOPS_BINARY_OPERATIONS

/// 1 / sqrt(src + epsilon) and 1 / src^2 - epsilon, computed in FLOAT and rounded to `dstType`.
///
/// src: FLOAT or HALF, any shape; epsilon: a constant or a single element of src's type. Throws
/// poplibs_error for other types.
POPLAR_EMU_EXPORT poplar::Tensor
varianceToInvStdDev(poplar::Graph &graph, const poplar::Tensor &src, const poplar::Tensor &epsilon,
                    poplar::program::Sequence &prog, const poplar::Type dstType,
                    const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor varianceToInvStdDev(poplar::Graph &graph,
                                                     const poplar::Tensor &src, const float epsilon,
                                                     poplar::program::Sequence &prog,
                                                     const poplar::Type dstType = poplar::HALF,
                                                     const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor
invStdDevToVariance(poplar::Graph &graph, const poplar::Tensor &src, const poplar::Tensor &epsilon,
                    poplar::program::Sequence &prog, const poplar::Type dstType,
                    const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor invStdDevToVariance(poplar::Graph &graph,
                                                     const poplar::Tensor &src, const float epsilon,
                                                     poplar::program::Sequence &prog,
                                                     const poplar::Type dstType = poplar::FLOAT,
                                                     const poplar::DebugContext &debugContext = {});

// Functions of three tensors ----------------------------------------------------------------------

/// A where the BOOL tensor `conditions` is true, else B.
inline poplar::Tensor select(poplar::Graph &graph, const poplar::Tensor &A, const poplar::Tensor &B,
                             const poplar::Tensor &conditions, POPOPS_TAIL) {
  return map(graph, expr::TernaryOpType::SELECT, A, B, conditions, prog, debugContext, options);
}
inline void selectInPlace(poplar::Graph &graph, const poplar::Tensor &A, const poplar::Tensor &B,
                          const poplar::Tensor &conditions, POPOPS_TAIL) {
  mapInPlace(graph, expr::TernaryOpType::SELECT, A, B, conditions, prog, debugContext, options);
}
inline void selectWithOutput(poplar::Graph &graph, const poplar::Tensor &A, const poplar::Tensor &B,
                             const poplar::Tensor &conditions, const poplar::Tensor &out,
                             POPOPS_TAIL) {
  mapWithOutput(graph, expr::TernaryOpType::SELECT, A, B, conditions, out, prog, debugContext,
                options);
}
/// Values raised to the minimums, then lowered to the maximums.
inline poplar::Tensor clamp(poplar::Graph &graph, const poplar::Tensor &values,
                            const poplar::Tensor &minimums, const poplar::Tensor &maximums,
                            POPOPS_TAIL) {
  return map(graph, expr::TernaryOpType::CLAMP, values, minimums, maximums, prog, debugContext,
             options);
}
inline void clampInPlace(poplar::Graph &graph, const poplar::Tensor &values,
                         const poplar::Tensor &minimums, const poplar::Tensor &maximums,
                         POPOPS_TAIL) {
  mapInPlace(graph, expr::TernaryOpType::CLAMP, values, minimums, maximums, prog, debugContext,
             options);
}
inline void clampWithOutput(poplar::Graph &graph, const poplar::Tensor &values,
                            const poplar::Tensor &minimums, const poplar::Tensor &maximums,
                            const poplar::Tensor &out, POPOPS_TAIL) {
  mapWithOutput(graph, expr::TernaryOpType::CLAMP, values, minimums, maximums, out, prog,
                debugContext, options);
}
#undef POPOPS_TAIL

} // namespace popops

#endif
