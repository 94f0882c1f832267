// SPDX-License-Identifier: MIT
// Chunk loops of 64-bit and of 16-bit integers.
#include "Kernels.hpp"

namespace popops {
namespace device {
namespace {

template <class T>
Kernel wideBinary(BinaryOpType op) {
  switch (op) {
    POPOPS_ARITHMETIC
    POPOPS_EQUALITY
    POPOPS_ORDER
    POPOPS_BITWISE
    POPOPS_BINARY(SHIFT_LEFT)
    POPOPS_BINARY(SHIFT_RIGHT)
  case BinaryOpType::SHIFT_RIGHT_SIGN_EXTEND:
    return std::is_signed_v<T> ? binaryKernel<BinaryOpType::SHIFT_RIGHT_SIGN_EXTEND, long long>
                               : nullptr;
  default:
    return nullptr;
  }
}

Kernel wideUnary(UnaryOpType op) {
  using T = long long;
  switch (op) {
    POPOPS_UNARY(ABSOLUTE)
    POPOPS_UNARY(BITWISE_NOT)
    POPOPS_UNARY(NEGATE)
  default:
    return nullptr;
  }
}

template <class T>
Kernel shortBinary(BinaryOpType op) {
  switch (op) {
    POPOPS_EQUALITY
    POPOPS_BITWISE
  default:
    return nullptr;
  }
}

} // namespace

Kernel wideKernel(program::Kind kind, program::Action action, unsigned op) {
  const bool isSigned = kind == program::Kind::LongLong;
  if (action == program::Action::Unary)
    return wideUnary(static_cast<UnaryOpType>(op)); // the same bits for both
  if (action == program::Action::Binary)
    return isSigned ? wideBinary<long long>(static_cast<BinaryOpType>(op))
                    : wideBinary<unsigned long long>(static_cast<BinaryOpType>(op));
  return nullptr;
}

Kernel shortKernel(program::Kind kind, program::Action action, unsigned op) {
  if (action == program::Action::Unary)
    return op == static_cast<unsigned>(UnaryOpType::BITWISE_NOT)
               ? unaryKernel<UnaryOpType::BITWISE_NOT, short>
               : nullptr;
  if (action == program::Action::Binary)
    return kind == program::Kind::Short
               ? shortBinary<short>(static_cast<BinaryOpType>(op))
               : shortBinary<unsigned short>(static_cast<BinaryOpType>(op));
  return nullptr;
}

} // namespace device
} // namespace popops
