// SPDX-License-Identifier: MIT
// Finds the cheapest kind of list for each stretch of words.
#include "compile/moves/Words.hpp"

#include "compile/moves/Compact.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

namespace poplar_emu::compile {
namespace {

using plan::Move;
using plan::PatternKind;

/// Addresses in units of the word.
struct Word {
  std::uint64_t source;
  std::uint64_t destination;
};

/// Words of one small move at most: more cost more than the move itself.
constexpr std::uint32_t kMaxWordsPerMove = 4;
/// A stretch of consecutive words that is worth a list of its own.
constexpr std::size_t kMinStretch = 32;

bool isSmall(const Move &move) {
  return move.pattern == Move::kContiguous && move.bytes <= kMaxSmallMove &&
         move.bytes <= kMaxWordsPerMove * wordOf(move.source | move.destination | move.bytes);
}

template <std::uint64_t Word::*Side>
std::pair<std::uint64_t, std::uint64_t> rangeOf(std::span<const Word> words) {
  std::uint64_t low = ~std::uint64_t{0}, high = 0;
  for (const Word &word : words) {
    low = std::min(low, word.*Side);
    high = std::max(high, word.*Side);
  }
  return {low, high};
}

class Lister {
 public:
  Lister(std::uint32_t width, PatternPool &patterns, std::vector<std::uint32_t> &indices,
         std::vector<Move> &out)
      : width_(width), patterns_(patterns), indices_(indices), out_(out) {}

  /// `words` are sorted by destination.
  void list(std::vector<Word> &words) {
    takeStretches<&Word::destination, PatternKind::Gather>(words);
    if (words.empty()) return;
    std::vector<Word> bySource = words;
    std::sort(bySource.begin(), bySource.end(),
              [](const Word &a, const Word &b) { return a.source < b.source; });
    takeStretches<&Word::source, PatternKind::Scatter>(bySource);
    if (bySource.size() != words.size()) {
      std::sort(bySource.begin(), bySource.end(),
                [](const Word &a, const Word &b) { return a.destination < b.destination; });
      words = std::move(bySource);
    }
    if (!words.empty()) emit(PatternKind::Pairs, words);
  }

 private:
  /// Lists the long stretches that are consecutive on one side; `words` keeps the others.
  template <std::uint64_t Word::*Side, PatternKind Kind>
  void takeStretches(std::vector<Word> &words) {
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < words.size();) {
      std::size_t end = begin + 1;
      while (end < words.size() && words[end].*Side == words[end - 1].*Side + 1)
        ++end;
      if (end - begin >= kMinStretch)
        emit(Kind, std::span(words).subspan(begin, end - begin));
      else
        for (std::size_t i = begin; i < end; ++i)
          words[kept++] = words[i];
      begin = end;
    }
    words.resize(kept);
  }

  void emit(PatternKind kind, std::span<const Word> words) {
    const auto [sourceLow, sourceHigh] = rangeOf<&Word::source>(words);
    const auto [destinationLow, destinationHigh] = rangeOf<&Word::destination>(words);
    constexpr std::uint64_t kLimit = std::numeric_limits<std::uint32_t>::max();
    if (words.size() > kLimit || sourceHigh - sourceLow > kLimit ||
        destinationHigh - destinationLow > kLimit) {
      emit(kind, words.first(words.size() / 2));
      emit(kind, words.subspan(words.size() / 2));
      return;
    }
    const plan::Pattern pattern{kind, static_cast<std::uint32_t>(words.size()), indices_.size()};
    for (const Word &word : words) {
      if (kind != PatternKind::Scatter)
        indices_.push_back(static_cast<std::uint32_t>(word.source - sourceLow));
      if (kind != PatternKind::Gather)
        indices_.push_back(static_cast<std::uint32_t>(word.destination - destinationLow));
    }
    out_.push_back({sourceLow * width_, destinationLow * width_, width_, patterns_.add(pattern)});
  }

  std::uint32_t width_;
  PatternPool &patterns_;
  std::vector<std::uint32_t> &indices_;
  std::vector<Move> &out_;
};

} // namespace

void listWords(std::vector<Move> &moves, PatternPool &patterns,
               std::vector<std::uint32_t> &indices) {
  std::size_t numWords[4] = {};
  const auto widthOf = [](const Move &move) {
    return wordOf(move.source | move.destination | move.bytes);
  };
  const auto slotOf = [](std::uint32_t width) {
    return static_cast<std::size_t>(std::countr_zero(width));
  };
  for (const Move &move : moves)
    if (isSmall(move)) numWords[slotOf(widthOf(move))] += move.bytes / widthOf(move);
  if (std::all_of(std::begin(numWords), std::end(numWords),
                  [](std::size_t n) { return n < kMinWords; }))
    return;

  std::vector<Word> words[4];
  for (std::size_t slot = 0; slot < 4; ++slot)
    if (numWords[slot] >= kMinWords) words[slot].reserve(numWords[slot]);
  std::size_t kept = 0;
  for (const Move &move : moves) {
    const std::uint32_t width = widthOf(move);
    if (!isSmall(move) || numWords[slotOf(width)] < kMinWords) {
      moves[kept++] = move;
      continue;
    }
    for (std::uint32_t i = 0; i < move.bytes / width; ++i)
      words[slotOf(width)].push_back({move.source / width + i, move.destination / width + i});
  }
  moves.resize(kept);
  for (std::size_t slot = 0; slot < 4; ++slot)
    if (!words[slot].empty()) Lister(1u << slot, patterns, indices, moves).list(words[slot]);
  std::sort(moves.begin(), moves.end(),
            [](const Move &a, const Move &b) { return a.destination < b.destination; });
}

} // namespace poplar_emu::compile
