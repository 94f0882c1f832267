// SPDX-License-Identifier: MIT
// Merging of rows into runs.
#include "view/regions/RunBuilder.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

Run row(VariableId variable, std::uint64_t start, std::uint64_t length) {
  return {variable, start, length, 1, 0};
}

std::int64_t distance(std::uint64_t from, std::uint64_t to) {
  return static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
}

} // namespace

void RunBuilder::addRest(const Run &run, std::uint64_t firstRow) {
  Run rest = run;
  rest.start = run.rowStart(firstRow);
  rest.count = run.count - firstRow;
  if (rest.count == 1) rest.stride = 0;
  out_.push_back(rest);
}

void RunBuilder::add(Run run) {
  if (run.count > 1 && run.stride == static_cast<std::int64_t>(run.length))
    run = row(run.variable, run.start, run.length * run.count);
  if (out_.size() == first_ || out_.back().variable != run.variable) {
    out_.push_back(run);
    return;
  }
  Run &last = out_.back();
  const std::uint64_t lastRow = last.rowStart(last.count - 1);
  if (lastRow + last.length == run.start) {
    // The first new row continues the last old one.
    const Run grown = row(run.variable, lastRow, last.length + run.length);
    if (last.count == 1) {
      last = grown;
    } else {
      if (--last.count == 1) last.stride = 0;
      out_.push_back(grown);
    }
    if (run.count > 1) addRest(run, 1);
    return;
  }
  if (last.length == run.length) {
    const std::int64_t gap = distance(lastRow, run.start);
    const bool lastFits = last.count == 1 || last.stride == gap;
    const bool runFits = run.count == 1 || run.stride == gap;
    if (lastFits && runFits) {
      last.count += run.count;
      last.stride = gap;
      return;
    }
  }
  out_.push_back(run);
}

void RunBuilder::add(VariableId variable, std::int64_t offset, DigitSpan digits) {
  Run run = row(variable, static_cast<std::uint64_t>(offset), 1);
  if (!digits.empty() && digits.back().stride == 1) {
    run.length = digits.back().extent;
    digits = digits.first(digits.size() - 1);
  }
  if (!digits.empty()) {
    run.count = digits.back().extent;
    run.stride = digits.back().stride;
    digits = digits.first(digits.size() - 1);
  }
  if (digits.empty()) return add(run);

  InlineVector<std::uint64_t, 4> counter(digits.size(), 0);
  for (;;) {
    add(run);
    std::size_t d = digits.size();
    while (d > 0) {
      --d;
      run.start += static_cast<std::uint64_t>(digits[d].stride);
      if (++counter[d] < digits[d].extent) break;
      run.start -= digits[d].extent * static_cast<std::uint64_t>(digits[d].stride);
      counter[d] = 0;
      if (d == 0) return;
    }
  }
}

Digits flattenedDigits(const Piece &piece) {
  return normalised(piece.digits);
}

Digits storageDigits(DigitSpan digits, std::int64_t &offset) {
  Digits sorted;
  for (Digit digit : digits) {
    if (digit.stride == 0) continue;
    if (digit.stride < 0) {
      offset += static_cast<std::int64_t>(digit.extent - 1) * digit.stride;
      digit.stride = -digit.stride;
    }
    sorted.push_back(digit);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Digit &a, const Digit &b) { return a.stride > b.stride; });
  return normalised(sorted);
}

Footprint footprintOf(const Piece &piece) {
  Footprint out{piece.variable, piece.offset, 0, {}};
  out.digits = storageDigits(piece.digits, out.begin);
  out.end = out.begin + 1;
  for (const Digit &digit : out.digits)
    out.end += static_cast<std::int64_t>(digit.extent - 1) * digit.stride;
  return out;
}

bool isNested(const Footprint &footprint) {
  const Digits &digits = footprint.digits;
  std::int64_t reach = 0;
  for (std::size_t i = digits.size(); i-- > 0;) {
    if (digits[i].stride <= reach) return false;
    reach += static_cast<std::int64_t>(digits[i].extent - 1) * digits[i].stride;
  }
  return true;
}

} // namespace poplar_emu::view
