// SPDX-License-Identifier: MIT
// Halves the index space until few boxes are left, then compares them pair by pair.
#include "view/joint/Overlaps.hpp"

#include "view/Digits.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

constexpr std::size_t kFewPairs = 64;

using Visit = std::function<void(const Piece &, const Piece &)>;

/// The boxes of one view with their bounds at hand.
struct Boxes {
  std::span<const Piece> pieces;
  std::size_t rank;
  std::vector<std::uint64_t> bounds; ///< begin and end of each axis of each piece

  explicit Boxes(const View &view) : pieces(view.pieces()), rank(view.rank()) {
    bounds.reserve(pieces.size() * rank * 2);
    for (const Piece &piece : pieces)
      for (std::size_t d = 0; d < rank; ++d) {
        bounds.push_back(piece.axes[d].origin);
        bounds.push_back(piece.axes[d].origin + piece.extent(d));
      }
  }
  std::uint64_t begin(std::uint32_t piece, std::size_t d) const {
    return bounds[(piece * rank + d) * 2];
  }
  std::uint64_t end(std::uint32_t piece, std::size_t d) const {
    return bounds[(piece * rank + d) * 2 + 1];
  }
};

using Indices32 = std::vector<std::uint32_t>;

class Divider {
 public:
  Divider(const View &a, const View &b, const Visit &visit)
      : a_(a), b_(b), visit_(visit), region_(a.rank() * 2) {
    for (std::size_t d = 0; d < a.rank(); ++d)
      region_[d * 2 + 1] = a.dim(d);
  }

  void run() {
    Indices32 all[2] = {Indices32(a_.pieces.size()), Indices32(b_.pieces.size())};
    for (Indices32 &list : all)
      for (std::uint32_t i = 0; i < list.size(); ++i)
        list[i] = i;
    divide(all[0], all[1]);
  }

 private:
  void divide(const Indices32 &listA, const Indices32 &listB) {
    if (listA.empty() || listB.empty()) return;
    std::size_t axis = 0;
    std::uint64_t at = 0;
    if (listA.size() == 1 || listB.size() == 1 || listA.size() * listB.size() <= kFewPairs ||
        !chooseCut(listA, listB, axis, at)) {
      for (std::uint32_t i : listA)
        for (std::uint32_t j : listB)
          if (belongsHere(i, j)) visit_(a_.pieces[i], b_.pieces[j]);
      return;
    }
    const std::uint64_t begin = region_[axis * 2], end = region_[axis * 2 + 1];
    region_[axis * 2 + 1] = at;
    divide(within(a_, listA, axis, begin, at), within(b_, listB, axis, begin, at));
    region_[axis * 2] = at;
    region_[axis * 2 + 1] = end;
    divide(within(a_, listA, axis, at, end), within(b_, listB, axis, at, end));
    region_[axis * 2] = begin;
  }

  /// A pair may meet in several regions; it belongs to the one with the first corner of its
  /// overlap.
  bool belongsHere(std::uint32_t i, std::uint32_t j) const {
    for (std::size_t d = 0; d < a_.rank; ++d) {
      const std::uint64_t low = std::max(a_.begin(i, d), b_.begin(j, d));
      if (low >= std::min(a_.end(i, d), b_.end(j, d))) return false;
      if (low < region_[d * 2] || low >= region_[d * 2 + 1]) return false;
    }
    return true;
  }

  /// The axis whose median bound leaves the fewest pairs to compare; false if none helps.
  bool chooseCut(const Indices32 &listA, const Indices32 &listB, std::size_t &axis,
                 std::uint64_t &at) const {
    const double whole = double(listA.size()) * double(listB.size());
    double best = whole * 0.9;
    std::vector<std::uint64_t> bounds;
    for (std::size_t d = 0; d < a_.rank; ++d) {
      bounds.clear();
      collect(a_, listA, d, bounds);
      collect(b_, listB, d, bounds);
      if (bounds.empty()) continue;
      const auto middle = bounds.begin() + static_cast<std::ptrdiff_t>(bounds.size() / 2);
      std::nth_element(bounds.begin(), middle, bounds.end());
      const double pairs = pairsAfter(listA, listB, d, *middle);
      if (pairs < best) {
        best = pairs;
        axis = d;
        at = *middle;
      }
    }
    return best < whole * 0.9;
  }

  void collect(const Boxes &boxes, const Indices32 &list, std::size_t d,
               std::vector<std::uint64_t> &out) const {
    for (std::uint32_t i : list)
      if (boxes.begin(i, d) > region_[d * 2]) out.push_back(boxes.begin(i, d));
  }

  double pairsAfter(const Indices32 &listA, const Indices32 &listB, std::size_t d,
                    std::uint64_t at) const {
    const auto count = [&](const Boxes &boxes, const Indices32 &list, double &below,
                           double &above) {
      for (std::uint32_t i : list) {
        below += boxes.begin(i, d) < at;
        above += boxes.end(i, d) > at;
      }
    };
    double belowA = 0, aboveA = 0, belowB = 0, aboveB = 0;
    count(a_, listA, belowA, aboveA);
    count(b_, listB, belowB, aboveB);
    return belowA * belowB + aboveA * aboveB;
  }

  static Indices32 within(const Boxes &boxes, const Indices32 &list, std::size_t d,
                          std::uint64_t begin, std::uint64_t end) {
    Indices32 out;
    for (std::uint32_t i : list)
      if (boxes.begin(i, d) < end && boxes.end(i, d) > begin) out.push_back(i);
    return out;
  }

  Boxes a_, b_;
  const Visit &visit_;
  std::vector<std::uint64_t> region_;
};

void sweep(const View &a, const View &b, const Visit &visit) {
  const auto piecesA = a.pieces(), piecesB = b.pieces();
  std::size_t i = 0, j = 0;
  while (i < piecesA.size() && j < piecesB.size()) {
    visit(piecesA[i], piecesB[j]);
    const std::uint64_t endA = piecesA[i].axes[0].origin + extentOf(piecesA[i].digits);
    const std::uint64_t endB = piecesB[j].axes[0].origin + extentOf(piecesB[j].digits);
    i += endA <= endB;
    j += endB <= endA;
  }
}

} // namespace

void forEachOverlap(const View &a, const View &b, const Visit &visit) {
  if (a.pieces().empty() || b.pieces().empty()) return;
  if (a.pieces().size() == 1 || b.pieces().size() == 1) {
    for (const Piece &x : a.pieces())
      for (const Piece &y : b.pieces())
        visit(x, y);
  } else if (a.rank() == 1) {
    sweep(a, b, visit);
  } else {
    Divider(a, b, visit).run();
  }
}

} // namespace poplar_emu::view
