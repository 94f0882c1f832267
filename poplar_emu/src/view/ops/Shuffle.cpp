// SPDX-License-Identifier: MIT
// Permutations of dimensions, and reverse.
#include "view/Ops.hpp"

#include "view/ops/Checks.hpp"

#include <algorithm>
#include <numeric>

namespace poplar_emu::view {
namespace {

/// Whether the values are distinct and below `bound`.
bool areDistinct(Dims values, std::size_t bound) {
  std::vector<bool> seen(bound, false);
  for (unsigned value : values) {
    if (value >= bound || seen[value]) return false;
    seen[value] = true;
  }
  return true;
}

} // namespace

View dimShuffle(const View &view, Dims permutation, SiteId site) {
  if (permutation.size() != view.rank() || !areDistinct(permutation, view.rank()))
    Diagnostic(Code::PE0106, "dimShuffle by [{}] of a tensor of shape {}",
               fmt::join(permutation, ", "), shapeText(view.shape()))
        .at(site)
        .note("each of the {} dimensions must stand once in the permutation", view.rank())
        .raise();
  if (std::is_sorted(permutation.begin(), permutation.end())) return view;
  Shape shape;
  for (unsigned d : permutation)
    shape.push_back(view.dim(d));
  const auto shuffled = [&](const Piece &piece) {
    Piece out;
    out.variable = piece.variable;
    out.offset = piece.offset;
    for (unsigned d : permutation) {
      out.axes.push_back(piece.axes[d]);
      out.digits.append(piece.axisDigits(d));
    }
    return out;
  };
  if (view.pieces().size() == 1) return View(std::move(shape), shuffled(view.pieces()[0]));
  std::vector<Piece> pieces;
  pieces.reserve(view.pieces().size());
  for (const Piece &piece : view.pieces())
    pieces.push_back(shuffled(piece));
  return View(std::move(shape), std::move(pieces));
}

View dimShufflePartial(const View &view, Dims source, Dims destination, SiteId site) {
  const std::size_t rank = view.rank();
  if (source.size() != destination.size() || !areDistinct(source, rank) ||
      !areDistinct(destination, rank))
    Diagnostic(Code::PE0106, "dimShufflePartial from [{}] to [{}] of a tensor of shape {}",
               fmt::join(source, ", "), fmt::join(destination, ", "), shapeText(view.shape()))
        .at(site)
        .note("both lists must have one length and hold distinct dimensions below {}", rank)
        .raise();
  const auto kFree = static_cast<unsigned>(rank);
  std::vector<unsigned> permutation(rank, kFree);
  std::vector<bool> moved(rank, false);
  for (std::size_t k = 0; k < source.size(); ++k) {
    permutation[destination[k]] = source[k];
    moved[source[k]] = true;
  }
  unsigned next = 0;
  for (unsigned &slot : permutation) {
    if (slot != kFree) continue;
    while (moved[next])
      ++next;
    slot = next++;
  }
  return dimShuffle(view, permutation, site);
}

View dimRoll(const View &view, unsigned dim, unsigned newPosition, SiteId site) {
  requireDim(view, dim, site, "dimRoll");
  requireDim(view, newPosition, site, "dimRoll");
  return dimShufflePartial(view, Dims(&dim, 1), Dims(&newPosition, 1), site);
}

View transpose(const View &view, SiteId site) {
  if (view.rank() != 2)
    Diagnostic(Code::PE0112, "transpose of a tensor of shape {}", shapeText(view.shape()))
        .at(site)
        .note("the tensor has rank {}, transpose wants 2", view.rank())
        .fix("use dimShuffle for other ranks")
        .raise();
  constexpr unsigned kSwap[] = {1, 0};
  return dimShuffle(view, kSwap, site);
}

View reverse(const View &view, unsigned dim, SiteId site) {
  requireDim(view, dim, site, "reverse");
  std::vector<Piece> pieces;
  pieces.reserve(view.pieces().size());
  for (const Piece &piece : view.pieces()) {
    Digits digits(piece.axisDigits(dim));
    std::int64_t shift = 0;
    for (Digit &digit : digits) {
      shift += static_cast<std::int64_t>(digit.extent - 1) * digit.stride;
      digit.stride = -digit.stride;
    }
    const std::uint64_t end = piece.axes[dim].origin + extentOf(digits);
    pieces.push_back(withAxis(piece, dim, view.dim(dim) - end, digits, shift));
  }
  return View(Shape(view.shape()), std::move(pieces));
}

} // namespace poplar_emu::view
