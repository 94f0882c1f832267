// SPDX-License-Identifier: MIT
// The packed side of every kind of move.
#include "runtime/distributed/PackedMoves.hpp"

#include <utility>
#include <vector>

namespace poplar_emu::runtime {
namespace {

class Splitter {
 public:
  explicit Splitter(const plan::MoveList &moves) : moves_(moves) {}

  PackedMoves split() {
    for (const plan::Move &move : moves_.moves) {
      if (move.pattern == plan::Move::kContiguous) {
        result_.in.moves.push_back({move.source, packed_, move.bytes, plan::Move::kContiguous});
        result_.out.moves.push_back(
            {packed_, move.destination, move.bytes, plan::Move::kContiguous});
        packed_ += move.bytes;
      } else {
        splitPattern(move, moves_.patterns[move.pattern]);
      }
    }
    result_.in.chunks = result_.out.chunks = moves_.chunks;
    result_.in.totalBytes = result_.out.totalBytes = packed_;
    result_.bytes = packed_;
    return std::move(result_);
  }

 private:
  void splitPattern(const plan::Move &move, const plan::Pattern &pattern) {
    std::uint64_t numWords = pattern.count;
    switch (pattern.kind) {
    case plan::PatternKind::Nest:
      numWords = splitNest(move, pattern);
      break;
    case plan::PatternKind::Gather:
      addWords(result_.in, move.source, packed_, move.bytes, pattern, 0, 1);
      addLine(result_.out, packed_, move.destination, move.bytes, pattern.count);
      break;
    case plan::PatternKind::Scatter:
      addLine(result_.in, move.source, packed_, move.bytes, pattern.count);
      addWords(result_.out, packed_, move.destination, move.bytes, pattern, 0, 1);
      break;
    case plan::PatternKind::Pairs:
      addWords(result_.in, move.source, packed_, move.bytes, pattern, 0, 2);
      addWords(result_.out, packed_, move.destination, move.bytes, pattern, 1, 2);
      break;
    }
    packed_ += numWords * move.bytes;
  }

  std::uint64_t splitNest(const plan::Move &move, const plan::Pattern &pattern) {
    const auto first = moves_.loops.begin() + static_cast<std::ptrdiff_t>(pattern.first);
    std::vector<plan::MoveLoop> in(first, first + pattern.count), out = in;
    std::uint64_t numWords = 1;
    for (std::size_t i = in.size(); i-- > 0;) {
      const auto stride = static_cast<std::int64_t>(numWords * move.bytes);
      in[i].destinationStride = stride;
      out[i].sourceStride = stride;
      numWords *= in[i].count;
    }
    addNest(result_.in, move.source, packed_, move.bytes, in);
    addNest(result_.out, packed_, move.destination, move.bytes, out);
    return numWords;
  }

  static void addPattern(plan::MoveList &list, std::uint64_t source, std::uint64_t destination,
                         std::uint32_t bytes, plan::Pattern pattern) {
    list.moves.push_back(
        {source, destination, bytes, static_cast<std::uint32_t>(list.patterns.size())});
    list.patterns.push_back(pattern);
  }

  static void addNest(plan::MoveList &list, std::uint64_t source, std::uint64_t destination,
                      std::uint32_t bytes, const std::vector<plan::MoveLoop> &loops) {
    addPattern(
        list, source, destination, bytes,
        {plan::PatternKind::Nest, static_cast<std::uint32_t>(loops.size()), list.loops.size()});
    list.loops.insert(list.loops.end(), loops.begin(), loops.end());
  }

  static void addLine(plan::MoveList &list, std::uint64_t source, std::uint64_t destination,
                      std::uint32_t bytes, std::uint64_t count) {
    addNest(list, source, destination, bytes, {{count, bytes, bytes}});
  }

  /// Gathers into `in`, scatters in `out`, by every `step`-th index from `offset`.
  void addWords(plan::MoveList &list, std::uint64_t source, std::uint64_t destination,
                std::uint32_t bytes, const plan::Pattern &pattern, std::uint64_t offset,
                std::uint64_t step) {
    const plan::PatternKind kind =
        &list == &result_.in ? plan::PatternKind::Gather : plan::PatternKind::Scatter;
    addPattern(list, source, destination, bytes, {kind, pattern.count, list.words.size()});
    for (std::uint64_t i = 0; i < pattern.count; ++i)
      list.words.push_back(moves_.words[pattern.first + offset + i * step]);
  }

  const plan::MoveList &moves_;
  PackedMoves result_;
  std::uint64_t packed_ = 0;
};

} // namespace

PackedMoves packMoves(const plan::MoveList &moves) {
  return Splitter(moves).split();
}

} // namespace poplar_emu::runtime
