// SPDX-License-Identifier: MIT
// 16-bit IEEE floating-point values on the host.
#ifndef POPLAR_IEEE_HALF_HPP
#define POPLAR_IEEE_HALF_HPP

#include <poplar/Half.hpp>
#include <poplar_emu/HalfBits.hpp>

#include <cstdint>

namespace poplar {

/// The bits of an IEEE binary16 value, told apart from an integer by its type.
class IeeeHalf {
 public:
  IeeeHalf() : bits_(0) {}
  /// Rounds to the nearest value, ties to even.
  explicit IeeeHalf(float value) : bits_(poplar_emu::halfBitsFromFloat(value)) {}

  static IeeeHalf fromBits(std::uint16_t bits) {
    IeeeHalf half;
    half.bits_ = bits;
    return half;
  }

  operator float() const { return poplar_emu::floatFromHalfBits(bits_); }
  std::uint16_t bit16() const { return bits_; }

 private:
  std::uint16_t bits_;
};

} // namespace poplar

#endif
