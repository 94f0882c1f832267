// SPDX-License-Identifier: MIT
// Converts a register of halves at a time where the processor can.
#include "runtime/collective/HalfCombiners.hpp"

#include "runtime/collective/Operations.hpp"

#include <poplar_emu/HalfBits.hpp>

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace poplar_emu::runtime {
namespace {

std::uint16_t load(const std::byte *place) {
  std::uint16_t half;
  std::memcpy(&half, place, sizeof half);
  return half;
}
void store(std::byte *place, float value) {
  const std::uint16_t half = halfBitsFromFloat(value);
  std::memcpy(place, &half, sizeof half);
}

template <class Operation>
void combineHalves(std::byte *out, const std::byte *sum, const std::byte *next, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 2) {
    float a = floatFromHalfBits(load(sum + i));
    const float b = floatFromHalfBits(load(next + i));
    Operation::apply(a, b);
    store(out + i, a);
  }
}

#if defined(__x86_64__)
typedef float Floats16 __attribute__((vector_size(64)));
typedef float Floats8 __attribute__((vector_size(32)));
constexpr __mmask16 kAll = 0xffff; // the plain forms make g++ 12 warn
constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

template <class Operation>
__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))) void
combineHalvesAvx512(std::byte *out, const std::byte *sum, const std::byte *next,
                    std::size_t bytes) {
  std::size_t i = 0;
  for (; i + 32 <= bytes; i += 32) {
    auto a = reinterpret_cast<Floats16>(_mm512_maskz_cvtph_ps(
        kAll, _mm256_loadu_si256(reinterpret_cast<const __m256i *>(sum + i))));
    const auto b = reinterpret_cast<Floats16>(_mm512_maskz_cvtph_ps(
        kAll, _mm256_loadu_si256(reinterpret_cast<const __m256i *>(next + i))));
    Operation::apply(a, b);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(out + i),
                        _mm512_maskz_cvtps_ph(kAll, reinterpret_cast<__m512>(a), kNearest));
  }
  combineHalves<Operation>(out + i, sum + i, next + i, bytes - i);
}

template <class Operation>
__attribute__((target("avx2,f16c"))) void
combineHalvesAvx2(std::byte *out, const std::byte *sum, const std::byte *next, std::size_t bytes) {
  std::size_t i = 0;
  for (; i + 16 <= bytes; i += 16) {
    auto a = reinterpret_cast<Floats8>(
        _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(sum + i))));
    const auto b = reinterpret_cast<Floats8>(
        _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(next + i))));
    Operation::apply(a, b);
    _mm_storeu_si128(reinterpret_cast<__m128i *>(out + i),
                     _mm256_cvtps_ph(reinterpret_cast<__m256>(a), kNearest));
  }
  combineHalves<Operation>(out + i, sum + i, next + i, bytes - i);
}
#endif

template <class Operation>
Combiner::Binary best() {
#if defined(__x86_64__)
  if (hasAvx512()) return combineHalvesAvx512<Operation>;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c"))
    return combineHalvesAvx2<Operation>;
#endif
  return combineHalves<Operation>;
}

void squareHalves(std::byte *out, const std::byte *in, std::size_t bytes) {
  static const Combiner::Binary multiply = best<Multiply>();
  multiply(out, in, in, bytes);
}

void scaleHalves(std::byte *values, float scale, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 2)
    store(values + i, floatFromHalfBits(load(values + i)) * scale);
}

} // namespace

Combiner halfCombiner(Combine combine) {
  switch (combine) {
  case Combine::Add:
    return {best<Plus>(), nullptr, scaleHalves};
  case Combine::SquareAdd:
    return {best<Plus>(), squareHalves, scaleHalves};
  case Combine::Mul:
    return {best<Multiply>(), nullptr, scaleHalves};
  case Combine::Min:
    return {best<Smaller>(), nullptr, scaleHalves};
  case Combine::Max:
    return {best<Larger>(), nullptr, scaleHalves};
  default:
    return {};
  }
}

} // namespace poplar_emu::runtime
