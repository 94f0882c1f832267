// SPDX-License-Identifier: MIT
// Tiles in turn from each exchange block.
#include "support/Errors.hpp"

#include <gcl/TileAllocation.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>

namespace gcl {

unsigned getMinIoTiles(const poplar::Graph &graph) {
  return std::min(MIN_IO_TILES, graph.getTarget().getTilesPerIPU());
}

std::vector<unsigned> perIPUTiles(const poplar::Graph &graph, unsigned offset, unsigned count,
                                  bool sorted, bool tilePairs) {
  const poplar::Target &target = graph.getTarget();
  const unsigned tiles = target.getTilesPerIPU();
  if (offset > tiles || count > tiles - offset)
    detail::fail("perIPUTiles",
                 std::to_string(count) + " tiles after the first " + std::to_string(offset) +
                     " were asked for, and an IPU has " + std::to_string(tiles),
                 "ask for at most " + std::to_string(offset > tiles ? 0 : tiles - offset));
  const unsigned unit = tilePairs ? 2 : 1;
  const unsigned blockTiles =
      std::max(unit, target.getNumTilesPerXBContext() * target.getNumContextsPerXB());
  // The first unit of every block, then the second one of every block, and so on.
  const auto key = [&](unsigned tile) { return std::make_pair(tile % blockTiles / unit, tile); };
  std::vector<unsigned> order(tiles);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return key(a) < key(b); });
  std::vector<unsigned> picked(order.begin() + offset, order.begin() + offset + count);
  if (sorted) std::sort(picked.begin(), picked.end());
  return picked;
}

unsigned getNumXBsUsed() {
  unsigned tiles = MIN_IO_TILES;
  if (const char *given = std::getenv("GCL_NUM_IO_TILES")) {
    char *end = nullptr;
    const unsigned long value = std::strtoul(given, &end, 10);
    if (end == given || *end != '\0' || value == 0 || value > 1472)
      detail::fail("getNumXBsUsed", "GCL_NUM_IO_TILES is '" + std::string(given) + "'",
                   "set it to a number of tiles from 1 to 1472");
    tiles = static_cast<unsigned>(value);
  }
  return (tiles + 1) / 2;
}

} // namespace gcl
