// SPDX-License-Identifier: MIT
// The conversions with F16C instructions where the CPU has them, in plain integer code elsewhere.
#include "support/Half.hpp"

#include <poplar_emu/HalfBits.hpp>

#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace poplar_emu {
namespace {

void halfFromFloatPlain(const float *source, std::byte *halves, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t bits = halfBitsFromFloat(source[i]);
    std::memcpy(halves + 2 * i, &bits, 2);
  }
}

void floatFromHalfPlain(const std::byte *halves, float *destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t bits;
    std::memcpy(&bits, halves + 2 * i, 2);
    destination[i] = floatFromHalfBits(bits);
  }
}

#if defined(__x86_64__)

bool hasF16c() {
  static const bool has = __builtin_cpu_supports("f16c");
  return has;
}

__attribute__((target("avx,f16c"))) std::size_t
halfFromFloatF16c(const float *source, std::byte *halves, std::size_t count) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m128i eight = _mm256_cvtps_ph(_mm256_loadu_ps(source + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i *>(halves + 2 * i), eight);
  }
  return i;
}

__attribute__((target("avx,f16c"))) std::size_t
floatFromHalfF16c(const std::byte *halves, float *destination, std::size_t count) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i *>(halves + 2 * i));
    _mm256_storeu_ps(destination + i, _mm256_cvtph_ps(eight));
  }
  return i;
}

#endif

/// A float between which and `value` no half lies, so that rounding the float rounds the double:
/// truncated, with the lost bits collected in the lowest one ("round to odd").
float stickyFloat(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint32_t>(bits >> 32) & 0x80000000U;
  const std::uint64_t magnitude = bits & 0x7fffffffffffffffULL;
  constexpr std::uint64_t kInfinity = 0x7ff0000000000000ULL;
  if (magnitude > kInfinity)
    return std::bit_cast<float>(sign | 0x7fc00000U |
                                (static_cast<std::uint32_t>(magnitude >> 29) & 0x3fffffU));
  if (magnitude >= std::bit_cast<std::uint64_t>(131072.0))
    return std::bit_cast<float>(sign | 0x7f800000U);
  if (magnitude < std::bit_cast<std::uint64_t>(0x1p-40)) return std::bit_cast<float>(sign);
  const auto truncated = static_cast<std::uint32_t>((magnitude - (896ULL << 52)) >> 29);
  const std::uint32_t sticky = (magnitude & 0x1fffffffULL) != 0;
  return std::bit_cast<float>(sign | truncated | sticky);
}

} // namespace

void halfFromFloat(const float *source, void *halves, std::size_t count) {
  auto *bytes = static_cast<std::byte *>(halves);
  std::size_t done = 0;
#if defined(__x86_64__)
  if (hasF16c()) done = halfFromFloatF16c(source, bytes, count);
#endif
  halfFromFloatPlain(source + done, bytes + 2 * done, count - done);
}

void floatFromHalf(const void *halves, float *destination, std::size_t count) {
  const auto *bytes = static_cast<const std::byte *>(halves);
  std::size_t done = 0;
#if defined(__x86_64__)
  if (hasF16c()) done = floatFromHalfF16c(bytes, destination, count);
#endif
  floatFromHalfPlain(bytes + 2 * done, destination + done, count - done);
}

void halfFromDouble(const double *source, void *halves, std::size_t count) {
  auto *bytes = static_cast<std::byte *>(halves);
  constexpr std::size_t kChunk = 256;
  float chunk[kChunk];
  while (count > 0) {
    const std::size_t n = count < kChunk ? count : kChunk;
    for (std::size_t i = 0; i < n; ++i)
      chunk[i] = stickyFloat(source[i]);
    halfFromFloat(chunk, bytes, n);
    source += n;
    bytes += 2 * n;
    count -= n;
  }
}

void doubleFromHalf(const void *halves, double *destination, std::size_t count) {
  const auto *bytes = static_cast<const std::byte *>(halves);
  constexpr std::size_t kChunk = 256;
  float chunk[kChunk];
  while (count > 0) {
    const std::size_t n = count < kChunk ? count : kChunk;
    floatFromHalf(bytes, chunk, n);
    for (std::size_t i = 0; i < n; ++i)
      destination[i] = chunk[i];
    bytes += 2 * n;
    destination += n;
    count -= n;
  }
}

} // namespace poplar_emu
