// SPDX-License-Identifier: MIT
// The __builtin_ipu_* names that have a meaning off the device. Those of the matrix unit and of
// packed addresses are left out: a codelet that uses them has no code for the host.
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
#define __builtin_ipu_get(index) ::poplar_emu::device::getCsr(index)
#define __builtin_ipu_put(value, index) ::poplar_emu::device::putCsr((value), (index))
#define __builtin_ipu_uget(index) ::poplar_emu::device::getCsr(index)
#define __builtin_ipu_uput(value, index) ::poplar_emu::device::putCsr((value), (index))

#define __builtin_ipu_min(a, b) ::poplar_emu::device::minimum((a), (b))
#define __builtin_ipu_max(a, b) ::poplar_emu::device::maximum((a), (b))
#define __builtin_ipu_abs(x) ::poplar_emu::device::map1<::poplar_emu::device::op::fabs>(x)
#define __builtin_ipu_exp(x) ::poplar_emu::device::map1<::poplar_emu::device::op::exp>(x)
#define __builtin_ipu_exp2(x) ::poplar_emu::device::map1<::poplar_emu::device::op::exp2>(x)
#define __builtin_ipu_ln(x) ::poplar_emu::device::map1<::poplar_emu::device::op::log>(x)
#define __builtin_ipu_log2(x) ::poplar_emu::device::map1<::poplar_emu::device::op::log2>(x)
#define __builtin_ipu_tanh(x) ::poplar_emu::device::map1<::poplar_emu::device::op::tanh>(x)
#define __builtin_ipu_sigm(x) ::poplar_emu::device::map1<::poplar_emu::device::op::sigmoid>(x)
#define __builtin_ipu_sqrt(x) ::poplar_emu::device::map1<::poplar_emu::device::op::sqrt>(x)
#define __builtin_ipu_rsqrt(x) ::poplar_emu::device::map1<::poplar_emu::device::op::rsqrt>(x)

#define __builtin_ipu_f16tof32(x) static_cast<float>(x)
#define __builtin_ipu_f32tof16(x) static_cast<half>(x)
#define __builtin_ipu_f16v2tof32(x) ::poplar_emu::device::convertVector<float2, half2>(x)
#define __builtin_ipu_f16v4tof32(x) ::poplar_emu::device::convertVector<float4, half4>(x)
#define __builtin_ipu_f32v2tof16(x) ::poplar_emu::device::convertVector<half2, float2>(x)
#define __builtin_ipu_f32v4tof16(x) ::poplar_emu::device::convertVector<half4, float4>(x)

#define __builtin_ipu_andc_f32(a, b) ::poplar_emu::device::andComplement<float>((a), (b))
#define __builtin_ipu_cmpeq(a, b)                                                                  \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isEqual, (a), (b))
#define __builtin_ipu_cmpne(a, b)                                                                  \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isNotEqual, (a), (b))
#define __builtin_ipu_cmplt(a, b)                                                                  \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isLess, (a), (b))
#define __builtin_ipu_cmple(a, b)                                                                  \
  ::poplar_emu::device::maskFrom(::poplar_emu::device::isLessEqual, (a), (b))
#define __builtin_ipu_cmpgt(a, b) __builtin_ipu_cmplt(b, a)
#define __builtin_ipu_cmpge(a, b) __builtin_ipu_cmple(b, a)
#define __builtin_ipu_shuf8x8lo(a, b) ::poplar_emu::device::shuffle8x8Low((a), (b))
#define __builtin_ipu_shuf8x8hi(a, b) ::poplar_emu::device::shuffle8x8High((a), (b))
#define __builtin_ipu_isnan(x) (__builtin_isnan(x) ? 1 : 0)
#define __builtin_ipu_isinf(x) (__builtin_isinf(x) ? 1 : 0)
#define __builtin_ipu_isfinite(x) (__builtin_isfinite(x) ? 1 : 0)

#endif
