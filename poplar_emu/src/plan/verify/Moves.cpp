// SPDX-License-Identifier: MIT
// No move reads or writes outside its two sides.
#include "plan/verify/Verifier.hpp"

#include <algorithm>
#include <span>

namespace poplar_emu::plan {
namespace {

/// [begin, end) that a nest touches on one side, relative to the move's address.
struct Reach {
  std::int64_t low = 0;
  std::int64_t high = 0;

  void add(std::uint64_t count, std::int64_t stride, const std::string &where) {
    std::int64_t step = 0;
    if (count - 1 > std::uint64_t{1} << 62 ||
        __builtin_mul_overflow(static_cast<std::int64_t>(count - 1), stride, &step) ||
        __builtin_add_overflow(step < 0 ? low : high, step, step < 0 ? &low : &high))
      fail("{}: the loops of a move overflow", where);
  }
};

void verifySide(const Extent &extent, std::uint64_t address, const Reach &reach,
                std::uint64_t bytes, const std::string &where, const char *side) {
  const std::uint64_t below = std::uint64_t{0} - static_cast<std::uint64_t>(reach.low);
  const auto above = static_cast<std::uint64_t>(reach.high);
  if (address < extent.begin || below > address - extent.begin ||
      !contains(extent, address, above) || !contains(extent, address + above, bytes))
    fail("{}: a move's {} at {} lies outside", where, side, address);
}

class MoveVerifier {
 public:
  MoveVerifier(const MoveList &list, const Extent &source, const Extent &destination,
               const std::string &where)
      : list_(list), source_(source), destination_(destination), where_(where) {}

  void run() {
    std::uint64_t total = 0;
    for (const Move &move : list_.moves)
      total += verifyMove(move);
    if (total != list_.totalBytes)
      fail("{}: moves of {} bytes, not {}", where_, total, list_.totalBytes);
    verifyChunks();
  }

 private:
  std::uint64_t verifyMove(const Move &move) const {
    if (move.bytes == 0) fail("{}: a move of no bytes", where_);
    if (move.pattern == Move::kContiguous) {
      verifySides(move, {}, {});
      return move.bytes;
    }
    if (move.pattern >= list_.patterns.size()) fail("{}: pattern {}", where_, move.pattern);
    const Pattern &pattern = list_.patterns[move.pattern];
    return pattern.kind == PatternKind::Nest ? verifyNest(move, pattern)
                                             : verifyWords(move, pattern);
  }

  std::uint64_t verifyNest(const Move &move, const Pattern &pattern) const {
    if (pattern.first > list_.loops.size() || pattern.count > list_.loops.size() - pattern.first)
      fail("{}: loops of a pattern do not exist", where_);
    Reach source, destination;
    std::uint64_t bytes = move.bytes;
    for (const MoveLoop &loop : std::span(list_.loops).subspan(pattern.first, pattern.count)) {
      if (loop.count == 0) fail("{}: a loop without iterations", where_);
      source.add(loop.count, loop.sourceStride, where_);
      destination.add(loop.count, loop.destinationStride, where_);
      bytes = saturatingProduct(bytes, loop.count);
    }
    verifySides(move, source, destination);
    return bytes;
  }

  std::uint64_t verifyWords(const Move &move, const Pattern &pattern) const {
    const bool pairs = pattern.kind == PatternKind::Pairs;
    const std::uint64_t numWords = std::uint64_t{pattern.count} * (pairs ? 2 : 1);
    if (pattern.count == 0 || pattern.first > list_.words.size() ||
        numWords > list_.words.size() - pattern.first)
      fail("{}: words of a pattern do not exist", where_);

    const auto words = std::span(list_.words).subspan(pattern.first, numWords);
    std::uint32_t maxSource = pattern.count - 1, maxDestination = pattern.count - 1;
    switch (pattern.kind) {
    case PatternKind::Gather:
      maxSource = *std::max_element(words.begin(), words.end());
      break;
    case PatternKind::Scatter:
      maxDestination = *std::max_element(words.begin(), words.end());
      break;
    default:
      maxSource = maxDestination = 0;
      for (std::size_t i = 0; i < words.size(); i += 2) {
        maxSource = std::max(maxSource, words[i]);
        maxDestination = std::max(maxDestination, words[i + 1]);
      }
    }
    Reach source, destination;
    source.add(std::uint64_t{maxSource} + 1, move.bytes, where_);
    destination.add(std::uint64_t{maxDestination} + 1, move.bytes, where_);
    verifySides(move, source, destination);
    return saturatingProduct(pattern.count, move.bytes);
  }

  void verifySides(const Move &move, const Reach &source, const Reach &destination) const {
    verifySide(source_, move.source, source, move.bytes, where_, "source");
    verifySide(destination_, move.destination, destination, move.bytes, where_, "destination");
  }

  void verifyChunks() const {
    if (list_.chunks.empty()) return;
    if (list_.chunks.size() < 2 || list_.chunks.front() != 0 ||
        list_.chunks.back() != list_.moves.size() ||
        !std::is_sorted(list_.chunks.begin(), list_.chunks.end()))
      fail("{}: chunks do not cover the moves", where_);
  }

  const MoveList &list_;
  Extent source_, destination_;
  const std::string &where_;
};

} // namespace

void verifyMoves(const MoveList &list, const Extent &source, const Extent &destination,
                 const std::string &where) {
  MoveVerifier(list, source, destination, where).run();
}

} // namespace poplar_emu::plan
