// SPDX-License-Identifier: MIT
// Data movement in compact form: contiguous moves, loop nests around them, and lists of words.
#pragma once

#include <cstdint>
#include <vector>

namespace poplar_emu::plan {

/// One loop around a move; strides in bytes.
struct MoveLoop {
  std::uint64_t count = 1;
  std::int64_t sourceStride = 0;
  std::int64_t destinationStride = 0;
};

enum class PatternKind : std::uint8_t {
  /// loops[first, first+count) around the move, outermost first. Lists that the compiler balanced
  /// hold
  /// them in canonical form: no negative destination stride; a transpose is in the two innermost
  /// loops,
  /// (source stride = bytes), then (destination stride = bytes).
  Nest,
  Gather,  ///< for i < count: destination[i] = source[words[first + i]]
  Scatter, ///< for i < count: destination[words[first + i]] = source[i]
  Pairs,   ///< for i < count: destination[words[first + 2i + 1]] = source[words[first + 2i]]
};

/// Indices of words count in units of the move's bytes, from the move's source and destination.
struct Pattern {
  PatternKind kind = PatternKind::Nest;
  std::uint32_t count = 0;
  std::uint64_t first = 0;
};

/// Copies `bytes` bytes from source to destination, once or as its pattern says. What source and
/// destination are relative to is the user's of the list: replica memory, or a host buffer.
struct Move {
  static constexpr std::uint32_t kContiguous = ~std::uint32_t{0};

  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  std::uint32_t bytes = 0;
  std::uint32_t pattern = kContiguous;
};

/// Moves whose destinations are disjoint; any order and any thread may execute them.
struct MoveList {
  std::vector<Move> moves; ///< sorted by destination
  std::vector<Pattern> patterns;
  std::vector<MoveLoop> loops;
  std::vector<std::uint32_t> words;
  /// Chunk c is moves[chunks[c], chunks[c + 1]), about equal in bytes. Empty: one chunk.
  std::vector<std::uint32_t> chunks;
  std::uint64_t totalBytes = 0;

  bool empty() const { return moves.empty(); }
  std::uint32_t numChunks() const {
    return chunks.empty() ? 1 : static_cast<std::uint32_t>(chunks.size() - 1);
  }
};

} // namespace poplar_emu::plan
