// SPDX-License-Identifier: MIT
// The vertices of a compute set by tile, and the tiles in chunks of about equal work.
#pragma once

#include "compile/compute/instances/FieldLayout.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

struct OrderedVertex {
  VertexId id;
  VertexTypeId type;
  TileId tile;
  std::uint32_t cost = 0; ///< rough bytes touched
};

/// Vertices of one tile: order[begin, end) in order of creation.
struct TileRange {
  TileId tile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t cost = 0;
};

struct TileOrder {
  std::vector<OrderedVertex> order;
  std::vector<TileRange> tiles;
  std::uint64_t cost = 0;
  /// Chunk c is tiles[chunks[c], chunks[c + 1]).
  std::vector<std::uint32_t> chunks;
};

/// Sorts by tile, keeping the order of creation on each. Linear.
TileOrder orderByTile(const ir::Graph &graph, TypeLayouts &layouts,
                      const ir::ComputeSet &computeSet);

} // namespace poplar_emu::compile
