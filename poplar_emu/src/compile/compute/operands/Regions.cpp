// SPDX-License-Identifier: MIT
// Overlap of strided rows by arithmetic.
#include "compile/compute/operands/Regions.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace poplar_emu::compile {
namespace {

/// Of many pieces, comparing all pairs costs more than sorting their rows.
constexpr std::size_t kPairwiseLimit = 16;

std::int64_t floorDiv(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// Whether the row [begin, begin + length) meets a row of the ascending region.
bool rowMeets(const ir::Region &region, std::uint64_t begin, std::uint64_t length) {
  const auto distance = static_cast<std::int64_t>(begin) - static_cast<std::int64_t>(region.start);
  const auto end = distance + static_cast<std::int64_t>(length);
  if (end <= 0) return false;
  if (region.count == 1 || region.stride == 0) return distance < std::int64_t{region.length};
  // The last row that starts before the end of ours.
  const std::int64_t row =
      std::min<std::int64_t>(floorDiv(end - 1, region.stride), std::int64_t{region.count} - 1);
  return row >= 0 && row * region.stride + std::int64_t{region.length} > distance;
}

/// Both strides are s > 0: only the difference of the row numbers matters.
bool meetWithSameStride(const ir::Region &a, const ir::Region &b) {
  const auto shift = static_cast<std::int64_t>(b.start) - static_cast<std::int64_t>(a.start);
  // Rows i of a and j of b meet when -lengthB < shift + s * (j - i) < lengthA.
  const std::int64_t lowest = -(std::int64_t{a.count} - 1);
  const std::int64_t highest = std::int64_t{b.count} - 1;
  const std::int64_t first = floorDiv(-std::int64_t{b.length} - shift, a.stride) + 1;
  const std::int64_t candidate = std::max(first, lowest);
  return candidate <= highest && shift + a.stride * candidate < std::int64_t{a.length};
}

bool repeatsWithin(const ir::Region &region) {
  const std::int64_t stride = region.stride < 0 ? -region.stride : region.stride;
  return region.count > 1 && stride < std::int64_t{region.length};
}

struct Run {
  VariableId variable;
  std::uint64_t begin;
  std::uint64_t end;
  friend auto operator<=>(const Run &, const Run &) = default;
};

bool anyRunsOverlap(std::span<const ir::Region> regions) {
  std::vector<Run> runs;
  for (const ir::Region &region : regions) {
    if (numElements(region) == 0) continue;
    const ir::Region ascending = normalised(region);
    for (std::uint64_t row = 0; row < ascending.count; ++row) {
      const std::uint64_t begin = rowStart(ascending, row);
      runs.push_back({ascending.variable, begin, begin + ascending.length});
    }
  }
  std::sort(runs.begin(), runs.end());
  for (std::size_t i = 1; i < runs.size(); ++i)
    if (runs[i].variable == runs[i - 1].variable && runs[i].begin < runs[i - 1].end) return true;
  return false;
}

} // namespace

ElementRange hull(const ir::Region &region) {
  const std::uint64_t last = rowStart(region, region.count - 1);
  return {std::min(region.start, last), std::max(region.start, last) + region.length};
}

ir::Region normalised(ir::Region region) {
  if (region.count == 1) {
    region.stride = region.length;
  } else if (region.stride < 0) {
    region.start = rowStart(region, region.count - 1);
    region.stride = -region.stride;
  }
  const std::uint64_t total = numElements(region);
  if (region.count > 1 && region.stride == std::int64_t{region.length} &&
      total <= std::numeric_limits<std::uint32_t>::max()) {
    region.length = static_cast<std::uint32_t>(total);
    region.stride = region.length;
    region.count = 1;
  }
  return region;
}

bool intersect(const ir::Region &a, const ir::Region &b) {
  if (numElements(a) == 0 || numElements(b) == 0) return false;
  if (!hull(a).overlaps(hull(b))) return false;
  const ir::Region x = normalised(a);
  const ir::Region y = normalised(b);
  if (x.count == 1) return rowMeets(y, x.start, x.length);
  if (y.count == 1) return rowMeets(x, y.start, y.length);
  if (x.stride == y.stride && x.stride > 0) return meetWithSameStride(x, y);
  const ir::Region &few = x.count <= y.count ? x : y;
  const ir::Region &many = x.count <= y.count ? y : x;
  for (std::uint64_t row = 0; row < few.count; ++row)
    if (rowMeets(many, rowStart(few, row), few.length)) return true;
  return false;
}

bool repeatsElement(std::span<const ir::Region> regions) {
  for (const ir::Region &region : regions)
    if (repeatsWithin(region)) return true;
  if (regions.size() > kPairwiseLimit) return anyRunsOverlap(regions);
  for (std::size_t i = 0; i < regions.size(); ++i)
    for (std::size_t j = i + 1; j < regions.size(); ++j)
      if (regions[i].variable == regions[j].variable && intersect(regions[i], regions[j]))
        return true;
  return false;
}

bool sameRegions(std::span<const ir::Region> a, std::span<const ir::Region> b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const ir::Region &x, const ir::Region &y) {
        return x.variable == y.variable && x.start == y.start && x.length == y.length &&
               x.count == y.count && (x.count == 1 || x.stride == y.stride);
      });
}

std::uint64_t hashOf(std::span<const ir::Region> regions) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u + regions.size();
  const auto mix = [&hash](std::uint64_t value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  };
  for (const ir::Region &region : regions) {
    mix(region.start);
    mix(std::uint64_t{region.variable.value} << 32 | region.length);
    if (region.count > 1) {
      mix(region.count);
      mix(static_cast<std::uint64_t>(region.stride));
    }
  }
  return hash;
}

} // namespace poplar_emu::compile
