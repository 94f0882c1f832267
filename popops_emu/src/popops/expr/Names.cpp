// SPDX-License-Identifier: MIT
// Names of operations.
#include <popops/ExprOpUtils.hpp>

#include <ostream>

namespace popops {
namespace expr {

#define NAME(op)                                                                                   \
  case Op::op:                                                                                     \
    return #op;

std::string unaryOpTypeToString(UnaryOpType op) {
  using Op = UnaryOpType;
  switch (op) {
    NAME(ABSOLUTE)
    NAME(ASIN)
    NAME(BITWISE_NOT)
    NAME(CBRT)
    NAME(CEIL)
    NAME(COS)
    NAME(COUNT_LEADING_ZEROS)
    NAME(ERF)
    NAME(EXPONENT)
    NAME(EXPONENT_MINUS_ONE)
    NAME(EXPONENT2)
    NAME(FLOOR)
    NAME(GELU_ERF)
    NAME(INVERSE)
    NAME(IS_FINITE)
    NAME(IS_INF)
    NAME(IS_NAN)
    NAME(LOGARITHM)
    NAME(LOGARITHM_ONE_PLUS)
    NAME(LOGICAL_NOT)
    NAME(NEGATE)
    NAME(NEARBY_INT)
    NAME(POPCOUNT)
    NAME(RELU)
    NAME(SIGNUM)
    NAME(SIN)
    NAME(TAN)
    NAME(TANH)
    NAME(ROUND)
    NAME(SQRT)
    NAME(SQUARE)
    NAME(SIGMOID)
    NAME(RSQRT)
    NAME(TRUNC)
  }
  return "UNKNOWN";
}

std::string binaryOpTypeToString(BinaryOpType op) {
  using Op = BinaryOpType;
  switch (op) {
    NAME(ADD)
    NAME(ATAN2)
    NAME(BITWISE_AND)
    NAME(BITWISE_OR)
    NAME(BITWISE_XOR)
    NAME(BITWISE_XNOR)
    NAME(DIVIDE)
    NAME(EQUAL)
    NAME(GREATER_THAN_EQUAL)
    NAME(GREATER_THAN)
    NAME(INV_STD_DEV_TO_VARIANCE)
    NAME(LESS_THAN_EQUAL)
    NAME(LOGICAL_AND)
    NAME(LOGICAL_OR)
    NAME(LESS_THAN)
    NAME(MAXIMUM)
    NAME(MINIMUM)
    NAME(MULTIPLY)
    NAME(NOT_EQUAL)
    NAME(POWER)
    NAME(REMAINDER)
    NAME(SHIFT_LEFT)
    NAME(SHIFT_RIGHT)
    NAME(SHIFT_RIGHT_SIGN_EXTEND)
    NAME(SUBTRACT)
    NAME(VARIANCE_TO_INV_STD_DEV)
  }
  return "UNKNOWN";
}

std::string ternaryOpTypeToString(TernaryOpType op) {
  return op == TernaryOpType::CLAMP ? "CLAMP" : "SELECT";
}

namespace ostream_ext {

std::ostream &operator<<(std::ostream &os, const UnaryOpType op) {
  return os << unaryOpTypeToString(op);
}
std::ostream &operator<<(std::ostream &os, const BinaryOpType op) {
  return os << binaryOpTypeToString(op);
}
std::ostream &operator<<(std::ostream &os, const TernaryOpType op) {
  return os << ternaryOpTypeToString(op);
}

} // namespace ostream_ext
} // namespace expr
} // namespace popops
