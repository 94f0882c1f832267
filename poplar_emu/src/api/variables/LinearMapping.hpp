// SPDX-License-Identifier: MIT
// VariableMappingMethod::LINEAR: the same even split as poputil::mapTensorLinearly.
#pragma once

#include <cstdint>
#include <vector>

namespace poplar_emu::api {

struct LinearSplit {
  std::uint64_t grainSize = 1;          ///< elements that stay together
  std::uint64_t minElementsPerTile = 1; ///< fewer tiles are used rather than less than this on one
};

/// Part p is elements [boundaries[p], boundaries[p + 1]) and goes to tile p; at most numTiles
/// parts, whose sizes differ by at most a grain. A single 0 for no elements.
std::vector<std::uint64_t> linearBoundaries(std::uint64_t numElements, unsigned numTiles,
                                            LinearSplit split);

} // namespace poplar_emu::api
