// SPDX-License-Identifier: MIT
// Sorting, merging and folding of moves.
#include "compile/moves/Compact.hpp"

#include "compile/moves/Words.hpp"

#include <algorithm>
#include <bit>

namespace poplar_emu::compile {
namespace {

using plan::Move;

bool byDestination(const Move &a, const Move &b) {
  return a.destination < b.destination;
}

void mergeNeighbours(std::vector<Move> &moves) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) {
    Move &last = moves[kept];
    const Move &next = moves[i];
    if (last.pattern == Move::kContiguous && next.pattern == Move::kContiguous &&
        last.source + last.bytes == next.source &&
        last.destination + last.bytes == next.destination &&
        std::uint64_t{last.bytes} + next.bytes <= kMaxMoveBytes)
      last.bytes += next.bytes;
    else
      moves[++kept] = next;
  }
  if (!moves.empty()) moves.resize(kept + 1);
}

Move folded(const Move &first, const plan::MoveLoop &outer, PatternPool &patterns) {
  NestedMove nest{first.source, first.destination, first.bytes, {}};
  nest.loops.push_back(outer);
  if (first.pattern != Move::kContiguous) nest.loops.append(patterns.loops(first.pattern));
  canonicalise(nest);
  Move move{nest.source, nest.destination, static_cast<std::uint32_t>(nest.bytes),
            Move::kContiguous};
  if (!nest.loops.empty()) move.pattern = patterns.intern(nest.loops);
  return move;
}

/// One level of folding; true if anything was folded.
bool fold(std::vector<Move> &moves, PatternPool &patterns) {
  bool any = false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moves.size();) {
    const Move first = moves[i];
    std::size_t end = i + 1;
    std::uint64_t sourceStep = 0, destinationStep = 0;
    while (end < moves.size() && moves[end].bytes == first.bytes &&
           moves[end].pattern == first.pattern) {
      const std::uint64_t s = moves[end].source - moves[end - 1].source;
      const std::uint64_t d = moves[end].destination - moves[end - 1].destination;
      if (end == i + 1) {
        sourceStep = s;
        destinationStep = d;
      } else if (s != sourceStep || d != destinationStep) {
        break;
      }
      ++end;
    }
    const std::uint64_t enough = first.pattern == Move::kContiguous ? minToFold(first.bytes) : 2;
    if (end - i < enough) {
      moves[kept++] = first;
      ++i;
      continue;
    }
    moves[kept++] = folded(first,
                           {end - i, static_cast<std::int64_t>(sourceStep),
                            static_cast<std::int64_t>(destinationStep)},
                           patterns);
    any = true;
    i = end;
  }
  moves.resize(kept);
  return any;
}

} // namespace

std::uint32_t wordOf(std::uint64_t numbers) {
  return numbers == 0 ? 8 : 1u << std::min(3, std::countr_zero(numbers));
}

void compact(std::vector<Move> &moves, PatternPool &patterns, std::vector<std::uint32_t> &words) {
  if (!std::is_sorted(moves.begin(), moves.end(), byDestination))
    std::sort(moves.begin(), moves.end(), byDestination);
  mergeNeighbours(moves);
  while (fold(moves, patterns)) {
  }
  listWords(moves, patterns, words);
}

} // namespace poplar_emu::compile
