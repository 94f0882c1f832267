// SPDX-License-Identifier: MIT
// A permutation of flattened views that puts one of them into storage order (reorderToSimplify).
#pragma once

#include "view/View.hpp"

namespace poplar_emu::view {

/// 5.3 of the host API reference. Built from one rank-1 view; applies the same permutation to every
/// rank-1 view of that many elements. The permutation is kept as blocks of affine pieces: it takes
/// neither memory nor time per element, unless pieces interleave in storage.
class Rearranger {
 public:
  /// No elements.
  Rearranger() = default;

  /// The order with the fewest contiguous regions: sorted by (variable, offset), each further copy
  /// of aliased elements as a region of its own. Pieces that interleave in more than a million rows
  /// are sorted each for itself. Throws PE0112 unless the rank is 1.
  static Rearranger simplifying(const View &view, SiteId site = {});

  std::uint64_t numElements() const { return numElements_; }
  bool isIdentity() const;

  /// The permuted view. Throws PE0112 (rank) or PE0107 (number of elements).
  View rearrange(const View &view, SiteId site = {}) const;
  /// undo(rearrange(v)) equals v.
  View undo(const View &view, SiteId site = {}) const;
  /// For intervals of the original order: the intervals of the new order that hold the same
  /// elements, in the order of the input. Throws PE0104.
  std::vector<Interval> rearrange(std::span<const Interval> intervals, SiteId site = {}) const;
  std::vector<Interval> undo(std::span<const Interval> intervals, SiteId site = {}) const;

 private:
  struct Dim {
    std::uint64_t extent = 1;
    std::uint32_t from = 0; ///< its place in the original order of dimensions
    bool reversed = false;
  };
  /// Elements [from, from + length) go to [to, to + length), shuffled as a tensor of these dims.
  /// In a stack they are `count` stretches of equal length instead, their begins `step` apart, and
  /// the outermost dimension of the original order counts them.
  struct Block {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t length = 0;
    InlineVector<Dim, 2> dims; ///< in the new order; empty: kept in order
    std::uint64_t count = 1;
    std::uint64_t step = 0;
  };
  struct Part; ///< a piece, and where it lies

  static std::vector<Part> sortedParts(const View &view);
  static View stretchesOf(const Block &block, const View &view);
  View apply(const Block &block, const View &part) const;
  View invert(const Block &block, const View &part) const;
  void check(const View &view, SiteId site) const;
  void append(std::uint64_t from, std::uint64_t length, InlineVector<Dim, 2> dims);
  void appendSorted(const Piece &piece);
  /// False, and nothing appended, unless all parts are in stacks that do not interleave.
  bool appendStacks(std::span<const Part> parts);

  std::uint64_t numElements_ = 0;
  std::vector<Block> blocks_;           ///< ascending in `to`
  std::vector<std::uint32_t> byOrigin_; ///< the blocks, ascending in `from`
};

} // namespace poplar_emu::view
