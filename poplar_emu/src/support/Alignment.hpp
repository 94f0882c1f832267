// SPDX-License-Identifier: MIT
// Cache lines, and numbers rounded up.
#pragma once

#include <cstddef>
#include <cstdint>

namespace poplar_emu {

inline constexpr std::size_t kCacheLine = 64; ///< bytes

/// value / by, and one more for a remainder.
constexpr std::uint64_t divideUp(std::uint64_t value, std::uint64_t by) {
  return (value + by - 1) / by;
}

/// The next multiple of `step` that is not below `value`.
constexpr std::uint64_t roundUp(std::uint64_t value, std::uint64_t step) {
  return divideUp(value, step) * step;
}

} // namespace poplar_emu
