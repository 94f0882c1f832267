// SPDX-License-Identifier: MIT
// Byte runs that repeat become loop nests, so that a halo of hundreds of words is a handful of
// moves.
#pragma once

#include "compile/MoveListBuilder.hpp"

#include <cstdint>
#include <span>

namespace poplar_emu::compile {

enum class MoveDirection : std::uint8_t {
  ToPacked,   ///< gather: from the runs to consecutive bytes
  FromPacked, ///< scatter: from consecutive bytes to the runs
};

/// Moves between the runs and the bytes from `packed` on. Rows of a block with its halo come as
///
///     left word, own row, right word,  left word, own row, right word, ...
///
/// and leave as one nest for each of the three. Cost: linear in the number of runs.
void addPackedMoves(std::span<const ByteRun> runs, std::uint64_t packed, MoveDirection direction,
                    MoveListBuilder &moves);

} // namespace poplar_emu::compile
