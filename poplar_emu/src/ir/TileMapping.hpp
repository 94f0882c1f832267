// SPDX-License-Identifier: MIT
// Which tile holds which elements of a variable.
#pragma once

#include "support/Ids.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace poplar_emu::ir {

/// Elements [begin, end) of a variable live on `tile`.
struct TileInterval {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  TileId tile;

  std::uint64_t size() const { return end - begin; }
  friend bool operator==(const TileInterval &, const TileInterval &) = default;
};

/// Disjoint intervals sorted by element; neighbours on one tile are merged. Elements that stand in
/// no interval are unmapped. Later calls of set win. set costs the logarithm of the number of
/// intervals, and constant time when intervals arrive in ascending order.
class TileMapping {
 public:
  void set(std::uint64_t begin, std::uint64_t end, TileId tile);
  void clear() { intervals_.clear(); }

  std::size_t size() const { return intervals_.size(); }
  std::vector<TileInterval> intervals() const;

  std::optional<TileId> tileOf(std::uint64_t element) const;
  /// The widest interval around an element that lies on one tile, or the gap around it: its tile is
  /// then invalid, and its end the largest integer if nothing is mapped behind it.
  TileInterval around(std::uint64_t element) const;
  /// The first unmapped element below numElements.
  std::optional<std::uint64_t> firstUnmapped(std::uint64_t numElements) const;

  /// Calls f(begin, end, tile) for the parts of [begin, end) that are mapped, ascending.
  template <class F>
  void forEach(std::uint64_t begin, std::uint64_t end, F &&f) const {
    auto it = intervals_.upper_bound(begin);
    if (it != intervals_.begin()) --it;
    for (; it != intervals_.end() && it->first < end; ++it) {
      const std::uint64_t from = std::max(begin, it->first);
      const std::uint64_t to = std::min(end, it->second.end);
      if (from < to) f(from, to, it->second.tile);
    }
  }

 private:
  struct Rest {
    std::uint64_t end;
    TileId tile;
  };
  std::map<std::uint64_t, Rest> intervals_;
};

} // namespace poplar_emu::ir
