// SPDX-License-Identifier: MIT
// Argument checks and piece surgery that the view operations share.
#pragma once

#include "support/Diagnostic.hpp"
#include "view/Digits.hpp"

namespace poplar_emu::view {

inline void requireDim(const View &view, unsigned dim, SiteId site, const char *operation) {
  if (dim < view.rank()) return;
  Diagnostic(Code::PE0103, "{}: dimension {} of a tensor of rank {}", operation, dim, view.rank())
      .at(site)
      .note("the tensor has shape {}", shapeText(view.shape()))
      .raise();
}

/// The shape with one dimension changed. Throws PE0113 when the number of elements overflows.
inline Shape resized(const View &view, unsigned dim, std::uint64_t extent, SiteId site,
                     const char *operation) {
  Shape shape(view.shape());
  shape[dim] = extent;
  if (!checkedProduct(shape))
    Diagnostic(Code::PE0113, "{}: the result of shape {} has too many elements", operation,
               shapeText(shape))
        .at(site)
        .note("the number of elements must be below 2^63")
        .fix("use a smaller shape")
        .raise();
  return shape;
}

inline View emptyView(Shape shape) {
  return View(std::move(shape), std::vector<Piece>{});
}

/// The piece with one axis changed and its offset moved.
inline Piece withAxis(const Piece &piece, std::size_t dim, std::uint64_t origin, DigitSpan digits,
                      std::int64_t shift) {
  Piece out;
  out.variable = piece.variable;
  out.offset = piece.offset + shift;
  for (std::size_t d = 0; d < piece.axes.size(); ++d) {
    if (d == dim)
      out.addAxis(origin, digits);
    else
      out.addAxis(piece.axes[d].origin, piece.axisDigits(d));
  }
  return out;
}

} // namespace poplar_emu::view
