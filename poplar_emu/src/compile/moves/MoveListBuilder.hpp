// SPDX-License-Identifier: MIT
// Collects moves and brings them into the compact, sorted, chunked form of plan::MoveList.
#pragma once

#include "compile/moves/Nests.hpp"
#include "compile/storage/StorageMap.hpp"
#include "plan/Moves.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

enum class Chunking : std::uint8_t { None, Balanced };

/// The destinations of all moves are disjoint, so their order means nothing.
class MoveListBuilder {
 public:
  /// Merges with the last move when both sides continue it; equally spaced moves become a loop
  /// while they come in, so that a regular pattern of millions of words never exists word by word.
  void add(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes);
  /// A loop nest, outermost loop first.
  void addNest(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes,
               std::span<const plan::MoveLoop> loops);
  /// Pairs two lists of byte runs of equal total size, in order.
  void addRuns(std::span<const ByteRun> source, std::span<const ByteRun> destination);
  /// Source runs to (or destination runs from) consecutive bytes. Never merged with earlier moves.
  void addGather(std::span<const ByteRun> source, std::uint64_t destination);
  void addScatter(std::uint64_t source, std::span<const ByteRun> destination);

  bool empty() const { return moves_.empty() && open_.bytes == 0 && row_.count == 0; }
  /// For lists that are made by addGather and addScatter only, and finished without chunks: the
  /// index of the next move.
  std::uint32_t numMoves() const;

  /// Balanced sorts by destination, folds equally spaced moves into nests and scattered single
  /// words into word lists, splits large moves, and makes 16 to 32 chunks (fewer when the whole is
  /// small). None keeps order and boundaries: the caller refers to moves by index.
  plan::MoveList finish(Chunking chunking) &&;

 private:
  /// A contiguous move that may still grow.
  struct Open {
    std::uint64_t source = 0, destination = 0, bytes = 0;
  };
  /// Equally spaced moves of one size.
  struct Row {
    Open first;
    std::uint64_t count = 0;
    std::uint64_t sourceStride = 0, destinationStride = 0;
  };

  void closeOpen();
  void closeRow();
  void flush();
  void emit(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes);
  void emitNest(NestedMove nest);
  enum class Side : std::uint8_t { Source, Destination };
  void addPacked(std::span<const ByteRun> runs, std::uint64_t packed, Side packedSide);
  void emitRun(const ByteRun &run, std::uint64_t packed, Side packedSide);
  void emitWords(std::span<const ByteRun> runs, std::uint64_t packed, std::uint32_t width,
                 Side packedSide);

  Open open_;
  Row row_;
  std::vector<plan::Move> moves_;
  PatternPool patterns_;
  std::vector<std::uint32_t> words_;
  std::uint64_t totalBytes_ = 0;
};

} // namespace poplar_emu::compile
