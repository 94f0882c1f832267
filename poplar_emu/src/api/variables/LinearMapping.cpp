// SPDX-License-Identifier: MIT
// The split of poputil's splitRegions, for one region.
#include "api/variables/LinearMapping.hpp"

#include "support/Alignment.hpp"

#include <algorithm>

namespace poplar_emu::api {
std::vector<std::uint64_t> linearBoundaries(std::uint64_t numElements, unsigned numTiles,
                                            LinearSplit split) {
  std::vector<std::uint64_t> boundaries{0};
  if (numElements == 0) return boundaries;

  const std::uint64_t grains = divideUp(numElements, split.grainSize);
  const std::uint64_t minGrains =
      std::max<std::uint64_t>(1, divideUp(split.minElementsPerTile, split.grainSize));
  const std::uint64_t mostParts = std::max<std::uint64_t>(1, grains / minGrains);
  const std::uint64_t maxGrains = std::max(divideUp(grains, numTiles), divideUp(grains, mostParts));
  const std::uint64_t parts = divideUp(grains, maxGrains);
  for (std::uint64_t p = 1; p <= parts; ++p) {
    const std::uint64_t grain = (grains / parts) * p + (grains % parts) * p / parts;
    boundaries.push_back(std::min(grain * split.grainSize, numElements));
  }
  return boundaries;
}

} // namespace poplar_emu::api
