// SPDX-License-Identifier: MIT
// What the compiler needs to know of a machine to price exchanges, and how much it writes down.
#pragma once

#include <cstdint>

namespace poplar_emu::compile {

/// As IPUModel and the cycle model have it.
struct ExchangeModel {
  std::uint32_t bytesPerCycle = 4;     ///< of a tile, each way
  std::uint32_t copyBytesPerCycle = 8; ///< within a tile
  std::uint32_t tilesPerBus = 1;       ///< that lend each other their half of a bus; 1: none do
  std::uint32_t pieceCopyCycles = 83;  ///< thread cycles of copying a piece, besides its bytes
};

/// What the plan keeps of exchanges and supersteps besides their sums.
enum class Detail : std::uint8_t {
  Sums,
  Tiles, ///< traffic and estimated cycles of each tile
  Flows, ///< and from which tile to which
};

} // namespace poplar_emu::compile
