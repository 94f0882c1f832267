// SPDX-License-Identifier: MIT
// Simplification of single nests, and folding of periodic lists of nests.
#include "view/joint/NestList.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace poplar_emu::view {
namespace {

constexpr std::size_t kMaxPeriod = 4;
constexpr std::size_t kMinRepeats = 4;

std::int64_t times(std::uint64_t count, std::int64_t stride) {
  return static_cast<std::int64_t>(count) * stride;
}

bool isOutside(const NestDim &a, const NestDim &b) {
  return std::tuple(std::abs(a.dstStride), std::abs(a.srcStride)) >
         std::tuple(std::abs(b.dstStride), std::abs(b.srcStride));
}

bool sameButPlace(const Nest &a, const Nest &b) {
  return a.srcVariable == b.srcVariable && a.dstVariable == b.dstVariable && a.dims == b.dims;
}

/// How often the `period` nests from `first` on repeat, each at its own constant distance.
std::size_t repeats(const std::vector<Nest> &nests, std::size_t first, std::size_t period) {
  if (first + kMinRepeats * period > nests.size()) return 1;
  const auto follows = [&](std::size_t i) { // nests[i] continues nests[i - period], nests[i - 2 p]
    const Nest &now = nests[i], &before = nests[i - period];
    if (!sameButPlace(now, before)) return false;
    if (i < first + 2 * period) return true;
    const Nest &earlier = nests[i - 2 * period];
    return now.srcOffset - before.srcOffset == before.srcOffset - earlier.srcOffset &&
           now.dstOffset - before.dstOffset == before.dstOffset - earlier.dstOffset;
  };
  std::size_t end = first + period;
  while (end < nests.size() && follows(end))
    ++end;
  return (end - first) / period;
}

} // namespace

void simplify(Nest &nest) {
  InlineVector<NestDim, 8> dims;
  for (NestDim dim : nest.dims) {
    if (dim.extent == 1) continue;
    if (dim.dstStride < 0 || (dim.dstStride == 0 && dim.srcStride < 0)) {
      nest.srcOffset += times(dim.extent - 1, dim.srcStride);
      nest.dstOffset += times(dim.extent - 1, dim.dstStride);
      dim = {dim.extent, -dim.srcStride, -dim.dstStride};
    }
    dims.push_back(dim);
  }
  if (dims.size() > 1) std::sort(dims.begin(), dims.end(), isOutside);
  nest.dims.clear();
  for (const NestDim &dim : dims) {
    if (!nest.dims.empty()) {
      NestDim &outer = nest.dims.back();
      if (outer.srcStride == times(dim.extent, dim.srcStride) &&
          outer.dstStride == times(dim.extent, dim.dstStride)) {
        outer = {outer.extent * dim.extent, dim.srcStride, dim.dstStride};
        continue;
      }
    }
    nest.dims.push_back(dim);
  }
  if (nest.dims.empty()) nest.dims.push_back({1, 1, 1});
}

std::vector<Nest> folded(std::vector<Nest> nests) {
  std::size_t kept = 0; // results overwrite nests that are done with
  for (std::size_t i = 0; i < nests.size();) {
    std::size_t period = 1, count = 1;
    while (period <= kMaxPeriod && (count = repeats(nests, i, period)) < kMinRepeats)
      ++period;
    if (period > kMaxPeriod) {
      if (kept != i) nests[kept] = std::move(nests[i]);
      ++kept;
      ++i;
      continue;
    }
    for (std::size_t k = 0; k < period; ++k) {
      const Nest &next = nests[i + k + period];
      Nest nest = nests[i + k];
      nest.dims.insert(0,
                       {count, next.srcOffset - nest.srcOffset, next.dstOffset - nest.dstOffset});
      simplify(nest);
      nests[kept++] = std::move(nest);
    }
    i += period * count;
  }
  nests.resize(kept);
  return nests;
}

} // namespace poplar_emu::view
