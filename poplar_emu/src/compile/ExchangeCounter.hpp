// SPDX-License-Identifier: MIT
// Counts what tiles send and receive in one exchange.
#pragma once

#include "ir/Graph.hpp"
#include "plan/Steps.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace poplar_emu::compile {

/// What an exchange crosses at least: data that stays on a tile is not sent, but for a copy to the
/// same tile of another replica, which is another IPU.
enum class Crossing : std::uint8_t { Tiles, Replicas };

/// One counter serves many exchanges: summary() also resets it, touching only the tiles counted.
class ExchangeCounter {
 public:
  explicit ExchangeCounter(const ir::Machine &machine, Crossing crossing = Crossing::Tiles);
  /// Bytes that lie on `from` and are needed on `to`. Between tiles of a replica, nothing is
  /// counted when they are equal. An invalid tile is the host, which counts as no tile and belongs
  /// to no IPU. The IPUs of both take part in the step.
  void add(TileId from, TileId to, std::uint64_t bytes);
  /// A tile that takes part without sending or receiving.
  void takesPart(TileId tile) { isActive_[tile.value / tilesPerIpu_] = true; }
  plan::ExchangeSummary summary();

 private:
  struct Tile {
    std::uint64_t sent = 0, received = 0;
  };
  Tile &touch(TileId tile);

  Crossing crossing_;
  std::uint32_t tilesPerIpu_;
  std::vector<Tile> tiles_;
  std::vector<TileId> touched_;
  std::vector<bool> isActive_;                                             ///< by IPU
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> flows_; ///< by IPUs
  plan::ExchangeSummary summary_;
};

} // namespace poplar_emu::compile
