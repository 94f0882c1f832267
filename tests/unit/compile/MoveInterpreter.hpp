// SPDX-License-Identifier: MIT
// Executes move lists byte by byte, and says where chunks and totals are wrong.
#pragma once

#include "plan/Moves.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace poplar_emu::compile::test {

/// Calls f(source, destination, bytes) for every contiguous copy that the move stands for.
void forEachCopy(const plan::MoveList &list, const plan::Move &move,
                 const std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)> &f);

/// Throws std::out_of_range if a move leaves one of the two. The order is random but for `seed`:
/// plan::MoveList allows any.
void execute(const plan::MoveList &list, std::span<const std::byte> source,
             std::span<std::byte> destination, std::uint64_t seed = 0);

/// Fails the current test if chunks do not partition the moves, the total is wrong, or destinations
/// overlap.
void expectWellFormed(const plan::MoveList &list);

/// Bytes that the list itself takes.
std::uint64_t footprint(const plan::MoveList &list);

/// Largest share of the bytes in one chunk.
std::uint64_t largestChunkBytes(const plan::MoveList &list);

} // namespace poplar_emu::compile::test
