// SPDX-License-Identifier: MIT
// Selection of tiles, nested to any depth.
#include "api/VirtualTiles.hpp"

#include "support/Diagnostic.hpp"

#include <numeric>

namespace poplar_emu::api {

VirtualTiles::VirtualTiles(unsigned numIpus, unsigned tilesPerIpu)
    : numIpus_(numIpus), tilesPerIpu_(tilesPerIpu),
      deviceTiles_(std::size_t(numIpus) * tilesPerIpu) {}

VirtualTiles::VirtualTiles(const VirtualTiles &parent, unsigned numIpus,
                           std::vector<std::uint32_t> tiles)
    : numIpus_(numIpus), tilesPerIpu_(static_cast<unsigned>(tiles.size() / numIpus)),
      tiles_(std::move(tiles)), inverse_(parent.deviceTiles_, kOutside),
      deviceTiles_(parent.deviceTiles_) {
  for (std::size_t i = 0; i < tiles_.size(); ++i)
    inverse_[tiles_[i]] = static_cast<std::uint32_t>(i);
}

VirtualTiles VirtualTiles::firstOfEachIpu(unsigned n, SiteId site) const {
  if (n == 0 || n > tilesPerIpu_) {
    Diagnostic(Code::PE0217, "a virtual graph of {} tiles an IPU cannot be made", n)
        .at(site)
        .note("the graph has {} tiles an IPU", tilesPerIpu_)
        .fix("ask for 1 to {} tiles", tilesPerIpu_)
        .raise();
  }
  std::vector<unsigned> list(n);
  std::iota(list.begin(), list.end(), 0u);
  return listOfEachIpu(list, site);
}

VirtualTiles VirtualTiles::range(unsigned lower, unsigned upper, SiteId site) const {
  if (lower >= upper || upper > numTiles()) {
    Diagnostic(Code::PE0217, "tiles [{}, {}) are no range of this graph's tiles", lower, upper)
        .at(site)
        .note("the graph has tiles [0, {})", numTiles())
        .raise();
  }
  const bool onOneIpu = lower / tilesPerIpu_ == (upper - 1) / tilesPerIpu_;
  const bool wholeIpus = lower % tilesPerIpu_ == 0 && upper % tilesPerIpu_ == 0;
  if (!onOneIpu && !wholeIpus) {
    Diagnostic(Code::PE0217, "tiles [{}, {}) of a virtual graph cut through IPUs", lower, upper)
        .at(site)
        .note("an IPU of this graph has {} tiles", tilesPerIpu_)
        .fix("make one virtual graph an IPU, or give the tiles of every IPU as a list")
        .raise();
  }
  std::vector<std::uint32_t> tiles;
  tiles.reserve(upper - lower);
  for (unsigned tile = lower; tile < upper; ++tile)
    tiles.push_back(toTopLevel(tile).value);
  return VirtualTiles(*this, onOneIpu ? 1 : (upper - lower) / tilesPerIpu_, std::move(tiles));
}

VirtualTiles VirtualTiles::listOfEachIpu(std::span<const unsigned> list, SiteId site) const {
  if (list.empty()) Diagnostic(Code::PE0217, "a virtual graph needs a tile").at(site).raise();
  std::vector<bool> seen(tilesPerIpu_);
  for (const unsigned tile : list) {
    if (tile >= tilesPerIpu_) {
      Diagnostic(Code::PE0217, "tile {} of a virtual graph does not exist", tile)
          .at(site)
          .note("an IPU of this graph has tiles [0, {})", tilesPerIpu_)
          .raise();
    }
    if (seen[tile]) {
      Diagnostic(Code::PE0217, "tile {} stands twice in the list of a virtual graph", tile)
          .at(site)
          .raise();
    }
    seen[tile] = true;
  }
  std::vector<std::uint32_t> tiles;
  tiles.reserve(list.size() * numIpus_);
  for (unsigned ipu = 0; ipu < numIpus_; ++ipu)
    for (const unsigned tile : list)
      tiles.push_back(toTopLevel(ipu * tilesPerIpu_ + tile).value);
  return VirtualTiles(*this, numIpus_, std::move(tiles));
}

} // namespace poplar_emu::api
