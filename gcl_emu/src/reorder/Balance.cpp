// SPDX-License-Identifier: MIT
// Dealing elements in nearly equal parts.
#include "reorder/Balance.hpp"

namespace gcl::detail {

namespace {

std::size_t ceilDivide(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

} // namespace

Balance balance(const std::vector<std::size_t> &elementsOfTiles, unsigned replicas,
                std::size_t grain) {
  Balance result;
  for (const std::size_t elements : elementsOfTiles) {
    result.shares.push_back(ceilDivide(ceilDivide(elements, replicas), grain) * grain);
    result.totalPerReplica += result.shares.back();
  }
  std::size_t offset = 0;
  for (std::size_t tile = 0; tile < elementsOfTiles.size(); ++tile) {
    result.dealt.emplace_back();
    const std::size_t elements = elementsOfTiles[tile], share = result.shares[tile];
    if (elements == 0) continue;
    // Parts are cut between grains, so that no grain is torn.
    const std::size_t grains = ceilDivide(elements, grain);
    const std::size_t parts = ceilDivide(grains, ceilDivide(grains, replicas));
    for (std::size_t v = 0; v < parts; ++v) {
      const std::size_t begin = v * grains / parts * grain;
      std::size_t end = (v + 1) * grains / parts * grain;
      if (end > elements) end = elements;
      result.dealt.back().push_back({begin, end - begin, v * result.totalPerReplica + offset});
    }
    offset += share;
  }
  return result;
}

} // namespace gcl::detail
