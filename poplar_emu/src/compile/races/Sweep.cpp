// SPDX-License-Identifier: MIT
// Race proof over sorted runs.
#include "compile/races/VertexAccess.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace poplar_emu::compile {
namespace {

struct Run {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint32_t access; ///< index into the group
};

bool inAscendingRuns(const AccessGroup &group) {
  std::uint64_t last = 0;
  for (const VertexAccess &access : group.accesses) {
    const ir::Region &region = group.region(access);
    if (!isContiguous(region) || region.start < last) return false;
    last = region.start;
  }
  return true;
}

std::vector<Run> runsOf(const AccessGroup &group) {
  std::size_t number = 0;
  for (const VertexAccess &access : group.accesses) {
    const ir::Region &region = group.region(access);
    number += isContiguous(region) ? 1 : region.count;
  }
  std::vector<Run> runs;
  runs.reserve(number);
  for (std::uint32_t a = 0; a < group.accesses.size(); ++a) {
    const ir::Region &region = group.region(group.accesses[a]);
    if (isContiguous(region)) {
      runs.push_back({region.start, region.start + numElements(region), a});
      continue;
    }
    for (std::uint64_t row = 0; row < region.count; ++row) {
      const std::uint64_t begin = rowStart(region, row);
      if (begin < group.written.end && begin + region.length > group.written.begin)
        runs.push_back({begin, begin + region.length, a});
    }
  }
  return runs;
}

/// Sorts by the beginning of the runs, 11 bits at a time.
void radixSort(std::vector<Run> &runs, std::uint64_t lowest, std::uint64_t highest) {
  constexpr unsigned kBits = 11;
  constexpr std::size_t kBuckets = std::size_t{1} << kBits;
  std::vector<Run> other(runs.size());
  for (unsigned shift = 0; shift < 64 && (highest - lowest) >> shift != 0; shift += kBits) {
    std::array<std::size_t, kBuckets> next{};
    for (const Run &run : runs)
      ++next[((run.begin - lowest) >> shift) & (kBuckets - 1)];
    std::size_t sum = 0;
    for (std::size_t &bucket : next)
      sum += std::exchange(bucket, sum);
    for (const Run &run : runs)
      other[next[((run.begin - lowest) >> shift) & (kBuckets - 1)]++] = run;
    runs.swap(other);
  }
}

void sortByBegin(std::vector<Run> &runs) {
  constexpr std::size_t kRadixFrom = 4096;
  const auto byBegin = [](const Run &a, const Run &b) { return a.begin < b.begin; };
  if (std::is_sorted(runs.begin(), runs.end(), byBegin)) return;
  if (runs.size() < kRadixFrom) {
    std::stable_sort(runs.begin(), runs.end(), byBegin);
    return;
  }
  const auto [low, high] = std::minmax_element(runs.begin(), runs.end(), byBegin);
  radixSort(runs, low->begin, high->begin);
}

/// The two runs of different vertices that reach farthest: whoever asks, one of them is not his
/// own.
class Farthest {
 public:
  void add(std::uint32_t vertex, std::uint64_t end, std::uint32_t access) {
    if (vertex == best_.vertex) {
      if (end > best_.end) best_ = {vertex, end, access};
    } else if (end > best_.end) {
      second_ = best_;
      best_ = {vertex, end, access};
    } else if (end > second_.end) {
      second_ = {vertex, end, access};
    }
  }
  /// The access of another vertex that reaches beyond `begin`.
  std::optional<std::uint32_t> beyond(std::uint64_t begin, std::uint32_t vertex) const {
    const Entry &entry = best_.vertex == vertex ? second_ : best_;
    if (entry.end > begin) return entry.access;
    return std::nullopt;
  }

 private:
  struct Entry {
    std::uint32_t vertex = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t end = 0;
    std::uint32_t access = 0;
  };
  Entry best_, second_;
};

class Sweep {
 public:
  explicit Sweep(const AccessGroup &group) : group_(group) {}

  /// Runs come by ascending begin.
  std::optional<Conflict> step(std::uint64_t begin, std::uint64_t end, std::uint32_t index) {
    const VertexAccess &access = group_.accesses[index];
    if (const auto other = writes_.beyond(begin, access.vertex))
      return Conflict{group_.accesses[*other], access};
    if (access.kind == AccessKind::Read) {
      reads_.add(access.vertex, end, index);
      return std::nullopt;
    }
    if (const auto other = reads_.beyond(begin, access.vertex))
      return Conflict{group_.accesses[*other], access};
    writes_.add(access.vertex, end, index);
    return std::nullopt;
  }

  std::optional<Conflict> over(std::vector<Run> runs) {
    sortByBegin(runs);
    for (const Run &run : runs)
      if (auto conflict = step(run.begin, run.end, run.access)) return conflict;
    return std::nullopt;
  }

 private:
  const AccessGroup &group_;
  Farthest reads_, writes_;
};

} // namespace

std::optional<Conflict> findConflictBySweep(const AccessGroup &group) {
  Sweep sweep(group);
  if (!inAscendingRuns(group)) return sweep.over(runsOf(group));
  for (std::uint32_t a = 0; a < group.accesses.size(); ++a) {
    const ir::Region &region = group.region(group.accesses[a]);
    if (auto conflict = sweep.step(region.start, region.start + numElements(region), a))
      return conflict;
  }
  return std::nullopt;
}

bool isColumns(const AccessGroup &group) {
  const ir::Region &first = group.region(group.accesses.front());
  if (first.count < 2 || first.stride <= 0) return false;
  std::uint64_t left = first.start;
  std::uint64_t right = 0;
  for (const VertexAccess &access : group.accesses) {
    const ir::Region &region = group.region(access);
    if (region.count != first.count || region.stride != first.stride) return false;
    left = std::min(left, region.start);
    right = std::max(right, region.start + region.length);
  }
  return right - left <= static_cast<std::uint64_t>(first.stride);
}

std::optional<Conflict> findConflictByColumns(const AccessGroup &group) {
  std::vector<Run> runs;
  runs.reserve(group.accesses.size());
  for (std::uint32_t a = 0; a < group.accesses.size(); ++a) {
    const ir::Region &region = group.region(group.accesses[a]);
    runs.push_back({region.start, region.start + region.length, a});
  }
  return Sweep(group).over(std::move(runs));
}

} // namespace poplar_emu::compile
