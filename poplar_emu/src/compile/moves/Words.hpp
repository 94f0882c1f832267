// SPDX-License-Identifier: MIT
// Word lists out of small moves that follow no pattern.
#pragma once

#include "compile/moves/Nests.hpp"
#include "plan/Moves.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Replaces the small contiguous moves (sorted by destination) by gathers where their destinations
/// are consecutive, scatters where their sources are, and pairs elsewhere. Keeps the order by
/// destination.
void listWords(std::vector<plan::Move> &moves, PatternPool &patterns,
               std::vector<std::uint32_t> &words);

} // namespace poplar_emu::compile
