// SPDX-License-Identifier: MIT
// Vectors of 16 elements, and rows of floats made of 16-bit ones.
#pragma once

#include <poplar/Vertex.hpp>

namespace poplin {
namespace device {

typedef float Wide __attribute__((ext_vector_type(16)));
typedef half WideHalf __attribute__((ext_vector_type(16)));
// The same at any address of an element.
typedef float WideAt __attribute__((ext_vector_type(16), aligned(4)));
typedef half WideHalfAt __attribute__((ext_vector_type(16), aligned(2)));

constexpr unsigned kWide = 16;

inline Wide load(const float *from) {
  return *reinterpret_cast<const WideAt *>(from);
}
inline Wide load(const half *from) {
  return __builtin_convertvector(*reinterpret_cast<const WideHalfAt *>(from), Wide);
}
inline void store(float *to, Wide value) {
  *reinterpret_cast<WideAt *>(to) = value;
}
inline void store(half *to, Wide value) {
  *reinterpret_cast<WideHalfAt *>(to) = __builtin_convertvector(value, WideHalf);
}

/// a * b + c, rounded once, as the machine's product units do it.
inline Wide multiplyAdd(Wide a, Wide b, Wide c) {
  return __builtin_elementwise_fma(a, b, c);
}

template <class To, class From>
inline void convert(To *to, const From *from, unsigned n) {
  unsigned i = 0;
  for (; i + kWide <= n; i += kWide)
    store(to + i, load(from + i));
  for (; i < n; ++i)
    to[i] = static_cast<To>(from[i]);
}

} // namespace device
} // namespace poplin
