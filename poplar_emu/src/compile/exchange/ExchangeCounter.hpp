// SPDX-License-Identifier: MIT
// Counts what tiles send and receive in one exchange.
#pragma once

#include "compile/exchange/ExchangeModel.hpp"
#include "compile/exchange/PieceCycles.hpp"
#include "ir/Graph.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace poplar_emu::compile {

/// What an exchange crosses at least: data that stays on a tile is not sent, but for a copy to the
/// same tile of another replica, which is another IPU.
enum class Crossing : std::uint8_t { Tiles, Replicas };
enum class HostIs : std::uint8_t { Source, Destination };

/// One counter serves many exchanges: summary() also resets it, touching only the tiles counted.
/// It adds the code and the headers that each tile needs to plan.tileMemory.tiles, if there are
/// any.
///
/// A tile takes as long as the largest of: its words sent, its words received, and its control
/// instructions, which are 3 for each fragment that comes in and one for every 64 words that go
/// out. A tile sends at twice the rate while the other tile of its bus sends nothing, and receives
/// at twice the rate while the other one receives nothing, or the same.
class ExchangeCounter {
 public:
  ExchangeCounter(const ir::Machine &machine, ExchangeModel model, Detail detail, plan::Plan &plan,
                  Crossing crossing = Crossing::Tiles);

  /// Bytes that lie on `from` and are needed on `to`; between tiles of a replica nothing is sent
  /// when they are equal. `content` tells different data apart. The IPUs of both take part.
  void receive(TileId from, TileId to, std::uint64_t bytes, std::uint64_t content);
  /// How much of it `from` has to send; what goes to several tiles is sent once.
  enum class Reach : std::uint8_t { OwnIpu, OtherIpu };
  void send(TileId from, std::uint64_t bytes, Reach reach);
  /// Bytes for one tile only.
  void add(TileId from, TileId to, std::uint64_t bytes);
  /// Data that is copied on a tile.
  void copyOn(TileId tile, std::uint64_t bytes);
  /// Pieces of an operand that are copied on a tile.
  void rearrangeOn(TileId tile, const PieceCycles &cycles);
  /// Between a host buffer and a tile.
  void addHost(TileId tile, std::uint64_t bytes, HostIs host);

  /// What comes next does not continue what the tile has received.
  void newFragment(TileId tile) { tiles_[tile.index()].source = TileId(); }
  /// A tile that takes part without sending or receiving.
  void takesPart(TileId tile) {
    active_[ipuOf(tile)] |= !isIo_.empty() && isIo_[tile.index()] ? kIo : kCompute;
  }
  Reach reach(TileId from, TileId to) const {
    return crossing_ == Crossing::Replicas || ipuOf(from) != ipuOf(to) ? Reach::OtherIpu
                                                                       : Reach::OwnIpu;
  }
  std::uint32_t ipuOf(TileId tile) const { return tile.value / tilesPerIpu_; }

  plan::ExchangeSummary summary();

 private:
  struct Tile {
    std::uint64_t sent = 0, received = 0;             ///< within the IPU
    std::uint64_t sentGlobal = 0, receivedGlobal = 0; ///< to and from other IPUs
    std::uint64_t host = 0;
    std::uint64_t copied = 0;
    PieceCycles rearranged;
    bool copies = false; ///< one of them
    std::uint64_t fragments = 0, content = 0;
    TileId source; ///< of the last fragment
    bool touched = false;
  };
  /// Bytes of a tile's routine.
  struct Code {
    std::uint64_t internal = 0, global = 0, host = 0;
  };
  Tile &touch(TileId tile);
  Code codeOf(TileId id) const;
  std::uint64_t internalCycles(TileId id) const;
  std::uint64_t rearrangementCycles() const;
  std::uint64_t copyCycles(const Tile &tile) const;
  Tile &touchCopy(TileId tile);
  plan::TileTraffic trafficOf(TileId tile) const;
  std::vector<plan::TileFlow> takeFlows();
  std::uint32_t writeDetail();
  void addCode(TileId tile);

  ExchangeModel model_;
  Detail detail_;
  plan::Plan *plan_;
  Crossing crossing_;
  std::uint32_t tilesPerIpu_, numWorkers_;
  std::vector<Tile> tiles_;
  std::vector<TileId> touched_, copied_;
  static constexpr std::uint8_t kCompute = 1, kIo = 2;
  std::vector<std::uint8_t>
      active_;             ///< by IPU: whether tiles that compute, or I/O tiles, take part
  std::vector<bool> isIo_; ///< by tile; empty if there are no I/O tiles
  bool withHost_ = false;
  HostIs host_ = HostIs::Source;
  std::size_t keptFlows_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> flows_; ///< by IPUs
  std::vector<plan::TileFlow> tileFlows_;
  plan::ExchangeSummary summary_;
};

} // namespace poplar_emu::compile
