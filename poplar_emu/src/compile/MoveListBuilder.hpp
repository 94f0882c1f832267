// SPDX-License-Identifier: MIT
// Collects moves and brings them into the compact, sorted, chunked form of plan::MoveList.
#pragma once

#include "compile/StorageMap.hpp"
#include "plan/Moves.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

enum class Chunking : std::uint8_t { None, Balanced };

class MoveListBuilder {
public:
  /// Merges with the last move when both sides continue it.
  void add(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes);
  /// A loop nest, outermost loop first.
  void addNest(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes,
               std::span<const plan::MoveLoop> loops);
  /// Pairs two lists of byte runs of equal total size, in order.
  void addRuns(std::span<const ByteRun> source, std::span<const ByteRun> destination);
  /// Source runs to (or destination runs from) consecutive bytes.
  void addGather(std::span<const ByteRun> source, std::uint64_t destination);
  void addScatter(std::uint64_t source, std::span<const ByteRun> destination);

  bool empty() const { return list_.moves.empty(); }
  std::uint32_t numMoves() const { return static_cast<std::uint32_t>(list_.moves.size()); }

  /// Balanced sorts by destination, folds equally spaced moves into nests and scattered single words
  /// into word lists, splits large moves, and makes 16 to 32 chunks. None keeps order and boundaries:
  /// the caller refers to moves by index.
  plan::MoveList finish(Chunking chunking) &&;

private:
  plan::MoveList list_;
};

} // namespace poplar_emu::compile
