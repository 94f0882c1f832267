// SPDX-License-Identifier: MIT
// Algebra of digit lists: the mixed-radix numbers that address the elements of one dimension.
#pragma once

#include "view/View.hpp"

#include <optional>
#include <vector>

namespace poplar_emu::view {

using DigitSpan = std::span<const Digit>;

/// Number of values of the list; 1 for an empty one.
inline std::uint64_t extentOf(DigitSpan digits) {
  std::uint64_t n = 1;
  for (const Digit &d : digits)
    n *= d.extent;
  return n;
}

/// Offset of value `index`.
std::int64_t offsetAt(DigitSpan digits, std::uint64_t index);

/// Appends a digit to the list that starts at element `first` of `digits`, keeping it normal:
/// extent 1 vanishes, a digit that continues its neighbour is merged with it.
void appendDigit(Digits &digits, std::size_t first, Digit digit);
void appendDigits(Digits &digits, std::size_t first, DigitSpan more);
Digits normalised(DigitSpan digits);

/// Consecutive values of a selection that one list expresses.
struct Segment {
  std::uint64_t extent = 1;
  std::int64_t offset = 0;
  Digits digits;
};

/// Values first, first + step, ... (count of them) as segments in order. One segment whenever
/// digits can express it; for step 1 at most 2k - 1 segments of k digits.
void select(DigitSpan digits, std::uint64_t first, std::uint64_t step, std::uint64_t count,
            std::vector<Segment> &out);

/// Regroups to (outer, inner) with `innerExtent` values in the inner list; false if that cuts a
/// digit where it cannot be cut.
bool splitAt(DigitSpan digits, std::uint64_t innerExtent, Digits &outer, Digits &inner);

/// Whether two equal lists at any distance may share a digit of extent 2, or only copies and
/// neighbours.
enum class Pairs : std::uint8_t { Join, Keep };

/// `a` followed by `b`, which starts `distance` after it, as one list.
std::optional<Digits> joined(DigitSpan a, DigitSpan b, std::int64_t distance, Pairs pairs);

/// One digit of two lists at once.
struct PairDigit {
  std::uint64_t extent = 1;
  std::int64_t a = 0;
  std::int64_t b = 0;
};

struct PairSegment {
  std::int64_t offsetA = 0;
  std::int64_t offsetB = 0;
  InlineVector<PairDigit, 4> digits;
};

/// Pairs the values [firstA, firstA + count) of `a` with [firstB, firstB + count) of `b`.
void pairUp(DigitSpan a, std::uint64_t firstA, DigitSpan b, std::uint64_t firstB,
            std::uint64_t count, std::vector<PairSegment> &out);

/// Product of extents, or nothing if it exceeds 2^63 - 1.
std::optional<std::uint64_t> checkedProduct(std::span<const std::uint64_t> extents);

} // namespace poplar_emu::view
