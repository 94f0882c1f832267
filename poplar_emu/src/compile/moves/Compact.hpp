// SPDX-License-Identifier: MIT
// Turns many moves into few: by merging neighbours, folding equal distances into loops, and listing
// scattered words.
#pragma once

#include "compile/moves/Nests.hpp"
#include "plan/Moves.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Moves up to this size may become words of a list: 4 to 8 bytes a word instead of sizeof(Move).
inline constexpr std::uint64_t kMaxSmallMove = 16;
/// Below this many words a list is not worth its overhead.
inline constexpr std::uint32_t kMinWords = 16;

/// How many equally spaced moves make a loop. Short ones stay words, which cost less than a loop.
constexpr std::uint64_t minToFold(std::uint64_t bytes) {
  return bytes <= kMaxSmallMove ? 16 : 4;
}

/// Sorts by destination and compacts. Any order of execution is legal before and after.
void compact(std::vector<plan::Move> &moves, PatternPool &patterns,
             std::vector<std::uint32_t> &words);

/// A power of two up to 8 that divides all of the numbers.
std::uint32_t wordOf(std::uint64_t numbersOredTogether);

} // namespace poplar_emu::compile
