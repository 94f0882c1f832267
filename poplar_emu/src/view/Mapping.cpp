// SPDX-License-Identifier: MIT
// Intersects the runs of a view with the mapping of their variables.
#include "view/Mapping.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

class IntervalBuilder {
 public:
  explicit IntervalBuilder(std::vector<MappedInterval> &out) : out_(out) {}

  void add(std::uint64_t length, TileId tile) {
    if (tile.valid()) {
      if (!out_.empty() && out_.back().end == position_ && out_.back().tile == tile)
        out_.back().end += length;
      else
        out_.push_back({position_, position_ + length, tile});
    }
    position_ += length;
  }

 private:
  std::vector<MappedInterval> &out_;
  std::uint64_t position_ = 0;
};

/// Remembers the last answer: neighbours mostly ask for the same interval.
class CachedLookup {
 public:
  explicit CachedLookup(const MappingLookup &lookup) : lookup_(lookup) {}

  const MappedInterval &around(VariableId variable, std::uint64_t element) {
    if (variable != variable_ || element < last_.begin || element >= last_.end) {
      last_ = lookup_(variable, element);
      variable_ = variable;
    }
    return last_;
  }

 private:
  const MappingLookup &lookup_;
  VariableId variable_;
  MappedInterval last_;
};

/// Rows from `row` on that lie in `interval` as a whole, at most all of the run.
std::uint64_t rowsWithin(const Run &run, std::uint64_t row, const MappedInterval &interval) {
  const std::uint64_t start = run.rowStart(row), left = run.count - row;
  if (start < interval.begin || start + run.length > interval.end) return 0;
  if (run.stride == 0) return left;
  const auto step = static_cast<std::uint64_t>(run.stride > 0 ? run.stride : -run.stride);
  const std::uint64_t room =
      run.stride > 0 ? interval.end - run.length - start : start - interval.begin;
  return std::min(left, room / step + 1);
}

} // namespace

std::vector<MappedInterval> tileIntervals(const View &view, const MappingLookup &lookup) {
  std::vector<MappedInterval> out;
  IntervalBuilder builder(out);
  CachedLookup cached(lookup);
  for (const Run &run : runs(view)) {
    for (std::uint64_t row = 0; row < run.count;) {
      const std::uint64_t start = run.rowStart(row);
      const MappedInterval first = cached.around(run.variable, start);
      if (const std::uint64_t rows = rowsWithin(run, row, first)) {
        builder.add(rows * run.length, first.tile);
        row += rows;
        continue;
      }
      for (std::uint64_t at = start; at < start + run.length;) {
        const MappedInterval &part = cached.around(run.variable, at);
        const std::uint64_t end = std::min(part.end, start + run.length);
        builder.add(end - at, part.tile);
        at = end;
      }
      ++row;
    }
  }
  return out;
}

std::vector<std::vector<Interval>> byTile(std::span<const MappedInterval> intervals,
                                          std::size_t numTiles) {
  std::vector<std::vector<Interval>> out(numTiles);
  for (const MappedInterval &interval : intervals) {
    if (interval.tile.index() >= out.size()) out.resize(interval.tile.index() + 1);
    out[interval.tile.index()].push_back({interval.begin, interval.end});
  }
  return out;
}

} // namespace poplar_emu::view
