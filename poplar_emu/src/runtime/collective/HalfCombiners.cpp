// SPDX-License-Identifier: MIT
// Converts a register of halves at a time where the processor can.
#include "runtime/collective/HalfCombiners.hpp"

#include "runtime/collective/InstructionSets.hpp"

#include <poplar_emu/HalfBits.hpp>

#include <algorithm>
#include <cstdint>
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

using Binary = void (*)(std::byte *out, const std::byte *sum, const std::byte *next,
                        std::size_t bytes);

namespace plain {
#include "runtime/collective/Operations.inc"

template <class Operation>
void combineHalves(std::byte *out, const std::byte *sum, const std::byte *next, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 2) {
    float a = floatFromHalfBits(load(sum + i));
    const float b = floatFromHalfBits(load(next + i));
    Operation::apply(a, b);
    store(out + i, a);
  }
}
} // namespace plain

#if defined(__x86_64__)
constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

POPLAR_EMU_AVX512_BEGIN
namespace avx512 {
#include "runtime/collective/Operations.inc"

typedef float Floats __attribute__((vector_size(64)));
constexpr __mmask16 kAll = 0xffff; // the plain forms make g++ 12 warn

template <class Operation>
std::size_t combineHalves(std::byte *out, const std::byte *sum, const std::byte *next,
                          std::size_t bytes) {
  std::size_t i = 0;
  for (; i + 32 <= bytes; i += 32) {
    auto a = reinterpret_cast<Floats>(_mm512_maskz_cvtph_ps(
        kAll, _mm256_loadu_si256(reinterpret_cast<const __m256i *>(sum + i))));
    const auto b = reinterpret_cast<Floats>(_mm512_maskz_cvtph_ps(
        kAll, _mm256_loadu_si256(reinterpret_cast<const __m256i *>(next + i))));
    Operation::apply(a, b);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(out + i),
                        _mm512_maskz_cvtps_ph(kAll, reinterpret_cast<__m512>(a), kNearest));
  }
  return i;
}
} // namespace avx512
POPLAR_EMU_REGION_END

POPLAR_EMU_AVX2_BEGIN
namespace avx2 {
#include "runtime/collective/Operations.inc"

typedef float Floats __attribute__((vector_size(32)));

template <class Operation>
std::size_t combineHalves(std::byte *out, const std::byte *sum, const std::byte *next,
                          std::size_t bytes) {
  std::size_t i = 0;
  for (; i + 16 <= bytes; i += 16) {
    auto a = reinterpret_cast<Floats>(
        _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(sum + i))));
    const auto b = reinterpret_cast<Floats>(
        _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(next + i))));
    Operation::apply(a, b);
    _mm_storeu_si128(reinterpret_cast<__m128i *>(out + i),
                     _mm256_cvtps_ph(reinterpret_cast<__m256>(a), kNearest));
  }
  return i;
}
} // namespace avx2
POPLAR_EMU_REGION_END
#endif

/// Whole vectors as wide as the processor allows, then single elements.
template <class Wide512, class Wide256, class Plain>
void combinePair(std::byte *out, const std::byte *sum, const std::byte *next, std::size_t bytes) {
  std::size_t i = 0;
#if defined(__x86_64__)
  static const bool wide = hasAvx512(), half = hasAvx2();
  if (wide)
    i = avx512::combineHalves<Wide512>(out, sum, next, bytes);
  else if (half)
    i = avx2::combineHalves<Wide256>(out, sum, next, bytes);
#endif
  plain::combineHalves<Plain>(out + i, sum + i, next + i, bytes - i);
}

#if defined(__x86_64__)
#define POPLAR_EMU_PAIR(Operation) combinePair<avx512::Operation, avx2::Operation, plain::Operation>
#else
#define POPLAR_EMU_PAIR(Operation) combinePair<void, void, plain::Operation>
#endif

void scaleHalves(std::byte *values, float scale, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 2)
    store(values + i, floatFromHalfBits(load(values + i)) * scale);
}

constexpr std::size_t kBlock = 1024;

/// Pair after pair, in a block that stays in the first-level cache.
template <Binary combine>
void combineChain(std::byte *sum, const std::byte *const *places, std::size_t count,
                  std::size_t offset, std::size_t bytes) {
  if (count == 1) std::memcpy(sum, places[0] + offset, bytes);
  for (std::size_t o = 1; o < count; ++o)
    combine(sum, o == 1 ? places[0] + offset : sum, places[o] + offset, bytes);
}

template <Binary combine>
void combineRow(const Operands &from, const Receivers &to, std::size_t bytes) {
  alignas(64) std::byte sum[kBlock], next[kBlock];
  for (std::size_t done = 0; done < bytes; done += kBlock) {
    const std::size_t n = std::min(kBlock, bytes - done), offset = from.offset + done;
    combineChain<combine>(sum, from.places, from.count, offset, n);
    const std::byte *const *places = from.places + from.count;
    for (std::size_t c = 0; c < from.numOthers; places += from.others[c++]) {
      combineChain<combine>(next, places, from.others[c], offset, n);
      combine(sum, sum, next, n);
    }
    if (from.scale != 1) scaleHalves(sum, from.scale, n);
    for (std::size_t r = 0; r < to.count; ++r)
      std::memcpy(to.places[r] + to.offset + done, sum, n);
  }
}

void squareHalves(std::byte *out, const std::byte *in, std::size_t bytes) {
  POPLAR_EMU_PAIR(Multiply)(out, in, in, bytes);
}

} // namespace

Combiner halfCombiner(Combine combine) {
  switch (combine) {
  case Combine::Add:
    return {combineRow<POPLAR_EMU_PAIR(Plus)>, nullptr};
  case Combine::SquareAdd:
    return {combineRow<POPLAR_EMU_PAIR(Plus)>, squareHalves};
  case Combine::Mul:
    return {combineRow<POPLAR_EMU_PAIR(Multiply)>, nullptr};
  case Combine::Min:
    return {combineRow<POPLAR_EMU_PAIR(Smaller)>, nullptr};
  case Combine::Max:
    return {combineRow<POPLAR_EMU_PAIR(Larger)>, nullptr};
  default:
    return {};
  }
}

} // namespace poplar_emu::runtime
