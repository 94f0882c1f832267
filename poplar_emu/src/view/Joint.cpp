// SPDX-License-Identifier: MIT
// Pairs the pieces of two views, dimension by dimension.
#include "view/Joint.hpp"

#include "support/Diagnostic.hpp"
#include "view/Digits.hpp"
#include "view/Ops.hpp"
#include "view/joint/NestList.hpp"
#include "view/joint/Overlaps.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace poplar_emu::view {
namespace {

/// Pieces that flattening makes out of those of `view`.
std::uint64_t piecesWhenFlat(const View &view) {
  std::uint64_t count = 0;
  for (const Piece &piece : view.pieces()) {
    std::size_t d = view.rank();
    while (d > 1 && piece.extent(d - 1) == view.dim(d - 1))
      --d;
    std::uint64_t walked = 1;
    for (std::size_t outer = 0; outer + 1 < d; ++outer)
      walked *= piece.extent(outer);
    if (__builtin_add_overflow(count, walked, &count))
      return std::numeric_limits<std::uint64_t>::max();
  }
  return count;
}

/// The coarsest shape that only splits dimensions of both, or nothing if the factors clash.
std::optional<Shape> commonRefinement(Indices a, Indices b) {
  std::vector<std::uint64_t> sizes{1}; // of the blocks inside of each boundary
  for (Indices shape : {a, b}) {
    std::uint64_t size = 1;
    for (std::size_t d = shape.size(); d-- > 0;)
      sizes.push_back(size *= shape[d]);
  }
  std::sort(sizes.begin(), sizes.end());
  Shape shape;
  for (std::size_t i = sizes.size() - 1; i > 0; --i) {
    if (sizes[i] % sizes[i - 1] != 0) return std::nullopt;
    if (sizes[i] != sizes[i - 1]) shape.push_back(sizes[i] / sizes[i - 1]);
  }
  return shape;
}

/// Brings both views to one shape, with as few pieces as possible.
void align(View &a, View &b) {
  const bool flatIsCheap =
      piecesWhenFlat(a) <= a.pieces().size() && piecesWhenFlat(b) <= b.pieces().size();
  if (!flatIsCheap) {
    if (std::ranges::equal(a.shape(), b.shape())) return;
    if (const auto shape = commonRefinement(a.shape(), b.shape())) {
      a = reshape(a, *shape);
      b = reshape(b, *shape);
      return;
    }
  }
  a = flatten(a);
  b = flatten(b);
}

void appendDims(Nest &nest, const PairSegment &part) {
  nest.srcOffset += part.offsetA;
  nest.dstOffset += part.offsetB;
  for (const PairDigit &digit : part.digits)
    nest.dims.push_back({digit.extent, digit.a, digit.b});
}

class Pairer {
 public:
  explicit Pairer(std::vector<Nest> &out) : out_(out) {}

  void pair(const Piece &src, const Piece &dst) {
    const std::size_t rank = src.axes.size();
    nests_.assign(1, Nest{src.variable, dst.variable, src.offset, dst.offset, {}});
    for (std::size_t d = 0; d < rank; ++d) {
      const DigitSpan srcDigits = src.axisDigits(d), dstDigits = dst.axisDigits(d);
      const std::uint64_t srcBegin = src.axes[d].origin, dstBegin = dst.axes[d].origin;
      const std::uint64_t begin = std::max(srcBegin, dstBegin);
      const std::uint64_t end =
          std::min(srcBegin + extentOf(srcDigits), dstBegin + extentOf(dstDigits));
      if (begin >= end) return;
      if (srcDigits.size() <= 1 && dstDigits.size() <= 1) {
        addSimple(srcDigits, begin - srcBegin, dstDigits, begin - dstBegin, end - begin);
        continue;
      }
      parts_.clear();
      pairUp(srcDigits, begin - srcBegin, dstDigits, begin - dstBegin, end - begin, parts_);
      multiply();
    }
    for (Nest &nest : nests_) {
      simplify(nest);
      out_.push_back(std::move(nest));
    }
  }

 private:
  void addSimple(DigitSpan src, std::uint64_t srcFirst, DigitSpan dst, std::uint64_t dstFirst,
                 std::uint64_t count) {
    const std::int64_t srcStride = src.empty() ? 0 : src[0].stride;
    const std::int64_t dstStride = dst.empty() ? 0 : dst[0].stride;
    for (Nest &nest : nests_) {
      nest.srcOffset += static_cast<std::int64_t>(srcFirst) * srcStride;
      nest.dstOffset += static_cast<std::int64_t>(dstFirst) * dstStride;
      if (count > 1) nest.dims.push_back({count, srcStride, dstStride});
    }
  }

  void multiply() {
    if (parts_.size() == 1) {
      for (Nest &nest : nests_)
        appendDims(nest, parts_[0]);
      return;
    }
    std::vector<Nest> next;
    next.reserve(nests_.size() * parts_.size());
    for (const Nest &nest : nests_)
      for (const PairSegment &part : parts_) {
        next.push_back(nest);
        appendDims(next.back(), part);
      }
    nests_ = std::move(next);
  }

  std::vector<Nest> &out_;
  std::vector<Nest> nests_;
  std::vector<PairSegment> parts_;
};

bool isIdentity(const Nest &nest) {
  if (nest.srcVariable != nest.dstVariable || nest.srcOffset != nest.dstOffset) return false;
  return std::all_of(nest.dims.begin(), nest.dims.end(),
                     [](const NestDim &dim) { return dim.srcStride == dim.dstStride; });
}

} // namespace

std::vector<Nest> joint(const View &src, const View &dst, SiteId site) {
  if (src.numElements() != dst.numElements())
    Diagnostic(Code::PE0107, "tensors of shapes {} and {} cannot be paired", shapeText(src.shape()),
               shapeText(dst.shape()))
        .at(site)
        .note("they have {} and {} elements", src.numElements(), dst.numElements())
        .raise();
  std::vector<Nest> out;
  if (src.numElements() == 0) return out;
  View a = src, b = dst;
  align(a, b);
  out.reserve(std::max(a.pieces().size(), b.pieces().size()));
  Pairer pairer(out);
  forEachOverlap(a, b, [&](const Piece &x, const Piece &y) { pairer.pair(x, y); });
  return folded(std::move(out));
}

bool equal(const View &a, const View &b) {
  if (!std::ranges::equal(a.shape(), b.shape())) return false;
  if (std::ranges::equal(a.pieces(), b.pieces())) return true;
  const std::vector<Nest> nests = joint(a, b);
  return std::all_of(nests.begin(), nests.end(), isIdentity);
}

} // namespace poplar_emu::view
