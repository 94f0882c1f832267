// SPDX-License-Identifier: MIT
// The runs of one lane of a collective, back to back, as they are packed.
#pragma once

#include "runtime/collective/Combiners.hpp"
#include "runtime/collective/Sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::runtime {

class RunList {
 public:
  void add(Run run);

  std::uint64_t bytes() const { return before_.back(); }
  bool isInPlace() const {
    return !runs_.empty() && runs_.front().source == runs_.front().destination;
  }

  /// Calls visitor(runs, bytes, later) for the stretches of bytes [begin, end) of the list: runs
  /// that continue one another, cut at both ends. `later` is a run that will soon be met.
  template <class Visit>
  void visit(std::uint64_t begin, std::uint64_t end, Visit &&visitor) const;

 private:
  /// Rows lie apart, with those of other lanes between: the processor does not foresee them.
  static constexpr std::size_t kRunsAhead = 8;

  /// Runs [first, last), `atFront` and `atBack` bytes shorter.
  std::vector<Run> cut(std::size_t first, std::size_t last, std::uint64_t atFront,
                       std::uint64_t atBack) const;

  std::vector<Run> runs_;
  std::vector<std::uint64_t> before_{0}; ///< bytes before each run, and all
};

/// A list for each set of recipes of the sweep; the recipes of a set are counted anew. No recipe is
/// in two sets.
std::vector<RunList> listsOf(const Sweep &sweep,
                             const std::vector<std::vector<std::uint32_t>> &sets);

template <class Visit>
void RunList::visit(std::uint64_t begin, std::uint64_t end, Visit &&visitor) const {
  auto first = static_cast<std::size_t>(std::upper_bound(before_.begin(), before_.end(), begin) -
                                        before_.begin()) -
               1;
  while (begin < end) {
    std::size_t last = first + 1;
    while (last < runs_.size() && runs_[last].continues && before_[last] < end)
      ++last;
    const std::uint64_t stretchEnd = std::min(end, before_[last]);
    const std::uint64_t atFront = begin - before_[first], atBack = before_[last] - stretchEnd;
    const Run &later = runs_[std::min(last + kRunsAhead, runs_.size()) - 1];
    if (atFront == 0 && atBack == 0)
      visitor(std::span(runs_).subspan(first, last - first), stretchEnd - begin, later);
    else
      visitor(std::span<const Run>(cut(first, last, atFront, atBack)), stretchEnd - begin, later);
    begin = stretchEnd;
    first = last;
  }
}

} // namespace poplar_emu::runtime
