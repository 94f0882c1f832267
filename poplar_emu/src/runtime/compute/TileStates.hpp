// SPDX-License-Identifier: MIT
// What a tile keeps besides its memory: random number states, floating-point state, statics.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/CodeTable.hpp"
#include "runtime/RuntimeSettings.hpp"
#include "runtime/memory/HostBuffer.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::runtime {

using PrngState = ::poplar_emu_PrngState;

class TileStates {
 public:
  TileStates(const plan::Plan &plan, const StaticsCode &statics, const RuntimeSettings &settings,
             const Replicas &replicas);

  void load();
  /// Of the random numbers from the next load() on.
  void setSeed(std::uint64_t seed) { seed_ = seed; }

  /// One state per worker; null when no program can see them.
  PrngState *prngStates(std::uint32_t replica, TileId tile) {
    return prng_.empty() ? nullptr : &prng_[index(replica, tile) * numWorkers_];
  }
  /// The tile's image, made on first use; null when there are no statics. Tiles are independent.
  void *statics(std::uint32_t replica, TileId tile);

  std::uint32_t fpState(std::uint32_t replica, TileId tile) const {
    return fp_[index(replica, tile)];
  }
  void setFpState(std::uint32_t replica, TileId tile, std::uint32_t bits);
  /// Whether any tile may have floating-point exceptions enabled.
  bool mayTrap() const { return mayTrap_; }

  /// {tiles, workers, 4} words, in the order of the tiles given.
  void readSeeds(std::uint32_t replica, std::span<const TileId> tiles, std::uint32_t *words) const;
  void writeSeeds(std::uint32_t replica, std::span<const TileId> tiles, const std::uint32_t *words);

 private:
  std::size_t index(std::uint32_t replica, TileId tile) const {
    return static_cast<std::size_t>(replica) * numTiles_ + tile.index();
  }

  const StaticsCode *staticsCode_;
  std::uint32_t firstReplica_, numReplicas_, numTiles_, numWorkers_;
  std::uint64_t seed_;
  std::uint32_t initialFpState_;
  bool usesPrng_;
  bool mayTrap_ = false;
  std::vector<PrngState> prng_;
  std::vector<std::uint32_t> fp_;
  std::vector<HostBuffer> statics_;
};

} // namespace poplar_emu::runtime
