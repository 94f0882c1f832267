// SPDX-License-Identifier: MIT
// What is done with two operands, of single elements and of vectors alike.
#pragma once

#include <cstdint>

namespace poplar_emu::runtime {

// apply(sum, next) leaves the result in sum. By reference, so that vectors wider than the ABI's are
// never passed.

struct Plus {
  template <class T>
  __attribute__((always_inline)) static void apply(T &sum, const T &next) {
    sum += next;
  }
};
struct Multiply {
  template <class T>
  __attribute__((always_inline)) static void apply(T &sum, const T &next) {
    sum *= next;
  }
};
/// Of a number and a NaN the number, as popops' MINIMUM and MAXIMUM.
struct Smaller {
  template <class T>
  __attribute__((always_inline)) static void apply(T &sum, const T &next) {
    sum = ((sum < next) | (next != next)) ? sum : next;
  }
};
struct Larger {
  template <class T>
  __attribute__((always_inline)) static void apply(T &sum, const T &next) {
    sum = ((sum > next) | (next != next)) ? sum : next;
  }
};
struct BitAnd {
  template <class T>
  __attribute__((always_inline)) static void apply(T &sum, const T &next) {
    sum &= next;
  }
};
struct BitOr {
  template <class T>
  __attribute__((always_inline)) static void apply(T &sum, const T &next) {
    sum |= next;
  }
};

#if defined(__x86_64__)
/// What the widest loops are compiled for.
inline bool hasAvx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

} // namespace poplar_emu::runtime
