// SPDX-License-Identifier: MIT
// Loops of MapExpression over one chunk, chosen by kind, action and operation.
#pragma once

#include "Functions.hpp"
#include "Loops.hpp"
#include "MapProgram.hpp"

namespace popops {
namespace device {

using Kernel = void (*)(void *out, const void *a, const void *b, const void *c, unsigned n);

// One translation unit each, so that they build side by side. Null for what the kind has not.
Kernel realKernel(program::Kind kind, program::Action action, unsigned op);
Kernel wordKernel(program::Kind kind, program::Action action, unsigned op);
Kernel wideKernel(program::Kind kind, program::Action action, unsigned op);
Kernel shortKernel(program::Kind kind, program::Action action, unsigned op);
Kernel castKernel(program::Kind from, program::Kind to);
Kernel copyKernel(program::Kind kind);

template <UnaryOpType op, class T>
void unaryKernel(void *out, const void *a, const void *, const void *, unsigned n) {
  using Out = decltype(unary<op>(T()));
  forEach(static_cast<Out *>(out), static_cast<const T *>(a), n, [](T x) { return unary<op>(x); });
}

template <BinaryOpType op, class T>
void binaryKernel(void *out, const void *a, const void *b, const void *, unsigned n) {
  using Out = decltype(binary<op>(T(), T()));
  forEach(static_cast<Out *>(out), static_cast<const T *>(a), static_cast<const T *>(b), n,
          [](T x, T y) { return binary<op>(x, y); });
}

template <class T>
void clampKernel(void *out, const void *a, const void *b, const void *c, unsigned n) {
  forEach(static_cast<T *>(out), static_cast<const T *>(a), static_cast<const T *>(b),
          static_cast<const T *>(c), n,
          [](T x, T lower, T upper) { return clamp(x, lower, upper); });
}

template <class T>
void selectKernel(void *out, const void *a, const void *b, const void *c, unsigned n) {
  forEach(static_cast<T *>(out), static_cast<const T *>(a), static_cast<const T *>(b),
          static_cast<const bool *>(c), n, [](T x, T y, bool first) { return first ? x : y; });
}

// Cases of the switches in the translation units.
#define POPOPS_UNARY(op)                                                                           \
  case UnaryOpType::op:                                                                            \
    return unaryKernel<UnaryOpType::op, T>;
#define POPOPS_BINARY(op)                                                                          \
  case BinaryOpType::op:                                                                           \
    return binaryKernel<BinaryOpType::op, T>;

#define POPOPS_ARITHMETIC                                                                          \
  POPOPS_BINARY(ADD)                                                                               \
  POPOPS_BINARY(SUBTRACT)                                                                          \
  POPOPS_BINARY(MULTIPLY)                                                                          \
  POPOPS_BINARY(DIVIDE)                                                                            \
  POPOPS_BINARY(REMAINDER)                                                                         \
  POPOPS_BINARY(MAXIMUM)                                                                           \
  POPOPS_BINARY(MINIMUM)
#define POPOPS_EQUALITY                                                                            \
  POPOPS_BINARY(EQUAL)                                                                             \
  POPOPS_BINARY(NOT_EQUAL)
#define POPOPS_ORDER                                                                               \
  POPOPS_BINARY(GREATER_THAN)                                                                      \
  POPOPS_BINARY(GREATER_THAN_EQUAL)                                                                \
  POPOPS_BINARY(LESS_THAN)                                                                         \
  POPOPS_BINARY(LESS_THAN_EQUAL)
#define POPOPS_BITWISE                                                                             \
  POPOPS_BINARY(BITWISE_AND)                                                                       \
  POPOPS_BINARY(BITWISE_OR)                                                                        \
  POPOPS_BINARY(BITWISE_XOR)                                                                       \
  POPOPS_BINARY(BITWISE_XNOR)

} // namespace device
} // namespace popops
