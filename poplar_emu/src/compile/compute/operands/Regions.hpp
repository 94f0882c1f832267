// SPDX-License-Identifier: MIT
// Arithmetic on affine pieces of a variable: hulls, overlaps, repeated elements. No piece is
// expanded unless two strides differ.
#pragma once

#include "ir/Vertices.hpp"

#include <cstdint>
#include <span>

namespace poplar_emu::compile {

/// Elements [begin, end) of a variable.
struct ElementRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
  bool overlaps(const ElementRange &other) const { return begin < other.end && other.begin < end; }
};

inline std::uint64_t numElements(const ir::Region &region) {
  return std::uint64_t{region.length} * region.count;
}

/// Element at which row `row` starts.
inline std::uint64_t rowStart(const ir::Region &region, std::uint64_t row) {
  return region.start + static_cast<std::uint64_t>(static_cast<std::int64_t>(row) * region.stride);
}

/// One run of consecutive elements: rows that touch count as one.
inline bool isContiguous(const ir::Region &region) {
  return region.count <= 1 || region.stride == static_cast<std::int64_t>(region.length);
}

/// The smallest range that holds all elements. The region has elements.
ElementRange hull(const ir::Region &region);

/// An ascending region of the same elements (rows in another order): stride >= 0, and one row when
/// contiguous.
ir::Region normalised(ir::Region region);

/// Whether two regions of one variable share an element. Constant time when a stride is common or a
/// region has one row, else linear in the smaller number of rows.
bool intersect(const ir::Region &a, const ir::Region &b);

/// Whether some element occurs twice in the regions of one edge. Arithmetic for few regions, sorted
/// runs for many. Regions without rows or elements are ignored.
bool repeatsElement(std::span<const ir::Region> regions);

/// The same elements of the same variables in the same order, region by region.
bool sameRegions(std::span<const ir::Region> a, std::span<const ir::Region> b);

std::uint64_t hashOf(std::span<const ir::Region> regions);

} // namespace poplar_emu::compile
