// SPDX-License-Identifier: MIT
// Interval map with merging.
#include "ir/TileMapping.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::ir {

void TileMapping::set(std::uint64_t begin, std::uint64_t end, TileId tile) {
  if (begin >= end) return;

  auto it = intervals_.empty() || intervals_.rbegin()->first < begin
                ? intervals_.end()
                : intervals_.lower_bound(begin);

  // The interval that starts before us may reach into us, or end where we begin.
  if (it != intervals_.begin()) {
    auto before = std::prev(it);
    if (before->second.end > end && before->second.tile != tile)
      it = intervals_.insert(it, {end, before->second});
    if (before->second.end >= begin) {
      if (before->second.tile == tile) {
        begin = before->first;
        end = std::max(end, before->second.end);
        it = intervals_.erase(before);
      } else {
        before->second.end = begin;
      }
    }
  }

  // Those that start inside us, or right at our end.
  while (it != intervals_.end() && it->first <= end) {
    const Rest rest = it->second;
    if (rest.tile == tile) {
      end = std::max(end, rest.end);
    } else if (it->first == end) {
      break;
    } else if (rest.end > end) {
      it = intervals_.erase(it);
      it = intervals_.insert(it, {end, rest});
      break;
    }
    it = intervals_.erase(it);
  }
  intervals_.insert(it, {begin, {end, tile}});
}

std::vector<TileInterval> TileMapping::intervals() const {
  std::vector<TileInterval> out;
  out.reserve(intervals_.size());
  for (const auto &[begin, rest] : intervals_)
    out.push_back({begin, rest.end, rest.tile});
  return out;
}

std::optional<TileId> TileMapping::tileOf(std::uint64_t element) const {
  auto it = intervals_.upper_bound(element);
  if (it == intervals_.begin()) return std::nullopt;
  --it;
  if (element >= it->second.end) return std::nullopt;
  return it->second.tile;
}

TileInterval TileMapping::around(std::uint64_t element) const {
  const auto next = intervals_.upper_bound(element);
  std::uint64_t gapBegin = 0;
  if (next != intervals_.begin()) {
    const auto &[begin, rest] = *std::prev(next);
    if (element < rest.end) return {begin, rest.end, rest.tile};
    gapBegin = rest.end;
  }
  const std::uint64_t gapEnd =
      next == intervals_.end() ? std::numeric_limits<std::uint64_t>::max() : next->first;
  return {gapBegin, gapEnd, TileId()};
}

std::optional<std::uint64_t> TileMapping::firstUnmapped(std::uint64_t numElements) const {
  std::uint64_t expected = 0;
  for (const auto &[begin, rest] : intervals_) {
    if (begin > expected) break;
    expected = rest.end;
  }
  if (expected >= numElements) return std::nullopt;
  return expected;
}

} // namespace poplar_emu::ir
