// SPDX-License-Identifier: MIT
// The table of operations and element types.
#include "map/Kinds.hpp"
#include "support/Types.hpp"

#include <initializer_list>

namespace popops::map_detail {

using support::isReal;
using support::isShort;
using support::isWide;
using support::isWord;

using program::Kind;

std::optional<Kind> kindOf(const poplar::Type &type) {
  if (type == poplar::BOOL) return Kind::Bool;
  if (type == poplar::CHAR) return Kind::Char;
  if (type == poplar::SIGNED_CHAR) return Kind::SignedChar;
  if (type == poplar::UNSIGNED_CHAR) return Kind::UnsignedChar;
  if (type == poplar::SHORT) return Kind::Short;
  if (type == poplar::UNSIGNED_SHORT) return Kind::UnsignedShort;
  if (type == poplar::INT) return Kind::Int;
  if (type == poplar::UNSIGNED_INT) return Kind::Unsigned;
  if (type == poplar::LONGLONG) return Kind::LongLong;
  if (type == poplar::UNSIGNED_LONGLONG) return Kind::UnsignedLongLong;
  if (type == poplar::HALF) return Kind::Half;
  if (type == poplar::FLOAT) return Kind::Float;
  return std::nullopt;
}

const poplar::Type &carrierOf(Kind kind) {
  switch (program::sizeClass(kind)) {
  case 0:
    return poplar::UNSIGNED_CHAR;
  case 1:
    return poplar::UNSIGNED_SHORT;
  case 2:
    return poplar::UNSIGNED_INT;
  default:
    return poplar::UNSIGNED_LONGLONG;
  }
}

bool supports(expr::UnaryOpType op, const poplar::Type &type) {
  using Op = expr::UnaryOpType;
  switch (op) {
  case Op::ABSOLUTE:
  case Op::NEGATE:
    return isReal(type) || type == poplar::INT || type == poplar::LONGLONG;
  case Op::BITWISE_NOT:
    return isWord(type) || isShort(type) || isWide(type);
  case Op::COUNT_LEADING_ZEROS:
  case Op::POPCOUNT:
    return isWord(type);
  case Op::LOGICAL_NOT:
    return type == poplar::BOOL;
  case Op::SIGNUM:
  case Op::SQRT:
    return isReal(type) || type == poplar::INT;
  case Op::SQUARE:
    return isReal(type) || isWord(type);
  default:
    return isReal(type);
  }
}

bool supports(expr::BinaryOpType op, const poplar::Type &type) {
  using Op = expr::BinaryOpType;
  switch (op) {
  case Op::ADD:
  case Op::SUBTRACT:
  case Op::MULTIPLY:
  case Op::DIVIDE:
  case Op::REMAINDER:
  case Op::MAXIMUM:
  case Op::MINIMUM:
    return isReal(type) || isWord(type) || isWide(type);
  case Op::POWER:
    return isReal(type) || type == poplar::INT;
  case Op::EQUAL:
  case Op::NOT_EQUAL:
    return isReal(type) || isWord(type) || isWide(type) || isShort(type) || type == poplar::BOOL;
  case Op::GREATER_THAN:
  case Op::GREATER_THAN_EQUAL:
  case Op::LESS_THAN:
  case Op::LESS_THAN_EQUAL:
    return isReal(type) || isWord(type) || isWide(type) || type == poplar::BOOL;
  case Op::BITWISE_AND:
  case Op::BITWISE_OR:
  case Op::BITWISE_XOR:
  case Op::BITWISE_XNOR:
    return isWord(type) || isShort(type) || isWide(type);
  case Op::LOGICAL_AND:
  case Op::LOGICAL_OR:
    return type == poplar::BOOL;
  case Op::SHIFT_LEFT:
  case Op::SHIFT_RIGHT:
    return isWord(type) || isWide(type);
  case Op::SHIFT_RIGHT_SIGN_EXTEND:
    return type == poplar::INT || type == poplar::LONGLONG;
  default:
    return isReal(type);
  }
}

bool supports(expr::TernaryOpType op, const poplar::Type &type) {
  if (op == expr::TernaryOpType::CLAMP) return isReal(type) || type == poplar::INT;
  return isReal(type) || isWord(type) || type == poplar::BOOL;
}

bool isPredicate(expr::UnaryOpType op) {
  using Op = expr::UnaryOpType;
  return op == Op::IS_FINITE || op == Op::IS_INF || op == Op::IS_NAN || op == Op::LOGICAL_NOT;
}

bool isRelation(expr::BinaryOpType op) {
  using Op = expr::BinaryOpType;
  for (const Op relation : {Op::EQUAL, Op::NOT_EQUAL, Op::GREATER_THAN, Op::GREATER_THAN_EQUAL,
                            Op::LESS_THAN, Op::LESS_THAN_EQUAL, Op::LOGICAL_AND, Op::LOGICAL_OR})
    if (op == relation) return true;
  return false;
}

bool isCommutative(expr::BinaryOpType op) {
  using Op = expr::BinaryOpType;
  return op == Op::ADD || op == Op::MULTIPLY;
}

} // namespace popops::map_detail
