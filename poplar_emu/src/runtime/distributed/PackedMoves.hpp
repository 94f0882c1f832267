// SPDX-License-Identifier: MIT
// Splits a move list in two, around a packed buffer that travels to another process.
#pragma once

#include "plan/Moves.hpp"

#include <cstdint>

namespace poplar_emu::runtime {

/// `in` packs all sources back to back, `out` unpacks them.
struct PackedMoves {
  plan::MoveList in, out;
  std::uint64_t bytes = 0; ///< of the packed buffer
};

PackedMoves packMoves(const plan::MoveList &moves);

} // namespace poplar_emu::runtime
