// SPDX-License-Identifier: MIT
// Conversions of single numbers between float and the bits of a half.
#include <popfloat/experimental/CastToHalf.hpp>
#include <poplar_emu/HalfBits.hpp>

#include <cmath>

namespace popfloat::experimental {

std::uint16_t singleToHalf(float value, bool enNanoo) {
  const std::uint16_t half = poplar_emu::halfBitsFromFloat(value);
  // The pattern before infinity is that of the largest number.
  const bool overflowed = (half & 0x7fffu) == 0x7c00u && std::isfinite(value);
  return static_cast<std::uint16_t>(overflowed && enNanoo ? half - 1u : half);
}

float halfToSingle(std::uint16_t half) {
  return poplar_emu::floatFromHalfBits(half);
}

} // namespace popfloat::experimental
