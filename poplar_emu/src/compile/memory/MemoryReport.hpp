// SPDX-License-Identifier: MIT
// Tells the user which tiles are too full, and with what.
#pragma once

#include "compile/StorageMap.hpp"
#include "compile/memory/Liveness.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Device bytes of one tile.
struct TileUse {
  std::uint64_t live = 0; ///< at the step that the count stands at
  std::uint64_t peak = 0;
  Position peakPosition = 0;
  std::uint64_t peakExchange = 0; ///< of the peak: buffers for operands of other tiles
  std::uint64_t vertices = 0;
  std::uint64_t code = 0;
  std::uint64_t stack = 0;

  void add(std::uint64_t bytes, Position position) {
    live += bytes;
    peakWith(0, position);
  }
  void peakWith(std::uint64_t exchange, Position position) {
    if (live + exchange <= peak) return;
    peak = live + exchange;
    peakPosition = position;
    peakExchange = exchange;
  }
};

/// Throws PE0407 for the tile that uses most.
[[noreturn]] void raiseOutOfMemory(const Input &input, const Usage &usage,
                                   const StorageMap &storage, const std::vector<TileUse> &use,
                                   const Liveness &liveness);

} // namespace poplar_emu::compile
