// SPDX-License-Identifier: MIT
// Balances chunks by cost, cutting moves at cache lines and nests at whole iterations.
#include "compile/moves/Chunks.hpp"

#include "support/Alignment.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

using plan::Move;
using plan::Pattern;
using plan::PatternKind;

constexpr std::uint64_t kMaxChunks = 32;
/// About 3 us of work: handing a chunk to another thread costs a tenth of it.
constexpr std::uint64_t kMinChunkCost = 32 * 1024;
constexpr std::uint64_t kCostPerMove = 32;
constexpr std::uint64_t kCostPerIteration = 12;
constexpr std::uint64_t kCostPerWord = 12;
/// A transpose kernel works on squares of this many elements.
constexpr std::uint64_t kSquare = 16;

std::uint64_t bytesPerIteration(const Move &move) {
  return move.bytes + kCostPerIteration;
}

class Chunker {
 public:
  Chunker(PatternPool &patterns, std::uint64_t total, std::uint64_t numChunks)
      : patterns_(patterns), total_(total), numChunks_(numChunks) {}

  void place(const Move &move) {
    if (move.pattern == Move::kContiguous)
      placeContiguous(move);
    else if (patterns_.pattern(move.pattern).kind == PatternKind::Nest)
      placeNest(move);
    else
      placeWords(move);
  }

  void finish(std::vector<Move> &moves, std::vector<std::uint32_t> &chunks) && {
    bounds_.push_back(static_cast<std::uint32_t>(out_.size()));
    bounds_.erase(std::unique(bounds_.begin(), bounds_.end()), bounds_.end());
    moves = std::move(out_);
    chunks = std::move(bounds_);
  }

 private:
  /// Cost that the current chunk may still take.
  std::uint64_t room() const {
    const std::uint64_t end = total_ * (current_ + 1) / numChunks_;
    return end > done_ ? end - done_ : 0;
  }
  bool lastChunk() const { return current_ + 1 == numChunks_; }
  void nextChunk() {
    bounds_.push_back(static_cast<std::uint32_t>(out_.size()));
    ++current_;
  }
  void put(const Move &move, std::uint64_t cost) {
    out_.push_back(move);
    done_ += cost;
    while (!lastChunk() && room() == 0)
      nextChunk();
  }
  /// Puts a move that is not to be cut, where more of it fits.
  void putWhole(const Move &move) {
    const std::uint64_t cost = costOf(move, patterns_);
    if (!lastChunk() && room() < cost / 2) nextChunk();
    put(move, cost);
  }

  void placeContiguous(Move move) {
    while (!lastChunk() && move.bytes + kCostPerMove > room()) {
      const std::uint64_t end = (move.destination + room()) / kCacheLine * kCacheLine;
      const std::uint64_t part = end > move.destination ? end - move.destination : 0;
      if (part >= move.bytes) break;
      if (part < kMinPart) {
        if (move.bytes < 2 * kMinPart) break;
        nextChunk();
        continue;
      }
      put({move.source, move.destination, static_cast<std::uint32_t>(part), Move::kContiguous},
          part);
      move.source += part;
      move.destination += part;
      move.bytes -= static_cast<std::uint32_t>(part);
    }
    put(move, move.bytes + kCostPerMove);
  }

  void placeWords(Move move) {
    Pattern rest = patterns_.pattern(move.pattern);
    const std::uint64_t cost = kCostPerWord + move.bytes;
    while (!lastChunk() && rest.count * cost > room()) {
      const std::uint64_t fits = room() / cost;
      if (fits < kMinWords) {
        if (rest.count < 2 * kMinWords) break;
        nextChunk();
        continue;
      }
      Pattern head = rest;
      head.count = static_cast<std::uint32_t>(fits);
      put({move.source, move.destination, move.bytes, patterns_.add(head)}, fits * cost);
      rest.first += fits * (rest.kind == PatternKind::Pairs ? 2 : 1);
      rest.count -= head.count;
      if (rest.kind == PatternKind::Gather) move.destination += fits * move.bytes;
      if (rest.kind == PatternKind::Scatter) move.source += fits * move.bytes;
    }
    if (rest.count != patterns_.pattern(move.pattern).count) move.pattern = patterns_.add(rest);
    put(move, rest.count * cost);
  }

  void placeNest(const Move &move) {
    const std::uint64_t cost = costOf(move, patterns_);
    const std::uint64_t target = total_ / numChunks_;
    NestedMove nest{move.source, move.destination, move.bytes, {}};
    nest.loops.append(patterns_.loops(move.pattern));
    // A nest that fills many chunks is cut to their size; others to halves, which fill the gaps.
    const std::uint64_t pieces = cost >= 4 * target ? divideUp(cost, target) : 2 * cost / target;
    if (pieces < 2)
      putWhole(move);
    else
      cut(nest, pieces);
  }

  /// The outermost loop that alone gives enough pieces, else the longest one.
  static std::size_t loopToCut(const Loops &loops, std::uint64_t pieces) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < loops.size(); ++i) {
      if (loops[i].count >= pieces) return i;
      if (loops[i].count > loops[longest].count) longest = i;
    }
    return longest;
  }

  void cut(const NestedMove &nest, std::uint64_t pieces) {
    if (nest.loops.empty() || pieces < 2) {
      putNest(nest);
      return;
    }
    const std::size_t level = loopToCut(nest.loops, pieces);
    const plan::MoveLoop loop = nest.loops[level];
    NestedMove part = nest;
    std::uint64_t step = divideUp(loop.count, pieces);
    if (step >= kSquare) step = roundUp(step, kSquare);
    for (std::uint64_t i = 0; i < loop.count; i += step) {
      part.loops[level].count = std::min(step, loop.count - i);
      if (loop.count < pieces) {
        NestedMove one = part;
        one.loops.erase(level, level + 1);
        cut(one, (pieces + loop.count - 1) / loop.count);
      } else {
        putNest(part);
      }
      part.source += step * static_cast<std::uint64_t>(loop.sourceStride);
      part.destination += step * static_cast<std::uint64_t>(loop.destinationStride);
    }
  }

  void putNest(NestedMove nest) {
    canonicalise(nest);
    Move move{nest.source, nest.destination, static_cast<std::uint32_t>(nest.bytes),
              Move::kContiguous};
    if (nest.loops.empty()) {
      placeContiguous(move);
      return;
    }
    move.pattern = patterns_.intern(nest.loops);
    putWhole(move);
  }

  /// Smaller pieces are not cut off.
  static constexpr std::uint64_t kMinPart = 2048;
  static constexpr std::uint64_t kMinWords = 512;

  PatternPool &patterns_;
  std::uint64_t total_, numChunks_;
  std::uint64_t done_ = 0, current_ = 0;
  std::vector<Move> out_;
  std::vector<std::uint32_t> bounds_ = {0};
};

} // namespace

std::uint64_t costOf(const Move &move, const PatternPool &patterns) {
  if (move.pattern == Move::kContiguous) return move.bytes + kCostPerMove;
  const Pattern &pattern = patterns.pattern(move.pattern);
  if (pattern.kind != PatternKind::Nest) return pattern.count * (kCostPerWord + move.bytes);
  std::uint64_t iterations = 1;
  for (const plan::MoveLoop &loop : patterns.loops(move.pattern))
    iterations *= loop.count;
  return iterations * bytesPerIteration(move);
}

void makeChunks(std::vector<Move> &moves, PatternPool &patterns,
                std::vector<std::uint32_t> &chunks) {
  chunks.clear();
  std::uint64_t total = 0;
  for (const Move &move : moves)
    total += costOf(move, patterns);
  const std::uint64_t numChunks = std::min(total / kMinChunkCost, kMaxChunks);
  if (numChunks < 2) return;
  Chunker chunker(patterns, total, numChunks);
  for (const Move &move : moves)
    chunker.place(move);
  std::move(chunker).finish(moves, chunks);
}

} // namespace poplar_emu::compile
