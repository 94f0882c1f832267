// SPDX-License-Identifier: MIT
// slice, slices, index and subSample: selections of indices of one dimension.
#include "view/Ops.hpp"

#include "view/ops/Checks.hpp"
#include "view/ops/Cut.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::view {
namespace {

void requireRange(const View &view, std::uint64_t begin, std::uint64_t end, unsigned dim,
                  SiteId site) {
  requireDim(view, dim, site, "slice");
  if (begin <= end && end <= view.dim(dim)) return;
  Diagnostic(Code::PE0104, "slice [{}, {}) of dimension {} of a tensor of shape {}", begin, end,
             dim, shapeText(view.shape()))
      .at(site)
      .note("dimension {} has {} elements{}", dim, view.dim(dim),
            begin > end ? "; begin is beyond end" : "")
      .raise();
}

/// A range of a single-digit axis changes an extent and the offset; nothing else.
Piece narrowed(const Piece &piece, std::size_t dim, std::uint64_t origin, std::uint64_t skip,
               std::uint64_t count) {
  Piece out = piece;
  std::size_t first = 0;
  for (std::size_t d = 0; d < dim; ++d)
    first += piece.axes[d].digits;
  Digit &digit = out.digits[first];
  out.offset += static_cast<std::int64_t>(skip) * digit.stride;
  out.axes[dim].origin = origin;
  digit.extent = count;
  if (count == 1) {
    out.digits.erase(first, first + 1);
    out.axes[dim].digits = 0;
  }
  return out;
}

/// Appends the part of `piece` at indices [begin, end) of `dim`; `begin` becomes index `target`.
void cut(const Piece &piece, std::uint64_t begin, std::uint64_t end, unsigned dim,
         std::uint64_t target, std::vector<Piece> &out) {
  const DigitSpan digits = piece.axisDigits(dim);
  const std::uint64_t origin = piece.axes[dim].origin;
  const std::uint64_t from = std::max(begin, origin), to = std::min(end, origin + extentOf(digits));
  if (from >= to) return;
  std::uint64_t at = target + (from - begin);
  if (digits.empty()) {
    out.push_back(piece);
    out.back().axes[dim].origin = at;
  } else if (digits.size() == 1) {
    out.push_back(narrowed(piece, dim, at, from - origin, to - from));
  } else {
    std::vector<Segment> segments;
    select(digits, from - origin, 1, to - from, segments);
    for (const Segment &segment : segments) {
      out.push_back(withAxis(piece, dim, at, segment.digits, segment.offset));
      at += segment.extent;
    }
  }
}

View sliceChecked(const View &view, std::uint64_t begin, std::uint64_t end, unsigned dim) {
  if (begin == 0 && end == view.dim(dim)) return view;
  Shape shape(view.shape());
  shape[dim] = end - begin;
  if (begin == end || view.numElements() == 0) return emptyView(std::move(shape));

  const auto candidates = dim == 0 ? view.piecesNear(begin, end) : view.pieces();
  if (candidates.size() == 1) {
    const Piece &piece = candidates.front();
    const DigitSpan digits = piece.axisDigits(dim);
    const std::uint64_t origin = piece.axes[dim].origin;
    if (digits.size() == 1 && origin <= begin && end <= origin + digits[0].extent)
      return View(std::move(shape), narrowed(piece, dim, 0, begin - origin, end - begin));
  }
  std::vector<Piece> pieces;
  for (const Piece &piece : candidates)
    cut(piece, begin, end, dim, 0, pieces);
  return View(std::move(shape), std::move(pieces));
}

} // namespace

void appendCut(const View &view, std::uint64_t begin, std::uint64_t end, unsigned dim,
               std::uint64_t target, std::vector<Piece> &out) {
  const auto candidates = dim == 0 ? view.piecesNear(begin, end) : view.pieces();
  for (const Piece &piece : candidates)
    cut(piece, begin, end, dim, target, out);
}

View slice(const View &view, std::uint64_t begin, std::uint64_t end, unsigned dim, SiteId site) {
  requireRange(view, begin, end, dim, site);
  return sliceChecked(view, begin, end, dim);
}

View slice(const View &view, Indices begin, Indices end, SiteId site) {
  if (begin.size() != end.size() || begin.size() > view.rank())
    Diagnostic(Code::PE0112, "slice with {} begins and {} ends of a tensor of rank {}",
               begin.size(), end.size(), view.rank())
        .at(site)
        .note("the tensor has shape {}", shapeText(view.shape()))
        .raise();
  View out = view;
  for (unsigned d = 0; d < begin.size(); ++d)
    out = slice(out, begin[d], end[d], d, site);
  return out;
}

std::vector<View> slices(const View &view, std::span<const Interval> intervals, unsigned dim,
                         SiteId site) {
  std::vector<View> out;
  out.reserve(intervals.size());
  for (const Interval &interval : intervals)
    out.push_back(slice(view, interval.begin, interval.end, dim, site));
  return out;
}

std::vector<View> slices(const View &view, std::span<const std::vector<Interval>> lists,
                         unsigned dim, SiteId site) {
  std::vector<View> out;
  out.reserve(lists.size());
  for (const std::vector<Interval> &list : lists)
    out.push_back(list.empty() ? slice(view, 0, 0, dim, site)
                               : concat(slices(view, list, dim, site), dim, site));
  return out;
}

std::vector<View> slices(const View &view, Dims indices, unsigned dim, SiteId site) {
  std::vector<View> out;
  out.reserve(indices.size());
  for (std::uint64_t i : indices)
    out.push_back(slice(view, i, i + 1, dim, site));
  return out;
}

View index(const View &view, Indices indices, SiteId site) {
  if (indices.size() > view.rank())
    Diagnostic(Code::PE0112, "{} indices into a tensor of rank {}", indices.size(), view.rank())
        .at(site)
        .note("the tensor has shape {}", shapeText(view.shape()))
        .raise();
  for (std::size_t d = 0; d < indices.size(); ++d)
    if (indices[d] >= view.dim(d))
      Diagnostic(Code::PE0102, "index {} in dimension {} of a tensor of shape {}", indices[d], d,
                 shapeText(view.shape()))
          .at(site)
          .note("dimension {} has {} elements", d, view.dim(d))
          .raise();

  const std::size_t dropped = indices.size();
  Shape shape(view.shape().subspan(dropped));
  if (dropped == 0 || view.numElements() == 0) return dropped ? emptyView(std::move(shape)) : view;

  std::vector<Piece> pieces;
  for (const Piece &piece : view.piecesNear(indices[0], indices[0] + 1)) {
    Piece out;
    out.variable = piece.variable;
    out.offset = piece.offset;
    std::size_t first = 0;
    bool hit = true;
    for (std::size_t d = 0; d < dropped && hit; ++d) {
      const DigitSpan digits(piece.digits.data() + first, piece.axes[d].digits);
      const std::uint64_t origin = piece.axes[d].origin;
      hit = origin <= indices[d] && indices[d] < origin + extentOf(digits);
      if (hit) out.offset += offsetAt(digits, indices[d] - origin);
      first += digits.size();
    }
    if (!hit) continue;
    out.axes.append({piece.axes.data() + dropped, piece.axes.size() - dropped});
    out.digits.append({piece.digits.data() + first, piece.digits.size() - first});
    if (out.numElements() == std::max<std::uint64_t>(1, *checkedProduct(shape)))
      return View(std::move(shape), std::move(out));
    pieces.push_back(std::move(out));
  }
  return View(std::move(shape), std::move(pieces));
}

View subSample(const View &view, std::uint64_t stride, unsigned dim, SiteId site) {
  requireDim(view, dim, site, "subSample");
  if (stride == 0)
    Diagnostic(Code::PE0113, "subSample with stride 0 of dimension {} of a tensor of shape {}", dim,
               shapeText(view.shape()))
        .at(site)
        .fix("use a stride of at least 1")
        .raise();
  if (stride == 1) return view;
  const std::uint64_t extent = view.dim(dim);
  Shape shape(view.shape());
  shape[dim] = extent / stride + (extent % stride != 0);
  std::vector<Piece> pieces;
  for (const Piece &piece : view.pieces()) {
    const DigitSpan digits = piece.axisDigits(dim);
    const std::uint64_t origin = piece.axes[dim].origin, end = origin + extentOf(digits);
    std::uint64_t at = origin / stride + (origin % stride != 0);
    const std::uint64_t until = end / stride + (end % stride != 0);
    if (at >= until) continue;
    std::vector<Segment> segments;
    select(digits, at * stride - origin, stride, until - at, segments);
    for (const Segment &segment : segments) {
      pieces.push_back(withAxis(piece, dim, at, segment.digits, segment.offset));
      at += segment.extent;
    }
  }
  return View(std::move(shape), std::move(pieces));
}

} // namespace poplar_emu::view
