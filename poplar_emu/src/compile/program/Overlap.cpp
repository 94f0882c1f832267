// SPDX-License-Identifier: MIT
// Marks destinations in a bitmap and looks the sources up.
#include "compile/program/Overlap.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace poplar_emu::compile {
namespace {

struct Hull {
  std::int64_t begin = INT64_MAX;
  std::int64_t end = INT64_MIN;

  bool empty() const { return begin >= end; }
  void include(const Hull &other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
  Hull meet(const Hull &other) const {
    return {std::max(begin, other.begin), std::min(end, other.end)};
  }
};

/// One side of a nest, whichever it is.
struct SideOfNest {
  const view::Nest &nest;
  std::int64_t view::NestDim::*stride;
  std::int64_t offset;

  Hull hull() const {
    Hull hull{offset, offset + 1};
    for (const view::NestDim &dim : nest.dims) {
      const std::int64_t reach = static_cast<std::int64_t>(dim.extent - 1) * (dim.*stride);
      (reach < 0 ? hull.begin : hull.end) += reach;
    }
    return hull;
  }

  /// Calls f(first element, n, stride) for each innermost row until it returns false.
  template <class F>
  bool forEachRow(F &&f) const {
    const std::size_t inner = nest.dims.size() - 1;
    view::InlineVector<std::uint64_t, 4> index(inner, 0);
    std::int64_t at = offset;
    for (;;) {
      if (!f(at, nest.dims[inner].extent, nest.dims[inner].*stride)) return false;
      std::size_t level = inner;
      for (; level > 0; --level) {
        const view::NestDim &dim = nest.dims[level - 1];
        at += dim.*stride;
        if (++index[level - 1] < dim.extent) break;
        at -= static_cast<std::int64_t>(dim.extent) * (dim.*stride);
        index[level - 1] = 0;
      }
      if (level == 0) return true;
    }
  }
};

SideOfNest sourceOf(const view::Nest &nest) {
  return {nest, &view::NestDim::srcStride, nest.srcOffset};
}
SideOfNest destinationOf(const view::Nest &nest) {
  return {nest, &view::NestDim::dstStride, nest.dstOffset};
}

class Marks {
 public:
  explicit Marks(const Hull &range)
      : range_(range), words_((static_cast<std::uint64_t>(range.end - range.begin) + 63) / 64) {}

  void mark(std::int64_t first, std::uint64_t n, std::int64_t stride) {
    for (std::uint64_t i = 0; i < n; ++i, first += stride)
      if (inside(first)) word(first) |= bit(first);
  }
  bool any(std::int64_t first, std::uint64_t n, std::int64_t stride) const {
    if (stride == 0) n = 1;
    for (std::uint64_t i = 0; i < n; ++i, first += stride)
      if (inside(first) && (words_[slot(first)] & bit(first))) return true;
    return false;
  }

 private:
  bool inside(std::int64_t element) const {
    return element >= range_.begin && element < range_.end;
  }
  std::size_t slot(std::int64_t element) const {
    return static_cast<std::size_t>(element - range_.begin) / 64;
  }
  std::uint64_t bit(std::int64_t element) const {
    return std::uint64_t{1} << (static_cast<std::uint64_t>(element - range_.begin) % 64);
  }
  std::uint64_t &word(std::int64_t element) { return words_[slot(element)]; }

  Hull range_;
  std::vector<std::uint64_t> words_;
};

} // namespace

bool isIdentity(const view::Nest &nest) {
  return nest.srcVariable == nest.dstVariable && nest.srcOffset == nest.dstOffset &&
         std::all_of(nest.dims.begin(), nest.dims.end(),
                     [](const view::NestDim &dim) { return dim.srcStride == dim.dstStride; });
}

std::vector<bool> overwrittenSources(const std::vector<view::Nest> &nests) {
  struct Hulls {
    Hull source, destination;
  };
  std::unordered_map<VariableId, Hulls> variables;
  // Neighbouring nests mostly share their variables.
  VariableId lastSource, lastDestination;
  Hull *source = nullptr, *destination = nullptr;
  for (const view::Nest &nest : nests) {
    if (!source || nest.srcVariable != lastSource) {
      lastSource = nest.srcVariable;
      source = &variables[lastSource].source;
    }
    if (!destination || nest.dstVariable != lastDestination) {
      lastDestination = nest.dstVariable;
      destination = &variables[lastDestination].destination;
    }
    source->include(sourceOf(nest).hull());
    destination->include(destinationOf(nest).hull());
  }

  std::vector<bool> overwritten(nests.size());
  for (const auto &[variable, hulls] : variables) {
    const Hull range = hulls.source.meet(hulls.destination);
    if (range.empty()) continue;
    Marks marks(range);
    for (const view::Nest &nest : nests)
      if (nest.dstVariable == variable && !destinationOf(nest).hull().meet(range).empty())
        destinationOf(nest).forEachRow(
            [&](std::int64_t first, std::uint64_t n, std::int64_t stride) {
              marks.mark(first, n, stride);
              return true;
            });
    for (std::size_t i = 0; i < nests.size(); ++i)
      if (nests[i].srcVariable == variable && !sourceOf(nests[i]).hull().meet(range).empty() &&
          !sourceOf(nests[i]).forEachRow(
              [&](std::int64_t first, std::uint64_t n, std::int64_t stride) {
                return !marks.any(first, n, stride);
              }))
        overwritten[i] = true;
  }
  return overwritten;
}

} // namespace poplar_emu::compile
