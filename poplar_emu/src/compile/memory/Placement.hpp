// SPDX-License-Identifier: MIT
// Addresses for everything that one tile holds: first fit, in the order in which things come to
// life.
#pragma once

#include "compile/memory/Liveness.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

enum class Region : std::uint8_t {
  Executable,  ///< code: below the interleaved memory, the only place that tiles fetch from
  Anywhere,    ///< data
  Interleaved, ///< data that 128-bit loads read
};

struct MemoryPiece {
  std::uint64_t bytes = 0;
  std::uint32_t align = 8;
  Region region = Region::Anywhere;
  bool alwaysLive = false;
  Position first = 0, last = 0; ///< if it is not always live
  std::uint64_t offset = 0;     ///< the result: bytes from the start of the tile's memory
};

/// Gives each piece an offset, so that no two that live at the same time overlap, and returns the
/// end of the highest. First what is always live: code from 0 on, what wants interleaved memory
/// from `interleavedFrom` on, then the rest, each in the order given. Then the others in the order
/// of their first step, at one step interleaved ones before others and larger ones before smaller
/// ones. Each takes the lowest place that is free. What does not fit goes beyond the end. Cost: the
/// number of pieces times that of those alive with it.
std::uint64_t placePieces(std::vector<MemoryPiece> &pieces, std::uint64_t interleavedFrom);

} // namespace poplar_emu::compile
