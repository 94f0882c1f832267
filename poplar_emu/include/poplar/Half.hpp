// SPDX-License-Identifier: MIT
// The host's half value type.
#ifndef POPLAR_HALF_HPP
#define POPLAR_HALF_HPP

#include <poplar_emu/HalfBits.hpp>

#include <cstdint>

namespace poplar {

/// An IEEE binary16 value on the host: two bytes, converts to and from float.
class Half {
 public:
  Half() : bits_(0) {}
  /// Rounds to the nearest value, ties to even.
  Half(float value) : bits_(poplar_emu::halfBitsFromFloat(value)) {}

  operator float() const { return poplar_emu::floatFromHalfBits(bits_); }

 private:
  std::uint16_t bits_;
};

} // namespace poplar

#endif
