// SPDX-License-Identifier: MIT
// Repetition of elements and its detection.
#include "view/Ops.hpp"

#include "view/ops/Checks.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

/// Extents beyond 64 bits become the largest integer, which `resized` then refuses.
std::uint64_t scaled(std::uint64_t extent, std::uint64_t factor) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(extent, factor, &product) ? ~std::uint64_t(0) : product;
}

/// The period along `dim` that the leading stride-0 digits of all pieces show, or the whole extent.
std::uint64_t digitPeriod(const View &view, unsigned dim) {
  const std::uint64_t extent = view.dim(dim);
  std::uint64_t period = 1;
  for (const Piece &piece : view.pieces()) {
    DigitSpan digits = piece.axisDigits(dim);
    if (extentOf(digits) != extent) return extent;
    while (!digits.empty() && digits[0].stride == 0)
      digits = digits.subspan(1);
    period = std::max(period, extentOf(digits));
  }
  for (const Piece &piece : view.pieces()) {
    DigitSpan digits = piece.axisDigits(dim);
    while (!digits.empty() && digits[0].stride == 0)
      digits = digits.subspan(1);
    if (period % extentOf(digits) != 0) return extent;
  }
  return extent % period == 0 ? period : extent;
}

/// Periods at which the piece at the origin comes back. Few are tried; each trial compares views.
std::uint64_t piecePeriod(const View &view, unsigned dim) {
  constexpr int kMaxTrials = 4;
  const std::uint64_t extent = view.dim(dim);
  const Piece &first = view.pieces().front();
  int trials = 0;
  for (const Piece &piece : view.pieces()) {
    bool sameRow = true;
    for (std::size_t d = 0; d < view.rank() && sameRow; ++d)
      sameRow = d == dim || piece.axes[d].origin == 0;
    const std::uint64_t period = piece.axes[dim].origin;
    if (!sameRow || period == 0 || extent % period != 0) continue;
    if (piece.variable != first.variable || piece.offset != first.offset) continue;
    if (++trials > kMaxTrials) break;
    if (equal(slice(view, 0, extent - period, dim), slice(view, period, extent, dim)))
      return period;
  }
  return extent;
}

} // namespace

View broadcast(const View &view, std::uint64_t n, unsigned dim, SiteId site) {
  requireDim(view, dim, site, "broadcast");
  const std::uint64_t extent = view.dim(dim);
  Shape shape = resized(view, dim, scaled(extent, n), site, "broadcast");
  if (n == 1) return view;
  std::vector<Piece> pieces;
  if (n == 0) return emptyView(std::move(shape));
  for (const Piece &piece : view.pieces()) {
    const DigitSpan digits = piece.axisDigits(dim);
    if (extentOf(digits) == extent) {
      Digits repeated{{n, 0}};
      repeated.append(digits);
      pieces.push_back(withAxis(piece, dim, 0, repeated, 0));
    } else {
      for (std::uint64_t k = 0; k < n; ++k) {
        pieces.push_back(piece);
        pieces.back().axes[dim].origin += k * extent;
      }
    }
  }
  return View(std::move(shape), std::move(pieces));
}

View upsample(const View &view, std::uint64_t scale, unsigned dim, SiteId site) {
  requireDim(view, dim, site, "upsample");
  Shape shape = resized(view, dim, scaled(view.dim(dim), scale), site, "upsample");
  if (scale == 1) return view;
  std::vector<Piece> pieces;
  if (scale == 0) return emptyView(std::move(shape));
  for (const Piece &piece : view.pieces()) {
    Digits repeated(piece.axisDigits(dim));
    repeated.push_back({scale, 0});
    pieces.push_back(withAxis(piece, dim, piece.axes[dim].origin * scale, repeated, 0));
  }
  return View(std::move(shape), std::move(pieces));
}

View findUnbroadcast(const View &view) {
  if (view.numElements() == 0) return view;
  View out = view;
  for (unsigned dim = 0; dim < view.rank(); ++dim) {
    std::uint64_t period = digitPeriod(out, dim);
    if (period == out.dim(dim) && out.pieces().size() > 1) period = piecePeriod(out, dim);
    out = slice(out, 0, period, dim);
  }
  return out;
}

} // namespace poplar_emu::view
