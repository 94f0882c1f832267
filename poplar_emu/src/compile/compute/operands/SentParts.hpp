// SPDX-License-Identifier: MIT
// What the tiles send in one exchange: each word once, however many tiles it goes to.
#pragma once

#include "compile/compute/operands/RemoteParts.hpp"
#include "compile/exchange/ExchangeCounter.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Collects parts of variables, and joins those that overlap. Rows of strided parts are joined with
/// equal parts only. Cost: 16 bytes a part and a sort, if parts do not come in order.
class SentParts {
 public:
  void add(const RemoteParts::Part &part, ExchangeCounter::Reach reach);
  /// Tells the counter; ready for the next exchange.
  void flush(ExchangeCounter &counter);

 private:
  struct Entry {
    plan::Address begin = 0;
    std::uint32_t bytes = 0;
    TileId owner;
  };
  struct Joint {
    std::vector<Entry> stretches, rows;
  };
  static void flush(Joint &joint, ExchangeCounter::Reach reach, ExchangeCounter &counter);

  Joint toOwnIpu_, toOtherIpus_;
};

} // namespace poplar_emu::compile
