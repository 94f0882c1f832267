// SPDX-License-Identifier: MIT
// concat and append, and the joining of pieces that continue each other.
#include "view/Ops.hpp"

#include "view/ops/Checks.hpp"
#include "view/ops/Merge.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

bool sameBesides(const Piece &a, const Piece &b, std::size_t dim) {
  for (std::size_t d = 0; d < a.axes.size(); ++d) {
    if (d == dim) continue;
    if (a.axes[d].origin != b.axes[d].origin) return false;
    if (!std::ranges::equal(a.axisDigits(d), b.axisDigits(d))) return false;
  }
  return true;
}

/// `b` starts where `a` ends along `dim` and agrees with it elsewhere.
bool adjoins(const Piece &a, const Piece &b, std::size_t dim) {
  return a.variable == b.variable && a.axes[dim].origin + a.extent(dim) == b.axes[dim].origin &&
         sameBesides(a, b, dim);
}

/// Appends `b`, which adjoins `a`, to it if digits can express both.
bool absorb(Piece &a, const Piece &b, std::size_t dim, Pairs pairs) {
  const DigitSpan digitsA = a.axisDigits(dim);
  const auto digits = joined(digitsA, b.axisDigits(dim), b.offset - a.offset, pairs);
  if (!digits) return false;
  if (digits->size() == digitsA.size()) {
    std::copy(digits->begin(), digits->end(),
              a.digits.begin() + (digitsA.data() - a.digits.data()));
  } else {
    a = withAxis(a, dim, a.axes[dim].origin, *digits, 0);
  }
  return true;
}

/// Three equal pieces at equal distances: worth a digit of its own. Two would pair up by accident.
bool startsSeries(const Piece &a, const Piece &b, const Piece &c, std::size_t dim) {
  return c.offset - b.offset == b.offset - a.offset && a.digits == b.digits &&
         b.digits == c.digits && adjoins(b, c, dim);
}

bool comesBefore(const Piece &a, const Piece &b, std::size_t dim) {
  for (std::size_t d = 0; d < a.axes.size(); ++d)
    if (d != dim && a.axes[d].origin != b.axes[d].origin)
      return a.axes[d].origin < b.axes[d].origin;
  return a.axes[dim].origin < b.axes[dim].origin;
}

void requireFit(const View &first, const View &other, std::size_t position, unsigned dim,
                SiteId site) {
  bool fits = first.rank() == other.rank();
  for (std::size_t d = 0; d < first.rank() && fits; ++d)
    fits = d == dim || first.dim(d) == other.dim(d);
  if (fits) return;
  Diagnostic(first.rank() == other.rank() ? Code::PE0107 : Code::PE0112,
             "concat along dimension {} of tensors of shapes {} and {}", dim,
             shapeText(first.shape()), shapeText(other.shape()))
      .at(site)
      .note("the second shape is that of tensor {}", position)
      .note("all dimensions but dimension {} must agree", dim)
      .raise();
}

} // namespace

void mergeAlong(std::vector<Piece> &pieces, std::size_t dim) {
  if (pieces.size() < 2) return;
  const auto before = [dim](const Piece &a, const Piece &b) { return comesBefore(a, b, dim); };
  if (!std::is_sorted(pieces.begin(), pieces.end(), before))
    std::sort(pieces.begin(), pieces.end(), before);
  std::size_t last = 0;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    Piece &grown = pieces[last];
    if (adjoins(grown, pieces[i], dim)) {
      const bool series =
          i + 1 < pieces.size() && startsSeries(grown, pieces[i], pieces[i + 1], dim);
      if (absorb(grown, pieces[i], dim, series ? Pairs::Join : Pairs::Keep)) continue;
    }
    if (++last != i) pieces[last] = std::move(pieces[i]);
  }
  pieces.resize(last + 1);
}

View concat(std::span<const View *const> views, unsigned dim, SiteId site) {
  if (views.empty())
    Diagnostic(Code::PE0108, "concat of no tensors")
        .at(site)
        .note("the shape of the result would be unknown")
        .raise();
  const View &first = *views.front();
  requireDim(first, dim, site, "concat");
  std::uint64_t extent = 0;
  std::size_t numPieces = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    requireFit(first, *views[i], i, dim, site);
    if (__builtin_add_overflow(extent, views[i]->dim(dim), &extent)) extent = ~std::uint64_t(0);
    numPieces += views[i]->pieces().size();
  }
  if (views.size() == 1) return first;

  Shape shape = resized(first, dim, extent, site, "concat");
  std::vector<Piece> pieces;
  pieces.reserve(numPieces);
  std::uint64_t at = 0;
  for (const View *view : views) {
    for (const Piece &piece : view->pieces()) {
      pieces.push_back(piece);
      pieces.back().axes[dim].origin += at;
    }
    at += view->dim(dim);
  }
  mergeAlong(pieces, dim);
  return View(std::move(shape), std::move(pieces));
}

View concat(std::span<const View> views, unsigned dim, SiteId site) {
  std::vector<const View *> pointers;
  pointers.reserve(views.size());
  for (const View &view : views)
    pointers.push_back(&view);
  return concat(std::span<const View *const>(pointers), dim, site);
}

View append(const View &view, const View &added, unsigned dim, SiteId site) {
  requireDim(view, dim, site, "append");
  if (added.rank() + 1 != view.rank())
    Diagnostic(Code::PE0112, "append of a tensor of shape {} to one of shape {}",
               shapeText(added.shape()), shapeText(view.shape()))
        .at(site)
        .note("the appended tensor must lack dimension {} and have all others", dim)
        .raise();
  const std::uint64_t position = dim;
  const View expanded = expand(added, Indices(&position, 1), site);
  return concat({view, expanded}, dim, site);
}

} // namespace poplar_emu::view
