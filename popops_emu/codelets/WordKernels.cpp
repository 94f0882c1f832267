// SPDX-License-Identifier: MIT
// Chunk loops of int, unsigned int and bool.
#include "Kernels.hpp"

namespace popops {
namespace device {
namespace {

Kernel intUnary(UnaryOpType op) {
  using T = int;
  switch (op) {
    POPOPS_UNARY(ABSOLUTE)
    POPOPS_UNARY(BITWISE_NOT)
    POPOPS_UNARY(COUNT_LEADING_ZEROS)
    POPOPS_UNARY(NEGATE)
    POPOPS_UNARY(POPCOUNT)
    POPOPS_UNARY(RELU)
    POPOPS_UNARY(SIGNUM)
    POPOPS_UNARY(SQRT)
    POPOPS_UNARY(SQUARE)
  default:
    return nullptr;
  }
}

Kernel unsignedUnary(UnaryOpType op) {
  using T = unsigned;
  switch (op) {
    POPOPS_UNARY(BITWISE_NOT)
    POPOPS_UNARY(COUNT_LEADING_ZEROS)
    POPOPS_UNARY(POPCOUNT)
    POPOPS_UNARY(SQUARE)
  default:
    return nullptr;
  }
}

template <class T>
Kernel binaryOf(BinaryOpType op) {
  switch (op) {
    POPOPS_ARITHMETIC
    POPOPS_EQUALITY
    POPOPS_ORDER
    POPOPS_BITWISE
    POPOPS_BINARY(SHIFT_LEFT)
    POPOPS_BINARY(SHIFT_RIGHT)
  default:
    return nullptr;
  }
}

Kernel signedBinary(BinaryOpType op) {
  using T = int;
  switch (op) {
    POPOPS_BINARY(POWER)
    POPOPS_BINARY(SHIFT_RIGHT_SIGN_EXTEND)
  default:
    return binaryOf<int>(op);
  }
}

Kernel boolBinary(BinaryOpType op) {
  using T = bool;
  switch (op) {
    POPOPS_EQUALITY
    POPOPS_ORDER
    POPOPS_BINARY(LOGICAL_AND)
    POPOPS_BINARY(LOGICAL_OR)
  default:
    return nullptr;
  }
}

} // namespace

Kernel wordKernel(program::Kind kind, program::Action action, unsigned op) {
  const bool isInt = kind == program::Kind::Int, isBool = kind == program::Kind::Bool;
  switch (action) {
  case program::Action::Unary:
    if (isBool) return unaryKernel<UnaryOpType::LOGICAL_NOT, bool>;
    return isInt ? intUnary(static_cast<UnaryOpType>(op))
                 : unsignedUnary(static_cast<UnaryOpType>(op));
  case program::Action::Binary:
    if (isBool) return boolBinary(static_cast<BinaryOpType>(op));
    return isInt ? signedBinary(static_cast<BinaryOpType>(op))
                 : binaryOf<unsigned>(static_cast<BinaryOpType>(op));
  case program::Action::Clamp:
    return isInt ? clampKernel<int> : clampKernel<unsigned>;
  default:
    if (isBool) return selectKernel<bool>;
    return isInt ? selectKernel<int> : selectKernel<unsigned>;
  }
}

} // namespace device
} // namespace popops
