// SPDX-License-Identifier: MIT
// Splits a move list in two, around a packed buffer.
#pragma once

#include "plan/Moves.hpp"

#include <cstdint>

namespace poplar_emu::runtime {

/// `in` packs all sources back to back, `out` unpacks them: between the two, sources may be
/// overwritten.
struct StagedMoves {
  plan::MoveList in, out;
  std::uint64_t bytes = 0; ///< of the packed buffer
};

StagedMoves stageMoves(const plan::MoveList &moves);

/// Whether some destination may lie among the sources. Compares bounding intervals only.
bool mayOverlap(const plan::MoveList &moves);

} // namespace poplar_emu::runtime
