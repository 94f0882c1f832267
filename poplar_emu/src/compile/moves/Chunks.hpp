// SPDX-License-Identifier: MIT
// Splits moves into chunks of about equal work.
#pragma once

#include "compile/moves/Nests.hpp"
#include "plan/Moves.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Rough cost of a move in bytes of a contiguous copy.
std::uint64_t costOf(const plan::Move &move, const PatternPool &patterns);

/// Cuts big moves where chunks end and fills `chunks` (plan::MoveList::chunks): up to 32 chunks,
/// fewer when the work is small, none when one thread does it best.
void makeChunks(std::vector<plan::Move> &moves, PatternPool &patterns,
                std::vector<std::uint32_t> &chunks);

} // namespace poplar_emu::compile
