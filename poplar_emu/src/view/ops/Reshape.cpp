// SPDX-License-Identifier: MIT
// reshape and its relatives: regroups the digits of each piece.
//
// Dimensions of the old and the new shape are matched in the smallest groups of equal product, and
// each group is done alone:
//
//     old [6, 4, 10]   groups {6, 4} -> {24},  {10} -> {2, 5}
//     new [24, 2, 5]
//
// Within a group a box is first written as intervals of the flattened group, and each interval is
// then placed into the new dimensions: a partial head row, whole rows, a partial tail row.
#include "view/Ops.hpp"

#include "view/ops/Checks.hpp"
#include "view/ops/Merge.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

struct Group {
  std::size_t oldBegin, oldEnd, newBegin, newEnd;
};

std::vector<Group> matchDims(Indices oldShape, Indices newShape) {
  std::vector<Group> groups;
  std::size_t i = 0, j = 0;
  while (i < oldShape.size() || j < newShape.size()) {
    Group group{i, i, j, j};
    std::uint64_t a = i < oldShape.size() ? oldShape[i++] : 1;
    std::uint64_t b = j < newShape.size() ? newShape[j++] : 1;
    while (a != b) {
      if (a < b)
        a *= oldShape[i++];
      else
        b *= newShape[j++];
    }
    group.oldEnd = i;
    group.newEnd = j;
    groups.push_back(group);
  }
  return groups;
}

/// Consecutive elements of the flattened group.
struct FlatPart {
  std::uint64_t origin;
  std::int64_t offset;
  Digits digits;
};

/// Some dimensions of the result, of one piece.
struct Placed {
  std::int64_t offset = 0;
  InlineVector<Axis, 4> axes;
  Digits digits;

  void addAxis(std::uint64_t origin, DigitSpan more) {
    const std::size_t first = digits.size();
    appendDigits(digits, first, more);
    axes.push_back({origin, static_cast<std::uint32_t>(digits.size() - first)});
  }
};

/// Axes [first, last) of a box of `shape` as intervals of the flattened dimensions. Axes outside of
/// the last one that is not whole must be walked, for their rows do not touch.
std::vector<FlatPart> flattenAxes(const Piece &piece, Indices shape, std::size_t first,
                                  std::size_t last) {
  std::size_t partial = last; // the innermost axis that is not whole
  std::uint64_t below = 1;    // elements of one index of that axis
  while (partial > first) {
    --partial;
    if (piece.extent(partial) != shape[partial]) break;
    if (partial > first) below *= shape[partial];
  }
  Digits inner;
  for (std::size_t d = partial; d < last; ++d)
    appendDigits(inner, 0, piece.axisDigits(d));

  std::vector<FlatPart> parts{{piece.axes[partial].origin * below, 0, std::move(inner)}};
  std::uint64_t stride = below * shape[partial];
  for (std::size_t d = partial; d-- > first;) {
    const DigitSpan digits = piece.axisDigits(d);
    const std::uint64_t extent = extentOf(digits), origin = piece.axes[d].origin;
    std::vector<FlatPart> walked;
    walked.reserve(parts.size() * extent);
    for (std::uint64_t k = 0; k < extent; ++k)
      for (const FlatPart &part : parts)
        walked.push_back(
            {part.origin + (origin + k) * stride, part.offset + offsetAt(digits, k), part.digits});
    parts = std::move(walked);
    stride *= shape[d];
  }
  return parts;
}

/// Places elements [origin, origin + extent of digits) of the row-major space `dims`.
void place(std::uint64_t origin, std::int64_t offset, DigitSpan digits, Indices dims,
           const Placed &prefix, std::vector<Placed> &out) {
  const auto finish = [&](DigitSpan last, bool hasAxis) {
    Placed placed = prefix;
    placed.offset += offset;
    if (hasAxis) placed.addAxis(origin, last);
    out.push_back(std::move(placed));
  };
  if (dims.size() <= 1) return finish(digits, !dims.empty());

  const Indices inner = dims.subspan(1);
  std::uint64_t row = 1;
  for (std::uint64_t extent : inner)
    row *= extent;
  const std::uint64_t count = extentOf(digits);
  const std::uint64_t phase = origin % row;

  if (phase + count <= row) { // within one row
    Placed next = prefix;
    next.addAxis(origin / row, {});
    return place(phase, offset, digits, inner, next, out);
  }

  std::vector<Segment> segments;
  const auto placeRange = [&](std::uint64_t first, std::uint64_t length) {
    segments.clear();
    select(digits, first, 1, length, segments);
    const std::vector<Segment> parts = std::move(segments);
    for (const Segment &part : parts) {
      place(origin + first, offset + part.offset, part.digits, dims, prefix, out);
      first += part.extent;
    }
  };

  if (phase != 0 || count % row != 0) { // head, body, tail
    const std::uint64_t head = phase ? row - phase : 0;
    const std::uint64_t body = (count - head) / row * row;
    const std::uint64_t tail = count - head - body;
    if (head) placeRange(0, head);
    if (body) placeRange(head, body);
    if (tail) placeRange(head + body, tail);
    return;
  }

  Digits outerDigits, innerDigits;
  if (splitAt(digits, row, outerDigits, innerDigits)) {
    Placed next = prefix;
    next.addAxis(origin / row, outerDigits);
    return place(0, offset, innerDigits, inner, next, out);
  }
  // No digits express these rows. Split where the fewest parts arise.
  const std::uint64_t rows = count / row;
  if (digits[0].extent <= rows) {
    const std::uint64_t block = count / digits[0].extent;
    for (std::uint64_t k = 0; k < digits[0].extent; ++k)
      place(origin + k * block, offset + static_cast<std::int64_t>(k) * digits[0].stride,
            digits.subspan(1), dims, prefix, out);
  } else {
    for (std::uint64_t k = 0; k < rows; ++k)
      placeRange(k * row, row);
  }
}

/// Appends dimensions [group.newBegin, group.newEnd) to each of `done`.
void placeGroup(const Piece &piece, Indices oldShape, Indices newShape, const Group &group,
                std::vector<Placed> &done) {
  const Indices dims = newShape.subspan(group.newBegin, group.newEnd - group.newBegin);
  if (group.oldEnd - group.oldBegin == 1 && dims.size() == 1) {
    for (Placed &placed : done)
      placed.addAxis(piece.axes[group.oldBegin].origin, piece.axisDigits(group.oldBegin));
    return;
  }
  std::vector<FlatPart> parts{{0, 0, {}}};
  if (group.oldEnd > group.oldBegin)
    parts = flattenAxes(piece, oldShape, group.oldBegin, group.oldEnd);
  std::vector<Placed> next;
  next.reserve(done.size() * parts.size());
  for (const Placed &placed : done)
    for (const FlatPart &part : parts)
      place(part.origin, part.offset, part.digits, dims, placed, next);
  done = std::move(next);
}

View regroup(const View &view, Shape shape) {
  if (view.numElements() == 0) return emptyView(std::move(shape));
  const std::vector<Group> groups = matchDims(view.shape(), shape);
  std::vector<Piece> pieces;
  pieces.reserve(view.pieces().size());
  std::vector<Placed> placed;
  for (const Piece &piece : view.pieces()) {
    placed.assign(1, Placed{});
    for (const Group &group : groups)
      placeGroup(piece, view.shape(), shape, group, placed);
    for (Placed &part : placed) {
      Piece out;
      out.variable = piece.variable;
      out.offset = piece.offset + part.offset;
      out.axes = std::move(part.axes);
      out.digits = std::move(part.digits);
      pieces.push_back(std::move(out));
    }
  }
  if (shape.size() == 1) mergeAlong(pieces, 0);
  return View(std::move(shape), std::move(pieces));
}

[[noreturn]] void refuseReshape(const View &view, Indices shape, SiteId site) {
  std::vector<std::uint64_t> extents(shape.begin(), shape.end());
  const auto product = checkedProduct(extents);
  Diagnostic(Code::PE0105, "reshape of a tensor of shape {} to {}", shapeText(view.shape()),
             shapeText(shape))
      .at(site)
      .note("the tensor has {} elements, the new shape {}", view.numElements(),
            product ? fmt::format("{}", *product) : std::string("more than 2^63"))
      .raise();
}

void requireDimRange(const View &view, unsigned begin, unsigned end, SiteId site,
                     const char *operation) {
  if (begin <= end && end <= view.rank()) return;
  Diagnostic(Code::PE0103, "{}: dimensions [{}, {}) of a tensor of rank {}", operation, begin, end,
             view.rank())
      .at(site)
      .note("the tensor has shape {}", shapeText(view.shape()))
      .raise();
}

} // namespace

View reshape(const View &view, Indices shape, SiteId site) {
  if (std::ranges::equal(view.shape(), shape)) return view;
  if (checkedProduct(shape) != view.numElements()) refuseReshape(view, shape, site);
  return regroup(view, Shape(shape));
}

View flatten(const View &view, SiteId) {
  if (view.rank() == 1) return view;
  return regroup(view, Shape{view.numElements()});
}

View flatten(const View &view, unsigned dimBegin, unsigned dimEnd, SiteId site) {
  requireDimRange(view, dimBegin, dimEnd, site, "flatten");
  std::uint64_t product = 1;
  for (unsigned d = dimBegin; d < dimEnd; ++d)
    product *= view.dim(d);
  return reshapePartial(view, dimBegin, dimEnd, Indices(&product, 1), site);
}

View reshapePartial(const View &view, unsigned dimBegin, unsigned dimEnd, Indices newDims,
                    SiteId site) {
  requireDimRange(view, dimBegin, dimEnd, site, "reshapePartial");
  const Indices old = view.shape().subspan(dimBegin, dimEnd - dimBegin);
  // An empty side has product 1: only ones are inserted or removed.
  const auto oldProduct = checkedProduct(old);
  if (!oldProduct || checkedProduct(newDims) != oldProduct)
    Diagnostic(Code::PE0105, "reshapePartial of dimensions [{}, {}) of a tensor of shape {} to {}",
               dimBegin, dimEnd, shapeText(view.shape()), shapeText(newDims))
        .at(site)
        .note("these dimensions have {} elements", oldProduct.value_or(0))
        .raise();
  Shape shape(view.shape().first(dimBegin));
  shape.append(newDims);
  shape.append(view.shape().subspan(dimEnd));
  if (!checkedProduct(shape)) refuseReshape(view, shape, site);
  if (std::ranges::equal(view.shape(), shape)) return view;
  return regroup(view, std::move(shape));
}

View expand(const View &view, Indices dims, SiteId site) {
  std::vector<std::uint64_t> sorted(dims.begin(), dims.end());
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty() && sorted.back() > view.rank())
    Diagnostic(Code::PE0103, "expand before dimension {} of a tensor of rank {}", sorted.back(),
               view.rank())
        .at(site)
        .note("the tensor has shape {}", shapeText(view.shape()))
        .raise();
  Shape shape;
  auto next = sorted.begin();
  for (std::size_t d = 0; d <= view.rank(); ++d) {
    for (; next != sorted.end() && *next == d; ++next)
      shape.push_back(1);
    if (d < view.rank()) shape.push_back(view.dim(d));
  }
  return dims.empty() ? view : regroup(view, std::move(shape));
}

View squeeze(const View &view, Indices dims, SiteId site) {
  std::vector<bool> removed(view.rank(), false);
  for (std::uint64_t d : dims) {
    if (d >= view.rank())
      Diagnostic(Code::PE0103, "squeeze of dimension {} of a tensor of rank {}", d, view.rank())
          .at(site)
          .note("the tensor has shape {}", shapeText(view.shape()))
          .raise();
    if (view.dim(d) != 1)
      Diagnostic(Code::PE0111, "squeeze of dimension {} of a tensor of shape {}", d,
                 shapeText(view.shape()))
          .at(site)
          .note("dimension {} has {} elements; only dimensions of size 1 can go", d, view.dim(d))
          .raise();
    removed[d] = true;
  }
  Shape shape;
  for (std::size_t d = 0; d < view.rank(); ++d)
    if (!removed[d]) shape.push_back(view.dim(d));
  return dims.empty() ? view : regroup(view, std::move(shape));
}

} // namespace poplar_emu::view
