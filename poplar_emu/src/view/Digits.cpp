// SPDX-License-Identifier: MIT
// Selecting, splitting, joining and pairing digit lists.
#include "view/Digits.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::view {
namespace {

std::int64_t times(std::uint64_t count, std::int64_t stride) {
  return static_cast<std::int64_t>(count) * stride;
}

/// Adds a segment, or lengthens the last one if the new one continues it.
void emit(std::vector<Segment> &out, std::size_t firstOut, Segment segment) {
  if (out.size() > firstOut) {
    Segment &last = out.back();
    if (auto digits =
            joined(last.digits, segment.digits, segment.offset - last.offset, Pairs::Join)) {
      last.extent += segment.extent;
      last.digits = std::move(*digits);
      return;
    }
  }
  out.push_back(std::move(segment));
}

void selectInto(DigitSpan digits, std::int64_t offset, std::uint64_t first, std::uint64_t step,
                std::uint64_t count, std::vector<Segment> &out, std::size_t firstOut);

/// Whole blocks of the outermost digit: the same pattern in each of them.
bool selectBlocks(DigitSpan digits, std::int64_t offset, std::uint64_t firstBlock,
                  std::uint64_t blocks, std::uint64_t phase, std::uint64_t step,
                  std::uint64_t perBlock, std::vector<Segment> &out, std::size_t firstOut) {
  std::vector<Segment> inner;
  selectInto(digits.subspan(1), 0, phase, step, perBlock, inner, 0);
  if (inner.size() != 1) return false;
  Segment segment{
      blocks * perBlock, offset + times(firstBlock, digits[0].stride) + inner[0].offset, {}};
  appendDigit(segment.digits, 0, {blocks, digits[0].stride});
  appendDigits(segment.digits, 0, inner[0].digits);
  emit(out, firstOut, std::move(segment));
  return true;
}

void selectInto(DigitSpan digits, std::int64_t offset, std::uint64_t first, std::uint64_t step,
                std::uint64_t count, std::vector<Segment> &out, std::size_t firstOut) {
  if (count == 0) return;
  if (count == 1) {
    emit(out, firstOut, {1, offset + offsetAt(digits, first), {}});
    return;
  }
  // A step over whole inner digits leaves these fixed.
  while (digits.size() > 1 && step % digits.back().extent == 0) {
    const Digit &last = digits.back();
    offset += times(first % last.extent, last.stride);
    first /= last.extent;
    step /= last.extent;
    digits = digits.first(digits.size() - 1);
  }
  if (digits.size() == 1) {
    Segment segment{count, offset + times(first, digits[0].stride), {}};
    segment.digits.push_back({count, times(step, digits[0].stride)});
    emit(out, firstOut, std::move(segment));
    return;
  }

  const std::uint64_t block = extentOf(digits.subspan(1));
  std::uint64_t at = first, left = count;
  bool uniform = block % step == 0; // until found that one block is not one segment
  while (left > 0) {
    const std::uint64_t index = at / block, phase = at % block;
    const std::uint64_t inBlock = std::min(left, (block - phase + step - 1) / step);
    if (uniform && phase < step && left >= 2 * (block / step)) {
      const std::uint64_t perBlock = block / step, blocks = left / perBlock;
      uniform = selectBlocks(digits, offset, index, blocks, phase, step, perBlock, out, firstOut);
      if (uniform) {
        at += blocks * block;
        left -= blocks * perBlock;
        continue;
      }
    }
    selectInto(digits.subspan(1), offset + times(index, digits[0].stride), phase, step, inBlock,
               out, firstOut);
    at += inBlock * step;
    left -= inBlock;
  }
}

} // namespace

std::int64_t offsetAt(DigitSpan digits, std::uint64_t index) {
  std::int64_t offset = 0;
  for (std::size_t i = digits.size(); i-- > 0 && index;) {
    offset += times(index % digits[i].extent, digits[i].stride);
    index /= digits[i].extent;
  }
  return offset;
}

void appendDigit(Digits &digits, std::size_t first, Digit digit) {
  if (digit.extent == 1) return;
  if (digits.size() > first && digits.back().stride == times(digit.extent, digit.stride)) {
    digits.back() = {digits.back().extent * digit.extent, digit.stride};
    return;
  }
  digits.push_back(digit);
}

void appendDigits(Digits &digits, std::size_t first, DigitSpan more) {
  for (const Digit &digit : more)
    appendDigit(digits, first, digit);
}

Digits normalised(DigitSpan digits) {
  Digits out;
  appendDigits(out, 0, digits);
  return out;
}

void select(DigitSpan digits, std::uint64_t first, std::uint64_t step, std::uint64_t count,
            std::vector<Segment> &out) {
  selectInto(digits, 0, first, step, count, out, out.size());
}

bool splitAt(DigitSpan digits, std::uint64_t innerExtent, Digits &outer, Digits &inner) {
  std::size_t i = digits.size();
  std::uint64_t left = innerExtent;
  while (i > 0 && left > 1 && left % digits[i - 1].extent == 0)
    left /= digits[--i].extent;
  outer.clear();
  inner.clear();
  if (left == 1) {
    appendDigits(outer, 0, digits.first(i));
  } else {
    if (i == 0 || digits[i - 1].extent % left != 0) return false;
    const Digit &cut = digits[i - 1];
    appendDigits(outer, 0, digits.first(i - 1));
    appendDigit(outer, 0, {cut.extent / left, times(left, cut.stride)});
    appendDigit(inner, 0, {left, cut.stride});
  }
  appendDigits(inner, 0, digits.subspan(i));
  return true;
}

std::optional<Digits> joined(DigitSpan a, DigitSpan b, std::int64_t distance, Pairs pairs) {
  const auto same = [](DigitSpan x, DigitSpan y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  const auto build = [](Digit outer, DigitSpan inner) {
    Digits out;
    appendDigit(out, 0, outer);
    appendDigits(out, 0, inner);
    return out;
  };
  // b is one more step of a's outermost digit, or several.
  if (!a.empty() && distance == times(a[0].extent, a[0].stride)) {
    if (same(a.subspan(1), b)) return build({a[0].extent + 1, a[0].stride}, b);
    if (!b.empty() && b[0].stride == a[0].stride && same(a.subspan(1), b.subspan(1)))
      return build({a[0].extent + b[0].extent, a[0].stride}, a.subspan(1));
  }
  if (!b.empty() && distance == b[0].stride && same(a, b.subspan(1)))
    return build({b[0].extent + 1, b[0].stride}, a);
  const bool isNeighbour = distance == 0 || (a.empty() && distance == 1);
  if ((pairs == Pairs::Join || isNeighbour) && same(a, b)) return build({2, distance}, a);
  return std::nullopt;
}

namespace {

using PairDigits = InlineVector<PairDigit, 4>;

/// Two lists that stand for the same number of values, with what lies outside and inside of them.
struct Pairing {
  DigitSpan a;
  std::int64_t offsetA = 0;
  DigitSpan b;
  std::int64_t offsetB = 0;
};

void pairRange(const Pairing &pair, std::uint64_t firstA, std::uint64_t firstB, std::uint64_t count,
               const PairDigits &tail, std::vector<PairSegment> &out);

void pairWhole(const Pairing &pair, const PairDigits &tail, std::vector<PairSegment> &out) {
  Digits restA(pair.a), restB(pair.b);
  PairDigits inner; // innermost first
  while (!restA.empty() && !restB.empty()) {
    Digit &x = restA.back(), &y = restB.back();
    const std::uint64_t common = std::min(x.extent, y.extent);
    if (x.extent % common || y.extent % common) break;
    inner.push_back({common, x.stride, y.stride});
    x = {x.extent / common, times(common, x.stride)};
    y = {y.extent / common, times(common, y.stride)};
    if (x.extent == 1) restA.pop_back();
    if (y.extent == 1) restB.pop_back();
  }
  PairDigits digits;
  for (std::size_t i = inner.size(); i-- > 0;)
    digits.push_back(inner[i]);
  digits.append({tail.begin(), tail.size()});
  if (restA.empty()) {
    out.push_back({pair.offsetA, pair.offsetB, std::move(digits)});
    return;
  }
  // What remains has no common radix: walk the outermost digit that has fewer values.
  const bool walkA = restA[0].extent <= restB[0].extent;
  const Digit walked = walkA ? restA[0] : restB[0];
  const DigitSpan all = walkA ? restA : restB;
  const DigitSpan rest = all.subspan(1);
  const std::uint64_t block = extentOf(rest);
  for (std::uint64_t k = 0; k < walked.extent; ++k) {
    const std::int64_t shift = times(k, walked.stride);
    if (walkA)
      pairRange({rest, pair.offsetA + shift, restB, pair.offsetB}, 0, k * block, block, digits,
                out);
    else
      pairRange({restA, pair.offsetA, rest, pair.offsetB + shift}, k * block, 0, block, digits,
                out);
  }
}

void pairRange(const Pairing &pair, std::uint64_t firstA, std::uint64_t firstB, std::uint64_t count,
               const PairDigits &tail, std::vector<PairSegment> &out) {
  std::vector<Segment> partsA, partsB;
  select(pair.a, firstA, 1, count, partsA);
  select(pair.b, firstB, 1, count, partsB);
  std::uint64_t atA = 0, atB = 0;
  for (std::size_t i = 0, j = 0; i < partsA.size();) {
    const Segment &a = partsA[i], &b = partsB[j];
    const Pairing sub{a.digits, pair.offsetA + a.offset, b.digits, pair.offsetB + b.offset};
    const std::uint64_t cut = std::min(a.extent - atA, b.extent - atB);
    if (cut == a.extent && cut == b.extent)
      pairWhole(sub, tail, out);
    else
      pairRange(sub, atA, atB, cut, tail, out);
    atA += cut;
    atB += cut;
    if (atA == a.extent) atA = 0, ++i;
    if (atB == b.extent) atB = 0, ++j;
  }
}

} // namespace

void pairUp(DigitSpan a, std::uint64_t firstA, DigitSpan b, std::uint64_t firstB,
            std::uint64_t count, std::vector<PairSegment> &out) {
  const std::uint64_t extentA = extentOf(a), extentB = extentOf(b);
  if (count == extentA && count == extentB)
    pairWhole({a, 0, b, 0}, {}, out);
  else
    pairRange({a, 0, b, 0}, firstA, firstB, count, {}, out);
}

std::optional<std::uint64_t> checkedProduct(std::span<const std::uint64_t> extents) {
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (std::find(extents.begin(), extents.end(), 0u) != extents.end()) return 0;
  std::uint64_t product = 1;
  for (std::uint64_t extent : extents)
    if (__builtin_mul_overflow(product, extent, &product) || product > kMax) return std::nullopt;
  return product;
}

} // namespace poplar_emu::view
