// SPDX-License-Identifier: MIT
// The __builtin_ipu_* names that have a meaning off the device. Those of the matrix unit and of
// packed addresses are left out: a codelet that uses them has no code for the host.
// The macros take any number of arguments: the commas of float2{1, 2} are no borders between them.
#ifndef IPU_BUILTINS_H
#define IPU_BUILTINS_H

#include <poplar_emu/device/Builtins.hpp>

#define __builtin_ipu_urand32() ::poplar_emu::device::urand32()
#define __builtin_ipu_urand64() ::poplar_emu::device::urand64()
#define __builtin_ipu_urand_f32() ::poplar_emu::device::urandF32()
#define __builtin_ipu_urand_f16() ::poplar_emu::device::urandF16()
#define __builtin_ipu_f32v2grand() ::poplar_emu::device::grandF32v2()
#define __builtin_ipu_f16v2grand() ::poplar_emu::device::grandF16<half2>()
#define __builtin_ipu_f16v4grand() ::poplar_emu::device::grandF16<half4>()

#define __builtin_ipu_get_tile_id() ::poplar_emu::device::tileId()
#define __builtin_ipu_get_scount_l() static_cast<unsigned>(::poplar_emu::device::cycles())
#define __builtin_ipu_get_scount_u() static_cast<unsigned>(::poplar_emu::device::cycles() >> 32)
#define __builtin_ipu_is_worker_mode() 1
#define __builtin_ipu_get(...) ::poplar_emu::device::getCsr(__VA_ARGS__)
#define __builtin_ipu_put(...) ::poplar_emu::device::putCsr(__VA_ARGS__)
#define __builtin_ipu_uget(...) ::poplar_emu::device::getCsr(__VA_ARGS__)
#define __builtin_ipu_uput(...) ::poplar_emu::device::putCsr(__VA_ARGS__)

#define __builtin_ipu_min(...) ::poplar_emu::device::minimum(__VA_ARGS__)
#define __builtin_ipu_max(...) ::poplar_emu::device::maximum(__VA_ARGS__)
#define __builtin_ipu_abs(...)                                                                     \
  ::poplar_emu::device::map1<::poplar_emu::device::op::fabs>(__VA_ARGS__)
#define __builtin_ipu_exp(...)                                                                     \
  ::poplar_emu::device::map1<::poplar_emu::device::op::exp>(__VA_ARGS__)
#define __builtin_ipu_exp2(...)                                                                    \
  ::poplar_emu::device::map1<::poplar_emu::device::op::exp2>(__VA_ARGS__)
#define __builtin_ipu_ln(...) ::poplar_emu::device::map1<::poplar_emu::device::op::log>(__VA_ARGS__)
#define __builtin_ipu_log2(...)                                                                    \
  ::poplar_emu::device::map1<::poplar_emu::device::op::log2>(__VA_ARGS__)
#define __builtin_ipu_tanh(...)                                                                    \
  ::poplar_emu::device::map1<::poplar_emu::device::op::tanh>(__VA_ARGS__)
#define __builtin_ipu_sigm(...)                                                                    \
  ::poplar_emu::device::map1<::poplar_emu::device::op::sigmoid>(__VA_ARGS__)
#define __builtin_ipu_sqrt(...)                                                                    \
  ::poplar_emu::device::map1<::poplar_emu::device::op::sqrt>(__VA_ARGS__)
#define __builtin_ipu_rsqrt(...)                                                                   \
  ::poplar_emu::device::map1<::poplar_emu::device::op::rsqrt>(__VA_ARGS__)

#define __builtin_ipu_f16tof32(...) static_cast<float>(__VA_ARGS__)
#define __builtin_ipu_f32tof16(...) static_cast<half>(__VA_ARGS__)
#define __builtin_ipu_f16v2tof32(...)                                                              \
  ::poplar_emu::device::convertVector<float2, half2>(__VA_ARGS__)
#define __builtin_ipu_f16v4tof32(...)                                                              \
  ::poplar_emu::device::convertVector<float4, half4>(__VA_ARGS__)
#define __builtin_ipu_f32v2tof16(...)                                                              \
  ::poplar_emu::device::convertVector<half2, float2>(__VA_ARGS__)
#define __builtin_ipu_f32v4tof16(...)                                                              \
  ::poplar_emu::device::convertVector<half4, float4>(__VA_ARGS__)

#define __builtin_ipu_andc_f32(...) ::poplar_emu::device::andComplement<float>(__VA_ARGS__)
#define __builtin_ipu_cmpeq(...)                                                                   \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isEqual, __VA_ARGS__)
#define __builtin_ipu_cmpne(...)                                                                   \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isNotEqual, __VA_ARGS__)
#define __builtin_ipu_cmplt(...)                                                                   \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isLess, __VA_ARGS__)
#define __builtin_ipu_cmple(...)                                                                   \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isLessEqual, __VA_ARGS__)
#define __builtin_ipu_cmpgt(...)                                                                   \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isGreater, __VA_ARGS__)
#define __builtin_ipu_cmpge(...)                                                                   \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isGreaterEqual, __VA_ARGS__)
#define __builtin_ipu_shuf8x8lo(...) ::poplar_emu::device::shuffle8x8Low(__VA_ARGS__)
#define __builtin_ipu_shuf8x8hi(...) ::poplar_emu::device::shuffle8x8High(__VA_ARGS__)
#define __builtin_ipu_isnan(...) (__builtin_isnan(__VA_ARGS__) ? 1 : 0)
#define __builtin_ipu_isinf(...) (__builtin_isinf(__VA_ARGS__) ? 1 : 0)
#define __builtin_ipu_isfinite(...) (__builtin_isfinite(__VA_ARGS__) ? 1 : 0)

#endif
