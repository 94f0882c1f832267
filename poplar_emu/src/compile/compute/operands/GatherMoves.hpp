// SPDX-License-Identifier: MIT
// Byte runs that repeat become loop nests, so that a halo of hundreds of words is a handful of
// moves.
#pragma once

#include "compile/moves/MoveListBuilder.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

enum class MoveDirection : std::uint8_t {
  ToPacked,   ///< gather: from the runs to consecutive bytes
  FromPacked, ///< scatter: from consecutive bytes to the runs
};

/// All operands that a tile packs: runs, and where in the scratch each of them begins.
struct PackedRuns {
  std::vector<ByteRun> runs;
  std::vector<std::uint64_t> packed; ///< by run

  /// The bytes of `operand`, one after the other from `address` on.
  void add(std::span<const ByteRun> operand, std::uint64_t address) {
    for (const ByteRun &run : operand) {
      runs.push_back(run);
      packed.push_back(address);
      address += run.bytes * run.count;
    }
  }
  void clear() {
    runs.clear();
    packed.clear();
  }
};

/// Moves between the runs and their places in the scratch. Rows of a block with its halo come as
///
///     left word, own row, right word,  left word, own row, right word, ...
///
/// and leave as one nest for each of the three, whether they are one operand or an operand a row.
/// Cost: linear in the number of runs.
void addPackedMoves(const PackedRuns &packed, MoveDirection direction, MoveListBuilder &moves);

} // namespace poplar_emu::compile
