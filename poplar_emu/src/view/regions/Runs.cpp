// SPDX-License-Identifier: MIT
// The elements of a view as runs and contiguous regions, in flattened or in storage order.
#include "view/Ops.hpp"
#include "view/Regions.hpp"
#include "view/regions/Bitmap.hpp"
#include "view/regions/RunBuilder.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

/// Calls f(variable, offset, digits) for the parts of a rank-1 view, in flattened order.
template <class F>
void forEachFlatPart(const View &flat, Interval interval, F &&f) {
  std::vector<Segment> segments;
  for (const Piece &piece : flat.piecesNear(interval.begin, interval.end)) {
    const std::uint64_t origin = piece.axes[0].origin;
    const std::uint64_t from = std::max(interval.begin, origin);
    const std::uint64_t to = std::min(interval.end, origin + extentOf(piece.digits));
    if (from >= to) continue;
    if (to - from == extentOf(piece.digits)) {
      f(piece.variable, piece.offset, DigitSpan(piece.digits));
      continue;
    }
    segments.clear();
    select(piece.digits, from - origin, 1, to - from, segments);
    for (const Segment &segment : segments)
      f(piece.variable, piece.offset + segment.offset, DigitSpan(segment.digits));
  }
}

template <class F>
void forEachRowOf(const std::vector<Run> &runs, F &&f) {
  for (const Run &run : runs)
    forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) { f(run, begin, length); });
}

/// Appends the set of elements of some runs of one variable, disjoint and maximal.
void addCluster(std::span<const Run> runs, const RowExtent &extent, std::vector<VarRegion> &out) {
  const VariableId variable = runs.front().variable;
  if (runs.size() > 1 && extent.wantsBitmap()) {
    Bitmap bitmap(extent);
    for (const Run &run : runs)
      forEachRow(run,
                 [&](std::uint64_t begin, std::uint64_t length) { bitmap.mark(begin, length); });
    bitmap.forEachRange(
        [&](std::uint64_t begin, std::uint64_t end) { out.push_back({variable, begin, end}); });
    return;
  }
  std::vector<Interval> rows;
  for (const Run &run : runs)
    forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      rows.push_back({begin, begin + length});
    });
  if (!std::is_sorted(rows.begin(), rows.end())) std::sort(rows.begin(), rows.end());
  const std::size_t first = out.size();
  for (const Interval &row : rows) {
    if (out.size() > first && row.begin <= out.back().end)
      out.back().end = std::max(out.back().end, row.end);
    else
      out.push_back({variable, row.begin, row.end});
  }
}

void addStorage(RunBuilder &builder, VariableId variable, std::int64_t offset, DigitSpan digits) {
  const Digits sorted = storageDigits(digits, offset);
  builder.add(variable, offset, sorted);
}

} // namespace

void appendRuns(const View &view, std::vector<Run> &out) {
  RunBuilder builder(out);
  const auto pieces = view.pieces();
  if (pieces.size() == 1) {
    const Piece &piece = pieces.front();
    if (view.rank() == 1)
      builder.add(piece.variable, piece.offset, piece.digits);
    else
      builder.add(piece.variable, piece.offset, flattenedDigits(piece));
    return;
  }
  if (view.rank() == 1) {
    for (const Piece &piece : pieces)
      builder.add(piece.variable, piece.offset, piece.digits);
    return;
  }
  const View flat = flatten(view);
  for (const Piece &piece : flat.pieces())
    builder.add(piece.variable, piece.offset, piece.digits);
}

std::vector<Run> runs(const View &view) {
  std::vector<Run> out;
  appendRuns(view, out);
  return out;
}

std::vector<Run> runs(const View &flat, Interval interval) {
  std::vector<Run> out;
  RunBuilder builder(out);
  forEachFlatPart(flat, interval, [&](VariableId variable, std::int64_t offset, DigitSpan digits) {
    builder.add(variable, offset, digits);
  });
  return out;
}

bool asSingleRegion(const View &view, VarRegion &region) {
  if (view.pieces().size() != 1) return false;
  const Piece &piece = view.pieces().front();
  std::uint64_t length = 1; // of the digits from the innermost outwards
  for (std::size_t i = piece.digits.size(); i-- > 0; length *= piece.digits[i].extent)
    if (piece.digits[i].stride != static_cast<std::int64_t>(length)) return false;
  const auto begin = static_cast<std::uint64_t>(piece.offset);
  region = {piece.variable, begin, begin + length};
  return true;
}

std::vector<Interval> contiguousRegions(const View &view) {
  std::vector<Interval> out;
  std::uint64_t at = 0;
  forEachRowOf(runs(view), [&](const Run &, std::uint64_t, std::uint64_t length) {
    out.push_back({at, at + length});
    at += length;
  });
  return out;
}

std::vector<VarRegion> varRegions(const View &view) {
  std::vector<VarRegion> out;
  forEachRowOf(runs(view), [&](const Run &run, std::uint64_t begin, std::uint64_t length) {
    out.push_back({run.variable, begin, begin + length});
  });
  return out;
}

bool isContiguous(const View &view) {
  if (view.numElements() <= 1) return true;
  if (view.pieces().size() == 1) {
    VarRegion region;
    return asSingleRegion(view, region);
  }
  const VariableId first = view.pieces().front().variable;
  for (const Piece &piece : view.pieces())
    if (piece.variable != first) return false;
  const std::vector<Run> all = runs(view);
  return all.size() == 1 && all.front().count == 1;
}

std::vector<Run> storageRuns(const View &view) {
  std::vector<Run> out;
  RunBuilder builder(out);
  for (const Piece &piece : view.pieces())
    addStorage(builder, piece.variable, piece.offset, piece.digits);
  return out;
}

std::vector<Run> storageRuns(const View &flat, Interval interval) {
  std::vector<Run> out;
  RunBuilder builder(out);
  forEachFlatPart(flat, interval, [&](VariableId variable, std::int64_t offset, DigitSpan digits) {
    addStorage(builder, variable, offset, digits);
  });
  return out;
}

std::vector<VarRegion> storageRegions(const View &view) {
  std::vector<Run> all = storageRuns(view);
  const auto lowest = [](const Run &run) {
    return std::min(run.start, run.rowStart(run.count - 1));
  };
  const auto startsBefore = [&](const Run &a, const Run &b) {
    return a.variable != b.variable ? a.variable < b.variable : lowest(a) < lowest(b);
  };
  if (!std::is_sorted(all.begin(), all.end(), startsBefore))
    std::sort(all.begin(), all.end(), startsBefore);

  std::vector<VarRegion> out;
  for (std::size_t i = 0; i < all.size();) {
    // A cluster of runs whose ranges touch.
    RowExtent extent;
    std::size_t last = i;
    do {
      extent.include(all[last++]);
    } while (last < all.size() && all[last].variable == all[i].variable &&
             lowest(all[last]) <= extent.end);
    addCluster({all.data() + i, last - i}, extent, out);
    i = last;
  }
  return out;
}

std::vector<VariableId> variables(const View &view) {
  std::vector<VariableId> out;
  for (const Piece &piece : view.pieces())
    if (out.empty() || out.back() != piece.variable) out.push_back(piece.variable);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

} // namespace poplar_emu::view
