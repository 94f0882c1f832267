// SPDX-License-Identifier: MIT
// sortedContiguousRegions: intervals of a flattened view, chained in storage order.
#include "support/Diagnostic.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace poplar_emu::view {
namespace {

/// `length` elements from `begin` of a variable, which stand at `position` of the flattened view.
struct Row {
  VariableId variable;
  std::uint64_t begin;
  std::uint64_t length;
  std::uint64_t position;

  std::uint64_t end() const { return begin + length; }
  friend auto operator<=>(const Row &, const Row &) = default;
};

std::vector<Row> rowsOf(const View &flat, std::span<const Interval> intervals) {
  std::vector<Row> rows;
  for (const Interval &interval : intervals) {
    std::uint64_t position = interval.begin;
    for (const Run &run : runs(flat, interval))
      forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
        rows.push_back({run.variable, begin, length, position});
        position += length;
      });
  }
  if (!std::is_sorted(rows.begin(), rows.end()))
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
      return std::tie(a.variable, a.begin, a.position) < std::tie(b.variable, b.begin, b.position);
    });
  return rows;
}

/// Rows [first, last) touch each other; cuts them so that any two of them cover the same elements
/// or none in common.
void splitCluster(std::span<const Row> cluster, std::vector<Row> &out) {
  std::vector<std::uint64_t> cuts;
  for (const Row &row : cluster) {
    cuts.push_back(row.begin);
    cuts.push_back(row.end());
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  const std::size_t firstOut = out.size();
  for (const Row &row : cluster) {
    auto cut = std::upper_bound(cuts.begin(), cuts.end(), row.begin);
    for (std::uint64_t at = row.begin; at < row.end(); at = *cut++)
      out.push_back({row.variable, at, *cut - at, row.position + (at - row.begin)});
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(firstOut), out.end(),
            [](const Row &a, const Row &b) {
              return std::tie(a.begin, a.position) < std::tie(b.begin, b.position);
            });
}

std::vector<Row> splitAtAliases(const std::vector<Row> &rows) {
  std::vector<Row> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t last = i + 1;
    std::uint64_t end = rows[i].end();
    while (last < rows.size() && rows[last].variable == rows[i].variable && rows[last].begin < end)
      end = std::max(end, rows[last++].end());
    if (last == i + 1)
      out.push_back(rows[i]);
    else
      splitCluster({rows.data() + i, last - i}, out);
    i = last;
  }
  return out;
}

bool sameStorage(const Row &a, const Row &b) {
  return a.variable == b.variable && a.begin == b.begin;
}

/// Builds sequences from rows sorted by storage: a row joins a sequence that ends where it begins.
class Chainer {
 public:
  enum class Merge : std::uint8_t { Yes, No };

  Chainer(std::vector<IntervalSequence> &out, Merge merge) : out_(out), merge_(merge) {}

  void add(const Row &row) {
    const Interval interval{row.position, row.position + row.length};
    if (row.variable != variable_) {
      if (!openEnds_.empty()) openEnds_.clear();
      latestEnd_ = kNone;
      variable_ = row.variable;
    }
    std::size_t sequence = out_.size();
    if (latestEnd_ == row.begin) {
      sequence = latest_;
    } else if (const auto open = openEnds_.find(row.begin); open != openEnds_.end()) {
      sequence = open->second;
      openEnds_.erase(open);
      keepLatest(row.begin);
    } else {
      keepLatest(row.begin);
    }
    if (sequence == out_.size()) out_.emplace_back();
    IntervalSequence &intervals = out_[sequence];
    if (merge_ == Merge::Yes && !intervals.empty() && intervals.back().end == interval.begin)
      intervals.back().end = interval.end;
    else
      intervals.push_back(interval);
    latest_ = sequence;
    latestEnd_ = row.end();
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t(0);

  /// The latest sequence may be continued by a later row only if rows overlap.
  void keepLatest(std::uint64_t begin) {
    if (latestEnd_ != kNone && latestEnd_ >= begin) openEnds_.emplace(latestEnd_, latest_);
  }

  std::vector<IntervalSequence> &out_;
  Merge merge_;
  VariableId variable_;
  std::size_t latest_ = 0;
  std::uint64_t latestEnd_ = kNone;
  std::unordered_multimap<std::uint64_t, std::size_t> openEnds_;
};

} // namespace

std::vector<IntervalSequence>
sortedContiguousRegions(const View &view, std::span<const Interval> intervals, Aliases aliases,
                        std::vector<std::uint64_t> *representatives, SiteId site) {
  for (const Interval &interval : intervals)
    if (interval.begin > interval.end || interval.end > view.numElements())
      Diagnostic(Code::PE0104, "region [{}, {}) of a flattened tensor of {} elements",
                 interval.begin, interval.end, view.numElements())
          .at(site)
          .note("the tensor has shape {}", shapeText(view.shape()))
          .raise();

  std::vector<Row> rows = rowsOf(view.rank() == 1 ? view : flatten(view), intervals);
  const bool wantsExact = aliases == Aliases::Remove || representatives;
  if (wantsExact) rows = splitAtAliases(rows);
  if (aliases == Aliases::Remove)
    rows.erase(std::unique(rows.begin(), rows.end(), sameStorage), rows.end());

  std::vector<IntervalSequence> out;
  Chainer chainer(out, representatives ? Chainer::Merge::No : Chainer::Merge::Yes);
  for (const Row &row : rows)
    chainer.add(row);
  if (!representatives) return out;

  // Rows of equal storage stand side by side; the first has the lowest position.
  std::unordered_map<std::uint64_t, std::uint64_t> representativeOf;
  for (std::size_t i = 0, first = 0; i < rows.size(); ++i) {
    if (!sameStorage(rows[first], rows[i])) first = i;
    if (first != i) representativeOf.emplace(rows[i].position, rows[first].position);
  }
  for (const IntervalSequence &sequence : out)
    for (const Interval &interval : sequence) {
      const auto found = representativeOf.find(interval.begin);
      representatives->push_back(found == representativeOf.end() ? interval.begin : found->second);
    }
  return out;
}

} // namespace poplar_emu::view
