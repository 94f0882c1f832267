// SPDX-License-Identifier: MIT
// Walks move lists and picks the kernel of each move.
#include "runtime/moves/MoveKernels.hpp"

#include "runtime/moves/CacheSize.hpp"
#include "runtime/moves/Transpose.hpp"
#include "runtime/moves/WordMoves.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace poplar_emu::runtime {
namespace {

/// Below this the pool costs more than it brings (about 5 us at memory speed).
constexpr std::uint64_t kInlineBytes = 48 << 10;

/// How many moves ahead a source is prefetched.
constexpr std::uint32_t kPrefetchedMoves = 16;

struct Transposed {
  std::size_t rowLoop = 0;    ///< runs along contiguous destination
  std::size_t columnLoop = 0; ///< runs along contiguous source
};

class Nest {
 public:
  Nest(std::span<const plan::MoveLoop> loops, std::size_t bytes, Stores stores)
      : loops_(loops), bytes_(bytes), stores_(stores) {}

  void run(std::byte *destination, const std::byte *source) const {
    if (isTransposableWord(bytes_) && loops_.size() >= 2) {
      std::size_t rowLoop = loops_.size(), columnLoop = loops_.size();
      for (std::size_t i = 0; i < loops_.size(); ++i) {
        const auto word = static_cast<std::int64_t>(bytes_);
        if (loops_[i].destinationStride == word && loops_[i].sourceStride != word) rowLoop = i;
        if (loops_[i].sourceStride == word && loops_[i].destinationStride != word) columnLoop = i;
      }
      if (rowLoop < loops_.size() && columnLoop < loops_.size())
        return outside({rowLoop, columnLoop}, 0, destination, source);
    }
    nested(loops_, destination, source);
  }

 private:
  /// The loops around a transposition, then the transposition itself.
  void outside(const Transposed &pair, std::size_t level, std::byte *destination,
               const std::byte *source) const {
    while (level < loops_.size() && (level == pair.rowLoop || level == pair.columnLoop))
      ++level;
    if (level == loops_.size()) {
      const plan::MoveLoop &rows = loops_[pair.rowLoop], &columns = loops_[pair.columnLoop];
      transpose({source, destination, rows.count, columns.count, rows.sourceStride,
                 columns.destinationStride},
                bytes_, stores_);
      return;
    }
    const plan::MoveLoop &loop = loops_[level];
    for (std::uint64_t i = 0; i < loop.count; ++i) {
      outside(pair, level + 1, destination, source);
      destination += loop.destinationStride;
      source += loop.sourceStride;
    }
  }

  void nested(std::span<const plan::MoveLoop> loops, std::byte *destination,
              const std::byte *source) const {
    if (loops.empty()) return copyBytes(destination, source, bytes_, stores_, source + bytes_);
    if (loops.size() == 1) return innermost(loops[0], destination, source);
    if (loops.size() == 2 && loops[1].count < 8 && loops[0].count > loops[1].count) {
      // Destinations are disjoint, so the order is free: the long loop goes inside.
      const std::array<plan::MoveLoop, 2> swapped{loops[1], loops[0]};
      return descend(swapped, destination, source);
    }
    descend(loops, destination, source);
  }

  void descend(std::span<const plan::MoveLoop> loops, std::byte *destination,
               const std::byte *source) const {
    const plan::MoveLoop &loop = loops.front();
    for (std::uint64_t i = 0; i < loop.count; ++i) {
      if (loops.size() == 2)
        innermost(loops[1], destination, source);
      else
        nested(loops.subspan(1), destination, source);
      destination += loop.destinationStride;
      source += loop.sourceStride;
    }
  }

  void innermost(const plan::MoveLoop &loop, std::byte *destination,
                 const std::byte *source) const {
    if (stores_ == Stores::Streaming && bytes_ >= kLeastStreamedBytes) {
      for (std::uint64_t i = 0; i < loop.count; ++i) {
        streamingCopy(destination, source, bytes_, source + loop.sourceStride);
        destination += loop.destinationStride;
        source += loop.sourceStride;
      }
      return;
    }
    withWord(bytes_, [&](auto word) { moveStrided(word, destination, source, loop); });
  }

  std::span<const plan::MoveLoop> loops_;
  std::size_t bytes_;
  Stores stores_;
};

void executePattern(const plan::MoveList &list, const plan::Move &move, std::byte *destination,
                    const std::byte *source, Stores stores) {
  const plan::Pattern &pattern = list.patterns[move.pattern];
  // Nests count in loops instead, and their list may have no words at all.
  const std::uint32_t *words =
      pattern.kind == plan::PatternKind::Nest ? nullptr : list.words.data() + pattern.first;
  switch (pattern.kind) {
  case plan::PatternKind::Nest:
    Nest(std::span(list.loops).subspan(pattern.first, pattern.count), move.bytes, stores)
        .run(destination, source);
    return;
  case plan::PatternKind::Gather:
    return withWord(move.bytes, [&](auto word) {
      gatherWords(word, destination, source, words, pattern.count);
    });
  case plan::PatternKind::Scatter:
    return withWord(move.bytes, [&](auto word) {
      scatterWords(word, destination, source, words, pattern.count);
    });
  case plan::PatternKind::Pairs:
    return withWord(move.bytes, [&](auto word) {
      moveWordPairs(word, destination, source, words, pattern.count);
    });
  }
}

} // namespace

Stores storesFor(std::uint64_t totalBytes) {
  return totalBytes > lastLevelCacheBytes() / 2 ? Stores::Streaming : Stores::Cached;
}

void executeMoves(const plan::MoveList &list, std::uint32_t begin, std::uint32_t end,
                  MoveBases bases, Stores stores) {
  for (std::uint32_t i = begin; i < end; ++i) {
    const plan::Move &move = list.moves[i];
    // Short moves from all over the memory, such as halos, wait for the cache line by line
    // otherwise.
    if (i + kPrefetchedMoves < end)
      __builtin_prefetch(bases.source + list.moves[i + kPrefetchedMoves].source);
    std::byte *destination = bases.destination + move.destination;
    const std::byte *source = bases.source + move.source;
    if (move.pattern == plan::Move::kContiguous) {
      const std::byte *next = bases.source + list.moves[i + 1 < end ? i + 1 : i].source;
      copyBytes(destination, source, move.bytes, stores, next);
    } else {
      executePattern(list, move, destination, source, stores);
    }
  }
  if (stores == Stores::Streaming) streamingFence();
}

void execute(const plan::MoveList &list, std::span<const MoveBases> bases,
             plan::Executor &executor) {
  if (list.empty() || bases.empty()) return;
  const std::uint64_t totalBytes = list.totalBytes * bases.size();
  const Stores stores = storesFor(totalBytes);
  const std::uint32_t numChunks = list.numChunks();
  const auto numMoves = static_cast<std::uint32_t>(list.moves.size());
  if (totalBytes <= kInlineBytes || numChunks * bases.size() == 1) {
    for (const MoveBases &replica : bases)
      executeMoves(list, 0, numMoves, replica, stores);
    return;
  }
  executor.forEachChunk(numChunks * static_cast<std::uint32_t>(bases.size()),
                        [&](std::uint32_t chunk) {
                          const MoveBases &replica = bases[chunk / numChunks];
                          if (list.chunks.empty())
                            return executeMoves(list, 0, numMoves, replica, stores);
                          const std::uint32_t c = chunk % numChunks;
                          executeMoves(list, list.chunks[c], list.chunks[c + 1], replica, stores);
                        });
}

} // namespace poplar_emu::runtime
