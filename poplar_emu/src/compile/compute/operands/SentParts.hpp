// SPDX-License-Identifier: MIT
// What the tiles send in one exchange: each word once, however many tiles it goes to.
#pragma once

#include "compile/compute/operands/RemoteParts.hpp"
#include "compile/exchange/ExchangeCounter.hpp"

#include <vector>

namespace poplar_emu::compile {

/// Collects parts of variables by the tile that they lie on, and joins those that overlap. Rows of
/// strided parts are joined with equal parts only. Cost: 16 bytes a part, but nothing for one that
/// continues the tile's last, as most do; a sort by tile, where parts do not come in order.
class SentParts {
 public:
  void add(const RemoteParts::Part &part, ExchangeCounter::Reach reach);
  /// Tells the counter; ready for the next exchange.
  void flush(ExchangeCounter &counter);

 private:
  struct Stretch {
    plan::Address begin = 0, end = 0;

    friend bool operator==(const Stretch &, const Stretch &) = default;
    friend auto operator<=>(const Stretch &, const Stretch &) = default;
  };
  struct OfTile {
    std::vector<Stretch> stretches, rows;
  };
  struct Joint {
    std::vector<OfTile> tiles;
    std::vector<TileId> used;
  };
  static void flush(Joint &joint, ExchangeCounter::Reach reach, ExchangeCounter &counter);

  Joint toOwnIpu_, toOtherIpus_;
};

} // namespace poplar_emu::compile
