// SPDX-License-Identifier: MIT
// The tiles of a virtual graph: which tiles of the whole device its numbers mean.
#pragma once

#include "support/Ids.hpp"
#include "support/SourceSite.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::api {

/// Tile t of the view is tile toTopLevel(t) of the device. All IPUs of a view have the same number
/// of tiles. Immutable.
class VirtualTiles {
 public:
  /// All tiles of a device.
  VirtualTiles(unsigned numIpus, unsigned tilesPerIpu);

  unsigned numIpus() const { return numIpus_; }
  unsigned tilesPerIpu() const { return tilesPerIpu_; }
  unsigned numTiles() const { return numIpus_ * tilesPerIpu_; }

  TileId toTopLevel(unsigned tile) const {
    return tiles_.empty() ? TileId(tile) : TileId(tiles_[tile]);
  }
  /// The view's number of a tile of the device, or kOutside.
  static constexpr std::uint32_t kOutside = ~std::uint32_t{0};
  std::uint32_t fromTopLevel(TileId tile) const {
    if (tiles_.empty()) return tile.index() < numTiles() ? tile.value : kOutside;
    return tile.index() < inverse_.size() ? inverse_[tile.index()] : kOutside;
  }

  /// The first n tiles of each IPU. All three throw PE0217.
  VirtualTiles firstOfEachIpu(unsigned n, SiteId site) const;
  /// Tiles [lower, upper), which lie on one IPU or cover whole ones.
  VirtualTiles range(unsigned lower, unsigned upper, SiteId site) const;
  /// The listed tiles of every IPU, in that order.
  VirtualTiles listOfEachIpu(std::span<const unsigned> tiles, SiteId site) const;

 private:
  VirtualTiles(const VirtualTiles &parent, unsigned numIpus, std::vector<std::uint32_t> tiles);

  unsigned numIpus_;
  unsigned tilesPerIpu_;
  std::vector<std::uint32_t> tiles_;   ///< empty: the whole device
  std::vector<std::uint32_t> inverse_; ///< by tile of the device
  std::size_t deviceTiles_;
};

} // namespace poplar_emu::api
