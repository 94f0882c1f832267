// SPDX-License-Identifier: MIT
// Collects rows into runs that are as long and as few as their order allows.
#pragma once

#include "view/Digits.hpp"
#include "view/Regions.hpp"

namespace poplar_emu::view {

/// Appends to a list of runs. Keeps the promise of runs(): rows that continue each other in storage
/// are one row, whatever pieces they come from; equally spaced rows of one length share a run.
class RunBuilder {
 public:
  explicit RunBuilder(std::vector<Run> &out) : out_(out), first_(out.size()) {}

  void add(Run run);
  /// The elements of a digit list in order. Cost: one run per value of the digits outside of the
  /// innermost row and its repetition.
  void add(VariableId variable, std::int64_t offset, DigitSpan digits);

 private:
  void addRest(const Run &run, std::uint64_t firstRow);

  std::vector<Run> &out_;
  std::size_t first_;
};

/// Digits of all axes in flattened order, normal.
Digits flattenedDigits(const Piece &piece);
/// Digits that address the same set of elements in storage order: strides positive and descending,
/// nothing repeated by a digit of stride 0. Moves `offset` to the lowest element.
Digits storageDigits(DigitSpan digits, std::int64_t &offset);

/// The elements of one piece in storage order; they lie within [begin, end).
struct Footprint {
  VariableId variable;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  Digits digits; ///< see storageDigits

  friend bool operator==(const Footprint &, const Footprint &) = default;
};

Footprint footprintOf(const Piece &piece);
/// Each stride exceeds what all digits inside of it can reach: storage order is digit order, and no
/// element occurs twice.
bool isNested(const Footprint &footprint);

} // namespace poplar_emu::view
