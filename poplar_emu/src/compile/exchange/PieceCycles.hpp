// SPDX-License-Identifier: MIT
// Cycles of copying pieces on a tile.
#pragma once

#include <algorithm>
#include <cstdint>

namespace poplar_emu::compile {

/// Thread cycles of vertices that copy pieces; workers share them.
struct PieceCycles {
  std::uint64_t sum = 0, longest = 0;

  void add(std::uint64_t cycles, std::uint64_t times) {
    sum += cycles * times;
    longest = std::max(longest, cycles);
  }
  PieceCycles &operator+=(const PieceCycles &other) {
    sum += other.sum;
    longest = std::max(longest, other.longest);
    return *this;
  }
};

} // namespace poplar_emu::compile
