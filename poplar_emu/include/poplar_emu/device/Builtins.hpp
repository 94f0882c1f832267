// SPDX-License-Identifier: MIT
// Functions behind the portable __builtin_ipu_* names.
#ifndef POPLAR_EMU_DEVICE_BUILTINS_HPP
#define POPLAR_EMU_DEVICE_BUILTINS_HPP

#include <poplar/TileConstants.hpp>
#include <poplar_emu/device/Current.hpp>
#include <poplar_emu/device/VectorMath.hpp>

namespace poplar_emu {
namespace device {

// --- random numbers: each call takes whole steps of the worker's generator ---

inline uint64_t urand64() {
  return poplar_emu_nextRandom(context().prng);
}
inline uint32_t urand32() {
  return static_cast<uint32_t>(urand64() >> 32);
}
/// Uniform in [-0.5, 0.5), multiples of 2^-24.
inline float urandF32() {
  return static_cast<float>(urand64() >> 40) * 5.9604644775390625e-8f - 0.5f;
}
/// Uniform in [-0.5, 0.5), multiples of 2^-11.
inline half urandF16() {
  return static_cast<half>(static_cast<float>(urand64() >> 53) * 4.8828125e-4f - 0.5f);
}

/// Approximately N(0,1) as the sum of twelve 16-bit uniforms (Irwin-Hall), within +-6. Integer
/// arithmetic and one exact scaling: the same on every machine.
inline float grandF32() {
  int64_t sum = 0;
  for (int step = 0; step < 3; ++step) {
    const uint64_t bits = urand64();
    for (int i = 0; i < 4; ++i)
      sum += static_cast<int64_t>((bits >> (16 * i)) & 0xffff);
  }
  return (static_cast<float>(2 * sum - 12 * 65535)) * 7.62939453125e-6f;
}
inline float2 grandF32v2() {
  float2 r = {0.0f, 0.0f};
  r[0] = grandF32();
  r[1] = grandF32();
  return r;
}
template <class V_>
V_ grandF16() {
  V_ r = V_();
  for (int i = 0; i < VectorTraits<V_>::count; ++i)
    r[i] = static_cast<half>(grandF32());
  return r;
}

// --- where and when ---

inline unsigned tileId() {
  return context().tile;
}
inline uint64_t cycles() {
  const TileContext &c = context();
  return c.cycles ? *c.cycles : 0;
}

/// Registers that mean something here are answered from the context, others are plain storage.
inline uint32_t getCsr(unsigned index) {
  TileContext &c = context();
  switch (index) {
  case CSR_W_WSR__INDEX:
    return c.worker & CSR_W_WSR__CTXTID_M1__MASK;
  case CSR_W_PRNG_0_0__INDEX:
  case CSR_W_PRNG_0_1__INDEX:
  case CSR_W_PRNG_1_0__INDEX:
  case CSR_W_PRNG_1_1__INDEX: {
    const unsigned word = index - CSR_W_PRNG_0_0__INDEX;
    return static_cast<uint32_t>(c.prng->s[word / 2] >> (32 * (word % 2)));
  }
  default:
    return c.csr ? c.csr[index % POPLAR_EMU_CSR_COUNT] : 0;
  }
}

inline void putCsr(uint32_t value, unsigned index) {
  TileContext &c = context();
  switch (index) {
  case CSR_W_PRNG_0_0__INDEX:
  case CSR_W_PRNG_0_1__INDEX:
  case CSR_W_PRNG_1_0__INDEX:
  case CSR_W_PRNG_1_1__INDEX: {
    const unsigned word = index - CSR_W_PRNG_0_0__INDEX;
    const unsigned shift = 32 * (word % 2);
    uint64_t &s = c.prng->s[word / 2];
    s = (s & ~(uint64_t(0xffffffff) << shift)) | (uint64_t(value) << shift);
    // The generator never leaves the all-zero state.
    if (c.prng->s[0] == 0 && c.prng->s[1] == 0) c.prng->s[1] = uint64_t(1) << 63;
    break;
  }
  case CSR_W_PRNG_SEED__INDEX:
    poplar_emu_seedPrng(c.prng, value, 0, c.tile, c.worker);
    break;
  default:
    if (c.csr) c.csr[index % POPLAR_EMU_CSR_COUNT] = value;
  }
}

// --- values ---

inline float minimum(float a, float b) {
  return __builtin_fminf(a, b);
}
inline float maximum(float a, float b) {
  return __builtin_fmaxf(a, b);
}
inline int minimum(int a, int b) {
  return a < b ? a : b;
}
inline int maximum(int a, int b) {
  return a > b ? a : b;
}
inline unsigned minimum(unsigned a, unsigned b) {
  return a < b ? a : b;
}
inline unsigned maximum(unsigned a, unsigned b) {
  return a > b ? a : b;
}
#define POPLAR_EMU_MINMAX(V_)                                                                      \
  inline V_ minimum(V_ a, V_ b) {                                                                  \
    return map2<op::fmin>(a, b);                                                                   \
  }                                                                                                \
  inline V_ maximum(V_ a, V_ b) {                                                                  \
    return map2<op::fmax>(a, b);                                                                   \
  }
POPLAR_EMU_MINMAX(float2)
POPLAR_EMU_MINMAX(float4)
POPLAR_EMU_MINMAX(half)
POPLAR_EMU_MINMAX(half2)
POPLAR_EMU_MINMAX(half4)
#undef POPLAR_EMU_MINMAX

template <class To, class From>
To convertVector(From from) {
  To to = To();
  for (int i = 0; i < VectorTraits<To>::count; ++i)
    setElement(to, i, getElement(from, i));
  return to;
}

/// The device's comparisons give all ones or all zeros in the operand's type.
template <class V_>
V_ maskFrom(bool (*compare)(float, float), V_ a, V_ b) {
  const unsigned width = sizeof(typename VectorTraits<V_>::Element);
  unsigned char bytes[sizeof(V_)];
  for (int i = 0; i < VectorTraits<V_>::count; ++i)
    memset(bytes + i * width, compare(getElement(a, i), getElement(b, i)) ? 0xff : 0, width);
  V_ result = a;
  memcpy(&result, bytes, sizeof(V_));
  return result;
}
inline bool isEqual(float a, float b) {
  return a == b;
}
inline bool isNotEqual(float a, float b) {
  return a != b;
}
inline bool isLess(float a, float b) {
  return a < b;
}
inline bool isLessEqual(float a, float b) {
  return a <= b;
}
inline bool isGreater(float a, float b) {
  return a > b;
}
inline bool isGreaterEqual(float a, float b) {
  return a >= b;
}

/// Bytes a0 b0 a1 b1 of the lower halves.
inline unsigned shuffle8x8Low(unsigned a, unsigned b) {
  return (a & 0xff) | ((b & 0xff) << 8) | ((a & 0xff00) << 8) | ((b & 0xff00) << 16);
}
/// Bytes a2 b2 a3 b3 of the upper halves.
inline unsigned shuffle8x8High(unsigned a, unsigned b) {
  return shuffle8x8Low(a >> 16, b >> 16);
}

} // namespace device
} // namespace poplar_emu

#endif
