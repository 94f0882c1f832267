// SPDX-License-Identifier: MIT
// The meaning of move lists in its plainest form, for those who watch them rather than execute
// them.
#pragma once

#include "plan/Moves.hpp"

#include <cstdint>
#include <utility>

namespace poplar_emu::plan {
namespace detail {

template <class F>
void forEachRow(const MoveLoop *loop, const MoveLoop *end, std::uint64_t source,
                std::uint64_t destination, F &f) {
  if (loop == end) {
    f(source, destination);
    return;
  }
  for (std::uint64_t i = 0; i < loop->count; ++i)
    forEachRow(loop + 1, end, source + i * static_cast<std::uint64_t>(loop->sourceStride),
               destination + i * static_cast<std::uint64_t>(loop->destinationStride), f);
}

} // namespace detail

/// Calls f(source, destination, bytes) for each piece that the move copies. Cost: one call a piece.
template <class F>
void forEachPiece(const MoveList &list, const Move &move, F &&f) {
  if (move.pattern == Move::kContiguous) {
    f(move.source, move.destination, move.bytes);
    return;
  }
  const Pattern &pattern = list.patterns[move.pattern];
  const auto word = [&](std::uint64_t i) {
    return std::uint64_t{list.words[pattern.first + i]} * move.bytes;
  };
  switch (pattern.kind) {
  case PatternKind::Nest: {
    const MoveLoop *loops = list.loops.data() + pattern.first;
    const auto row = [&](std::uint64_t source, std::uint64_t destination) {
      f(source, destination, move.bytes);
    };
    detail::forEachRow(loops, loops + pattern.count, move.source, move.destination, row);
    return;
  }
  case PatternKind::Gather:
    for (std::uint64_t i = 0; i < pattern.count; ++i)
      f(move.source + word(i), move.destination + i * move.bytes, move.bytes);
    return;
  case PatternKind::Scatter:
    for (std::uint64_t i = 0; i < pattern.count; ++i)
      f(move.source + i * move.bytes, move.destination + word(i), move.bytes);
    return;
  case PatternKind::Pairs:
    for (std::uint64_t i = 0; i < pattern.count; ++i)
      f(move.source + word(2 * i), move.destination + word(2 * i + 1), move.bytes);
    return;
  }
}

/// The same for moves[begin, end) of a list, in order.
template <class F>
void forEachPiece(const MoveList &list, std::uint32_t begin, std::uint32_t end, F &&f) {
  for (std::uint32_t m = begin; m < end; ++m)
    forEachPiece(list, list.moves[m], f);
}

template <class F>
void forEachPiece(const MoveList &list, F &&f) {
  forEachPiece(list, 0, static_cast<std::uint32_t>(list.moves.size()), f);
}

} // namespace poplar_emu::plan
