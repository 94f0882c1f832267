// SPDX-License-Identifier: MIT
// Where the elements of a view lie: runs, contiguous regions, aliases.
#pragma once

#include "view/View.hpp"

namespace poplar_emu::view {

/// `count` rows of `length` consecutive elements; the first row starts at element `start`, the next
/// ones `stride` elements further each (0 repeats the row, negative goes backwards). With count 1
/// the stride is 0.
struct Run {
  VariableId variable;
  std::uint64_t start = 0;
  std::uint64_t length = 0;
  std::uint64_t count = 1;
  std::int64_t stride = 0;

  std::uint64_t numElements() const { return length * count; }
  std::uint64_t rowStart(std::uint64_t row) const {
    return start + static_cast<std::uint64_t>(static_cast<std::int64_t>(row) * stride);
  }
  friend bool operator==(const Run &, const Run &) = default;
};

/// Elements [begin, end) of a variable.
struct VarRegion {
  VariableId variable;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
  friend auto operator<=>(const VarRegion &, const VarRegion &) = default;
};

/// The elements in flattened order. No two rows that follow each other are contiguous in storage,
/// so rows are maximal; equally spaced rows of one length share a run.
std::vector<Run> runs(const View &view);
/// The same for elements [interval) of a rank-1 view. Finds its pieces by bisection.
std::vector<Run> runs(const View &flat, Interval interval);
/// Appends to `out`; a view that is one contiguous region costs no allocation of its own.
void appendRuns(const View &view, std::vector<Run> &out);

/// The view as one region of one variable in storage order, if it is one. Constant time for a view
/// of one piece; exact only for these (a region that several pieces form is not looked for).
bool asSingleRegion(const View &view, VarRegion &region);

/// Intervals of the flattened view that are contiguous in storage, maximal, in order.
std::vector<Interval> contiguousRegions(const View &view);
/// The regions of the variables behind them: equal for two views that are the same flattened.
std::vector<VarRegion> varRegions(const View &view);
/// At most one contiguous region.
bool isContiguous(const View &view);

/// Every element at least once, in storage order within a piece, broadcast removed: as few runs as
/// the pieces allow. For everything that does not care about order, such as mapping and liveness.
std::vector<Run> storageRuns(const View &view);
/// The same for elements [interval) of a rank-1 view.
std::vector<Run> storageRuns(const View &flat, Interval interval);
/// The set of elements: sorted by variable and offset, disjoint, maximal.
std::vector<VarRegion> storageRegions(const View &view);
/// The variables that occur, ascending, each once.
std::vector<VariableId> variables(const View &view);

/// Some storage element occurs twice.
bool containsAliases(const View &view);
/// Some storage element occurs in both.
bool intersects(const View &a, const View &b);

/// Intervals of the flattened view whose concatenation is one contiguous run of storage.
using IntervalSequence = std::vector<Interval>;

enum class Aliases : std::uint8_t { Keep, Remove };

/// 5.2 of the host API reference. `representatives`, if given, gets one entry per interval of the
/// result: the lower bound of the first interval that addresses the same storage. Throws PE0104 for
/// an interval outside the flattened view. Cost: r log r for r contiguous rows in the intervals, if
/// the view has rank 1; else flattening comes on top.
std::vector<IntervalSequence>
sortedContiguousRegions(const View &view, std::span<const Interval> intervals,
                        Aliases aliases = Aliases::Keep,
                        std::vector<std::uint64_t> *representatives = nullptr, SiteId site = {});

/// Calls f(begin, length) for each row of a run.
template <class F>
void forEachRow(const Run &run, F &&f) {
  for (std::uint64_t row = 0; row < run.count; ++row)
    f(run.rowStart(row), run.length);
}

} // namespace poplar_emu::view
