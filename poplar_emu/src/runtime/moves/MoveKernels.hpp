// SPDX-License-Identifier: MIT
// Executes move lists: all data movement of a run goes through here.
#pragma once

#include "plan/Executor.hpp"
#include "plan/Moves.hpp"
#include "runtime/moves/StreamingCopy.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace poplar_emu::runtime {

/// What the addresses of a list are relative to, for one replica.
struct MoveBases {
  const std::byte *source = nullptr;
  std::byte *destination = nullptr;
};

/// Streaming for lists that would sweep the last-level cache.
Stores storesFor(std::uint64_t totalBytes);

/// Executes moves[begin, end) on the calling thread.
void executeMoves(const plan::MoveList &list, std::uint32_t begin, std::uint32_t end,
                  MoveBases bases, Stores stores);

/// Executes the list once for every pair of bases, all chunks in parallel; small lists inline.
void execute(const plan::MoveList &list, std::span<const MoveBases> bases,
             plan::Executor &executor);

} // namespace poplar_emu::runtime
