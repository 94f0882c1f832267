// SPDX-License-Identifier: MIT
// Chunk loops of float and half.
#include "Kernels.hpp"

namespace popops {
namespace device {
namespace {

template <class T>
Kernel unaryOf(UnaryOpType op) {
  switch (op) {
    POPOPS_UNARY(ABSOLUTE)
    POPOPS_UNARY(ASIN)
    POPOPS_UNARY(CBRT)
    POPOPS_UNARY(CEIL)
    POPOPS_UNARY(COS)
    POPOPS_UNARY(ERF)
    POPOPS_UNARY(EXPONENT)
    POPOPS_UNARY(EXPONENT_MINUS_ONE)
    POPOPS_UNARY(EXPONENT2)
    POPOPS_UNARY(FLOOR)
    POPOPS_UNARY(GELU_ERF)
    POPOPS_UNARY(INVERSE)
    POPOPS_UNARY(IS_FINITE)
    POPOPS_UNARY(IS_INF)
    POPOPS_UNARY(IS_NAN)
    POPOPS_UNARY(LOGARITHM)
    POPOPS_UNARY(LOGARITHM_ONE_PLUS)
    POPOPS_UNARY(NEGATE)
    POPOPS_UNARY(NEARBY_INT)
    POPOPS_UNARY(RELU)
    POPOPS_UNARY(SIGNUM)
    POPOPS_UNARY(SIN)
    POPOPS_UNARY(TAN)
    POPOPS_UNARY(TANH)
    POPOPS_UNARY(ROUND)
    POPOPS_UNARY(SQRT)
    POPOPS_UNARY(SQUARE)
    POPOPS_UNARY(SIGMOID)
    POPOPS_UNARY(RSQRT)
    POPOPS_UNARY(TRUNC)
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
    POPOPS_BINARY(ATAN2)
    POPOPS_BINARY(POWER)
    POPOPS_BINARY(INV_STD_DEV_TO_VARIANCE)
    POPOPS_BINARY(VARIANCE_TO_INV_STD_DEV)
  default:
    return nullptr;
  }
}

template <class T>
Kernel kernelOf(program::Action action, unsigned op) {
  switch (action) {
  case program::Action::Unary:
    return unaryOf<T>(static_cast<UnaryOpType>(op));
  case program::Action::Binary:
    return binaryOf<T>(static_cast<BinaryOpType>(op));
  case program::Action::Clamp:
    return clampKernel<T>;
  default:
    return selectKernel<T>;
  }
}

} // namespace

Kernel realKernel(program::Kind kind, program::Action action, unsigned op) {
  return kind == program::Kind::Float ? kernelOf<float>(action, op) : kernelOf<half>(action, op);
}

} // namespace device
} // namespace popops
