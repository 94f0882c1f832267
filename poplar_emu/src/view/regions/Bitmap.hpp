// SPDX-License-Identifier: MIT
// The elements of many short rows as bits.
#pragma once

#include "view/Regions.hpp"

#include <algorithm>
#include <bit>

namespace poplar_emu::view {

/// Range and number of the rows of some runs of one variable.
struct RowExtent {
  std::uint64_t rows = 0;
  std::uint64_t begin = ~std::uint64_t(0);
  std::uint64_t end = 0;

  void include(const Run &run) {
    const std::uint64_t last = run.rowStart(run.count - 1);
    rows += run.count;
    begin = std::min({begin, run.start, last});
    end = std::max(end, std::max(run.start, last) + run.length);
  }
  void include(std::span<const Run> runs) {
    for (const Run &run : runs)
      include(run);
  }
  /// An interval takes 128 bits and a sort; a bitmap one bit an element.
  bool wantsBitmap() const { return rows > (end - begin) / 16; }
};

class Bitmap {
 public:
  explicit Bitmap(const RowExtent &extent)
      : base_(extent.begin), words_((extent.end - extent.begin) / 64 + 1, 0) {}

  /// Sets the bits of a row; true if one of them was set before.
  bool mark(std::uint64_t begin, std::uint64_t length) {
    bool met = false;
    walk(begin, length, [&](std::uint64_t &word, std::uint64_t mask) {
      met |= (word & mask) != 0;
      word |= mask;
    });
    return met;
  }
  bool anySet(std::uint64_t begin, std::uint64_t length) {
    bool met = false;
    walk(begin, length,
         [&](std::uint64_t &word, std::uint64_t mask) { met |= (word & mask) != 0; });
    return met;
  }
  /// Calls f(begin, end) for each maximal range of set bits, ascending.
  template <class F>
  void forEachRange(F &&f) const {
    const std::uint64_t bits = words_.size() * 64;
    for (std::uint64_t at = next(0, bits, Bit::Set); at < bits;) {
      const std::uint64_t end = next(at, bits, Bit::Clear);
      f(base_ + at, base_ + end);
      at = next(end, bits, Bit::Set);
    }
  }

 private:
  enum class Bit : std::uint8_t { Set, Clear };

  template <class F>
  void walk(std::uint64_t begin, std::uint64_t length, F &&f) {
    std::uint64_t at = begin - base_;
    const std::uint64_t end = at + length;
    while (at < end) {
      const std::uint64_t bit = at % 64, bits = std::min<std::uint64_t>(64 - bit, end - at);
      const std::uint64_t ones = bits == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << bits) - 1;
      f(words_[at / 64], ones << bit);
      at += bits;
    }
  }

  std::uint64_t next(std::uint64_t at, std::uint64_t bits, Bit wanted) const {
    while (at < bits) {
      const std::uint64_t word = wanted == Bit::Set ? words_[at / 64] : ~words_[at / 64];
      const std::uint64_t rest = word >> (at % 64);
      if (rest) return at + static_cast<std::uint64_t>(std::countr_zero(rest));
      at = (at / 64 + 1) * 64;
    }
    return bits;
  }

  std::uint64_t base_;
  std::vector<std::uint64_t> words_;
};

} // namespace poplar_emu::view
