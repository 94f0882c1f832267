// SPDX-License-Identifier: MIT
// Batcher's merge exchange.
#include "sort/Network.hpp"

namespace popops::sort_detail {

std::vector<std::vector<BlockPair>> mergeExchange(unsigned blocks) {
  std::vector<std::vector<BlockPair>> steps;
  if (blocks < 2) return steps;
  unsigned top = 1;
  while (top * 2 < blocks)
    top *= 2;
  for (unsigned p = top; p > 0; p /= 2) {
    unsigned q = top, r = 0, distance = p;
    for (;;) {
      std::vector<BlockPair> step;
      for (unsigned i = 0; i + distance < blocks; ++i)
        if ((i & p) == r) step.emplace_back(i, i + distance);
      if (!step.empty()) steps.push_back(step);
      if (q == p) break;
      distance = q - p;
      q /= 2;
      r = p;
    }
  }
  return steps;
}

} // namespace popops::sort_detail
