// SPDX-License-Identifier: MIT
// Parts that leave elements on their tiles, and the shares of lanes.
#include "parts/Parts.hpp"

#include "parts/Shares.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace gcl::detail {

using poplar::Graph;
using poplar::Tensor;

std::size_t pieceSize(const std::vector<Part> &parts) {
  std::size_t size = 0;
  for (const Part &part : parts)
    size += part.size;
  return size;
}

LaneParts partsInPlace(const Graph &graph, const Tensor &source, const Tensor &target,
                       unsigned members, unsigned lanes) {
  LaneParts parts(lanes);
  Tensor to = target.flatten(), from = source.flatten();
  graph.reorderToSimplify(&to, std::vector<Tensor *>{&from}, false);
  const auto mapping = graph.getTileMapping(to);
  std::size_t column = 0; // of all tiles so far
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    if (mapping[tile].empty()) continue;
    const Tensor toHere = concat(to.slices(mapping[tile]));
    const Tensor fromHere = concat(from.slices(mapping[tile]));
    const std::size_t elements = toHere.numElements();
    const std::size_t columns = (elements + members - 1) / members;
    std::size_t begin = 0;
    for (unsigned lane = 0; lane < lanes && begin < elements; ++lane) {
      const std::size_t size = shareOf(lane, lanes, column, column + columns);
      const std::size_t end = std::min(elements, begin + size * members);
      if (begin < end)
        parts[lane].push_back({tile, fromHere.slice(begin, end), toHere.slice(begin, end), size});
      begin = end;
    }
    column += columns;
  }
  return parts;
}

std::vector<IpuElements> elementsByIpu(const Graph &graph, const Tensor &flat) {
  if (flat.numElements() == 0) return {};
  const unsigned tilesPerIpu = graph.getTarget().getTilesPerIPU();
  if (graph.getTarget().getNumIPUs() == 1) return {{0, {{0, flat.numElements()}}, flat}};
  bool complete = true;
  const auto mapping = graph.getTileMapping(flat, &complete);
  // For each IPU, runs in the order of the tensor.
  std::map<unsigned, std::vector<poplar::Interval>> runs;
  std::vector<std::pair<poplar::Interval, unsigned>> all;
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const poplar::Interval &run : mapping[tile])
      all.emplace_back(run, tile / tilesPerIpu);
  std::sort(all.begin(), all.end(),
            [](const auto &a, const auto &b) { return a.first.begin() < b.first.begin(); });
  std::size_t next = 0;
  const auto add = [&](std::size_t begin, std::size_t end, unsigned ipu) {
    if (begin == end) return;
    auto &mine = runs[ipu];
    if (!mine.empty() && mine.back().end() == begin)
      mine.back() = poplar::Interval(mine.back().begin(), end);
    else
      mine.emplace_back(begin, end);
  };
  for (const auto &[run, ipu] : all) {
    add(next, run.begin(), 0);
    add(run.begin(), run.end(), ipu);
    next = run.end();
  }
  add(next, flat.numElements(), 0);
  std::vector<IpuElements> result;
  for (const auto &[ipu, intervals] : runs)
    result.push_back({ipu, intervals, concat(flat.slices(intervals))});
  return result;
}

} // namespace gcl::detail
