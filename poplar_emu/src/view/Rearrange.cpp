// SPDX-License-Identifier: MIT
// Finds the simplifying permutation and applies it with view operations.
#include "view/Rearrange.hpp"

#include "support/Diagnostic.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"
#include "view/ops/Cut.hpp"
#include "view/ops/Merge.hpp"
#include "view/regions/RunBuilder.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>

namespace poplar_emu::view {
namespace {

constexpr std::uint64_t kMaxInterleavedRows = std::uint64_t(1) << 20;

void requireFlat(const View &view, SiteId site) {
  if (view.rank() == 1) return;
  Diagnostic(Code::PE0112, "rearrangement of a tensor of shape {}", shapeText(view.shape()))
      .at(site)
      .note("only tensors of rank 1 can be rearranged")
      .fix("flatten the tensor first")
      .raise();
}

std::uint64_t countRows(const Footprint &part) {
  std::uint64_t rows = extentOf(part.digits);
  if (!part.digits.empty() && part.digits.back().stride == 1) rows /= part.digits.back().extent;
  return rows;
}

/// Sorts; a row that crosses from one piece to the next must not be torn.
void mergeNeighbours(std::vector<Interval> &intervals) {
  std::sort(intervals.begin(), intervals.end());
  std::size_t last = 0;
  for (std::size_t i = 1; i < intervals.size(); ++i) {
    if (intervals[last].end == intervals[i].begin)
      intervals[last].end = intervals[i].end;
    else
      intervals[++last] = intervals[i];
  }
  intervals.resize(last + 1);
}

std::vector<Interval> translated(const View &positions, std::span<const Interval> intervals,
                                 SiteId site) {
  std::vector<Interval> out;
  for (const Interval &interval : intervals) {
    const View part = slice(positions, interval.begin, interval.end, 0, site);
    for (const VarRegion &region : varRegions(part)) {
      if (!out.empty() && out.back().end == region.begin)
        out.back().end = region.end;
      else
        out.push_back({region.begin, region.end});
    }
  }
  return out;
}

} // namespace

struct Rearranger::Part {
  VariableId variable;
  bool nested = false;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint64_t rows = 0;
  const Piece *piece = nullptr;
};

std::vector<Rearranger::Part> Rearranger::sortedParts(const View &view) {
  std::vector<Part> parts;
  parts.reserve(view.pieces().size());
  for (const Piece &piece : view.pieces()) {
    const Footprint footprint = footprintOf(piece);
    parts.push_back({piece.variable, isNested(footprint), footprint.begin, footprint.end,
                     countRows(footprint), &piece});
  }
  // Pieces stand in flattened order, so their address breaks ties.
  std::sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) {
    return std::tie(a.variable, a.begin, a.piece) < std::tie(b.variable, b.begin, b.piece);
  });
  return parts;
}

void Rearranger::append(std::uint64_t from, std::uint64_t length, InlineVector<Dim, 2> dims) {
  const std::uint64_t to = blocks_.empty() ? 0 : blocks_.back().to + blocks_.back().length;
  if (!blocks_.empty() && dims.empty() && blocks_.back().dims.empty() &&
      blocks_.back().from + blocks_.back().length == from) {
    blocks_.back().length += length;
    return;
  }
  blocks_.push_back({from, to, length, std::move(dims), 1, 0});
}

/// One piece in storage order: its digits sorted by stride, repetitions outermost so that each copy
/// is a contiguous region of its own.
void Rearranger::appendSorted(const Piece &piece) {
  struct Source {
    Digit digit;
    std::uint32_t place;
  };
  std::vector<Source> sorted;
  for (const Digit &digit : piece.digits)
    sorted.push_back({digit, static_cast<std::uint32_t>(sorted.size())});
  const auto outerness = [](const Source &s) {
    return s.digit.stride == 0 ? std::numeric_limits<std::int64_t>::max()
                               : std::abs(s.digit.stride);
  };
  std::sort(sorted.begin(), sorted.end(), [&](const Source &a, const Source &b) {
    const std::int64_t outerA = outerness(a), outerB = outerness(b);
    return outerA != outerB ? outerA > outerB : a.place < b.place;
  });
  InlineVector<Dim, 2> dims;
  bool changed = false;
  for (const Source &source : sorted) {
    changed |= source.place != dims.size() || source.digit.stride < 0;
    dims.push_back({source.digit.extent, source.place, source.digit.stride < 0});
  }
  if (!changed) dims.clear();
  append(piece.axes[0].origin, extentOf(piece.digits), std::move(dims));
}

/// Neighbouring channels of an image, say, that lie side by side in storage: pieces whose elements
/// are equally far apart, each one element behind the last, and evenly spaced in the view too.
bool Rearranger::appendStacks(std::span<const Part> parts) {
  std::vector<Block> stacks;
  std::int64_t end = parts[0].begin;
  for (std::size_t i = 0; i < parts.size();) {
    const Piece &first = *parts[i].piece;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const Digit &digit : first.digits)
      least = std::min(least, digit.stride);
    if (!parts[i].nested || least < 2 || parts[i].begin < end) return false;
    const std::uint64_t origin = first.axes[0].origin;
    std::uint64_t count = 1, step = 0;
    for (; i + count < parts.size() && count < static_cast<std::uint64_t>(least); ++count) {
      const Piece &next = *parts[i + count].piece;
      const std::uint64_t nextOrigin = next.axes[0].origin;
      if (count == 1) step = nextOrigin - origin;
      if (next.offset != first.offset + static_cast<std::int64_t>(count) || nextOrigin < origin ||
          nextOrigin != origin + count * step || next.digits != first.digits)
        break;
    }
    end = parts[i + count - 1].end;
    if (count == 1) step = 0;
    std::vector<std::uint32_t> order(first.digits.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return first.digits[a].stride > first.digits[b].stride;
    });
    Block stack{origin, 0, count * extentOf(first.digits), {}, count, step};
    for (const std::uint32_t place : order)
      stack.dims.push_back({first.digits[place].extent, place + 1, false});
    stack.dims.push_back({count, 0, false});
    stacks.push_back(std::move(stack));
    i += count;
  }
  if (stacks.size() > parts.size() / 4) return false;
  for (Block &stack : stacks) {
    stack.to = blocks_.empty() ? 0 : blocks_.back().to + blocks_.back().length;
    blocks_.push_back(std::move(stack));
  }
  return true;
}

Rearranger Rearranger::simplifying(const View &view, SiteId site) {
  requireFlat(view, site);
  Rearranger out;
  out.numElements_ = view.numElements();

  const std::vector<Part> parts = sortedParts(view);
  for (std::size_t i = 0; i < parts.size();) {
    // A cluster of pieces that interleave or alias. Pieces that continue one of several copies
    // belong to it too: each copy must find its own continuation.
    std::size_t last = i + 1;
    bool simple = parts[i].nested;
    std::int64_t end = parts[i].end;
    std::uint64_t rows = parts[i].rows;
    while (last < parts.size() && parts[last].variable == parts[i].variable &&
           parts[last].begin < end + (simple ? 0 : 1)) {
      end = std::max(end, parts[last].end);
      rows += parts[last].rows;
      simple = false;
      ++last;
    }
    const std::span<const Part> cluster = std::span(parts).subspan(i, last - i);
    if (!simple && out.appendStacks(cluster)) {
      i = last;
      continue;
    }
    if (simple || rows > kMaxInterleavedRows) {
      for (const Part &part : cluster)
        out.appendSorted(*part.piece);
    } else {
      std::vector<Interval> intervals;
      for (const Part &part : cluster) {
        const std::uint64_t origin = part.piece->axes[0].origin;
        intervals.push_back({origin, origin + part.piece->numElements()});
      }
      mergeNeighbours(intervals);
      for (const IntervalSequence &sequence : sortedContiguousRegions(view, intervals))
        for (const Interval &interval : sequence)
          out.append(interval.begin, interval.size(), {});
    }
    i = last;
  }

  out.byOrigin_.resize(out.blocks_.size());
  std::iota(out.byOrigin_.begin(), out.byOrigin_.end(), 0u);
  std::sort(out.byOrigin_.begin(), out.byOrigin_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return out.blocks_[a].from < out.blocks_[b].from;
  });
  return out;
}

bool Rearranger::isIdentity() const {
  return std::all_of(blocks_.begin(), blocks_.end(), [](const Block &block) {
    return block.dims.empty() && block.from == block.to;
  });
}

void Rearranger::check(const View &view, SiteId site) const {
  requireFlat(view, site);
  if (view.numElements() != numElements_)
    Diagnostic(Code::PE0107, "rearrangement of {} elements applied to a tensor of {}", numElements_,
               view.numElements())
        .at(site)
        .note("the permutation comes from a tensor of another size")
        .raise();
}

View Rearranger::stretchesOf(const Block &block, const View &view) {
  if (block.count == 1) return slice(view, block.from, block.from + block.length);
  const std::uint64_t each = block.length / block.count;
  std::vector<View> rows;
  for (std::uint64_t k = 0; k < block.count; ++k) {
    const std::uint64_t begin = block.from + k * block.step;
    rows.push_back(reshape(slice(view, begin, begin + each), Shape{1, each}));
  }
  return concat(rows);
}

View Rearranger::apply(const Block &block, const View &part) const {
  Shape shape(block.dims.size(), 0);
  InlineVector<unsigned, 4> order;
  for (const Dim &dim : block.dims) {
    shape[dim.from] = dim.extent;
    order.push_back(dim.from);
  }
  View out = dimShuffle(reshape(part, shape), order);
  for (unsigned d = 0; d < block.dims.size(); ++d)
    if (block.dims[d].reversed) out = reverse(out, d);
  return flatten(out);
}

View Rearranger::invert(const Block &block, const View &part) const {
  Shape shape;
  InlineVector<unsigned, 4> order(block.dims.size(), 0);
  for (unsigned d = 0; d < block.dims.size(); ++d) {
    shape.push_back(block.dims[d].extent);
    order[block.dims[d].from] = d;
  }
  View out = reshape(part, shape);
  for (unsigned d = 0; d < block.dims.size(); ++d)
    if (block.dims[d].reversed) out = reverse(out, d);
  return flatten(dimShuffle(out, order));
}

View Rearranger::rearrange(const View &view, SiteId site) const {
  check(view, site);
  if (isIdentity()) return view;
  std::vector<Piece> pieces;
  for (const Block &block : blocks_) {
    if (block.dims.empty()) {
      appendCut(view, block.from, block.from + block.length, 0, block.to, pieces);
    } else {
      const View part = apply(block, stretchesOf(block, view));
      appendCut(part, 0, block.length, 0, block.to, pieces);
    }
  }
  mergeAlong(pieces, 0);
  return View(Shape{numElements_}, std::move(pieces));
}

View Rearranger::undo(const View &view, SiteId site) const {
  check(view, site);
  if (isIdentity()) return view;
  std::vector<Piece> pieces;
  for (std::uint32_t i : byOrigin_) {
    const Block &block = blocks_[i];
    if (block.dims.empty()) {
      appendCut(view, block.to, block.to + block.length, 0, block.from, pieces);
    } else {
      const View part = invert(block, slice(view, block.to, block.to + block.length));
      const std::uint64_t each = block.length / block.count;
      for (std::uint64_t k = 0; k < block.count; ++k)
        appendCut(part, k * each, (k + 1) * each, 0, block.from + k * block.step, pieces);
    }
  }
  // Stretches of one stack lie between those of others.
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece &a, const Piece &b) { return a.axes[0].origin < b.axes[0].origin; });
  mergeAlong(pieces, 0);
  return View(Shape{numElements_}, std::move(pieces));
}

std::vector<Interval> Rearranger::rearrange(std::span<const Interval> intervals,
                                            SiteId site) const {
  const View identity = wholeVariable(VariableId(0), Indices(&numElements_, 1));
  return translated(undo(identity), intervals, site);
}

std::vector<Interval> Rearranger::undo(std::span<const Interval> intervals, SiteId site) const {
  const View identity = wholeVariable(VariableId(0), Indices(&numElements_, 1));
  return translated(rearrange(identity), intervals, site);
}

} // namespace poplar_emu::view
