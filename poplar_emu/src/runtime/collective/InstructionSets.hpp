// SPDX-License-Identifier: MIT
// Regions of code that are compiled for more than what every processor has.
#pragma once

#define POPLAR_EMU_INLINE __attribute__((always_inline)) inline
#define POPLAR_EMU_INLINE_LAMBDA __attribute__((always_inline))

// Whole regions, not single functions: g++ takes comparisons of vectors apart, element by element,
// in templates that are not compiled for the vectors' width themselves.
#if defined(__x86_64__)
#if defined(__clang__)
// clang-format off: _Pragma takes one literal
#define POPLAR_EMU_AVX512_BEGIN \
  _Pragma("clang attribute push(__attribute__((target(\"avx512f,avx512bw,avx512dq,avx512vl\"))), apply_to = function)")
// clang-format on
#define POPLAR_EMU_AVX2_BEGIN                                                                      \
  _Pragma("clang attribute push(__attribute__((target(\"avx2,f16c\"))), apply_to = function)")
#define POPLAR_EMU_REGION_END _Pragma("clang attribute pop")
#else
#define POPLAR_EMU_AVX512_BEGIN                                                                    \
  _Pragma("GCC push_options") _Pragma("GCC target(\"avx512f,avx512bw,avx512dq,avx512vl\")")
#define POPLAR_EMU_AVX2_BEGIN _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,f16c\")")
#define POPLAR_EMU_REGION_END _Pragma("GCC pop_options")
#endif

namespace poplar_emu::runtime {

inline bool hasAvx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
inline bool hasAvx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
}

} // namespace poplar_emu::runtime
#endif
