// SPDX-License-Identifier: MIT
// Which tiles of an IPU work with the host while the others compute.
#ifndef GCL_TILE_ALLOCATION_HPP
#define GCL_TILE_ALLOCATION_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

#include <vector>

namespace gcl {

/// The least number of I/O tiles of an IPU.
constexpr unsigned MIN_IO_TILES = 32;

/// MIN_IO_TILES, or all tiles of an IPU that has fewer.
POPLAR_EMU_EXPORT unsigned getMinIoTiles(const poplar::Graph &graph);

/// `count` tiles of one IPU of the graph, after the first `offset` ones of an order that visits the
/// exchange blocks in turn, so that few tiles already use all of them.
///
/// The tiles for (0, n) and for (n, tilesPerIPU - n) are a partition of the IPU:
///     io = perIPUTiles(graph, 0, n);  compute = perIPUTiles(graph, n, tilesPerIPU - n);
/// With `tilePairs`, tiles 2j and 2j+1 follow one another in the order, since they share a port to
/// the host: even offsets and counts keep them together. With `sorted` the result is ascending,
/// otherwise in the order of picking. Throws poplibs_error if the IPU has fewer tiles.
POPLAR_EMU_EXPORT std::vector<unsigned> perIPUTiles(const poplar::Graph &graph, unsigned offset,
                                                    unsigned count, bool sorted = true,
                                                    bool tilePairs = true);

/// Old form: exchange blocks that I/O tiles use, one pair of tiles each. The environment variable
/// GCL_NUM_IO_TILES gives the number of tiles (MIN_IO_TILES).
POPLAR_EMU_EXPORT unsigned getNumXBsUsed();

} // namespace gcl

#endif
