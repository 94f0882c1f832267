// SPDX-License-Identifier: MIT
// The meaning of plan::MoveList in its plainest form.
#include "MoveInterpreter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace poplar_emu::compile::test {
namespace {

void runNest(std::span<const plan::MoveLoop> loops, std::uint64_t source, std::uint64_t destination,
             const std::function<void(std::uint64_t, std::uint64_t)> &f) {
  if (loops.empty()) return f(source, destination);
  for (std::uint64_t i = 0; i < loops[0].count; ++i)
    runNest(loops.subspan(1), source + i * static_cast<std::uint64_t>(loops[0].sourceStride),
            destination + i * static_cast<std::uint64_t>(loops[0].destinationStride), f);
}

} // namespace

void forEachCopy(const plan::MoveList &list, const plan::Move &move,
                 const std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)> &f) {
  if (move.pattern == plan::Move::kContiguous) return f(move.source, move.destination, move.bytes);
  const plan::Pattern &pattern = list.patterns.at(move.pattern);
  const auto word = [&](std::uint64_t i) {
    return std::uint64_t{list.words.at(pattern.first + i)} * move.bytes;
  };
  switch (pattern.kind) {
  case plan::PatternKind::Nest:
    return runNest(std::span(list.loops).subspan(pattern.first, pattern.count), move.source,
                   move.destination,
                   [&](std::uint64_t s, std::uint64_t d) { f(s, d, move.bytes); });
  case plan::PatternKind::Gather:
    for (std::uint64_t i = 0; i < pattern.count; ++i)
      f(move.source + word(i), move.destination + i * move.bytes, move.bytes);
    return;
  case plan::PatternKind::Scatter:
    for (std::uint64_t i = 0; i < pattern.count; ++i)
      f(move.source + i * move.bytes, move.destination + word(i), move.bytes);
    return;
  case plan::PatternKind::Pairs:
    for (std::uint64_t i = 0; i < pattern.count; ++i)
      f(move.source + word(2 * i), move.destination + word(2 * i + 1), move.bytes);
    return;
  }
}

void execute(const plan::MoveList &list, std::span<const std::byte> source,
             std::span<std::byte> destination, std::uint64_t seed) {
  std::vector<std::size_t> order(list.moves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
  for (const std::size_t i : order)
    forEachCopy(list, list.moves[i], [&](std::uint64_t s, std::uint64_t d, std::uint64_t bytes) {
      if (s > source.size() || bytes > source.size() - s || d > destination.size() ||
          bytes > destination.size() - d)
        throw std::out_of_range("a move leaves its buffers");
      std::memmove(destination.data() + d, source.data() + s, bytes);
    });
}

void expectWellFormed(const plan::MoveList &list) {
  if (!list.chunks.empty()) {
    EXPECT_EQ(list.chunks.front(), 0u);
    EXPECT_EQ(list.chunks.back(), list.moves.size());
    EXPECT_TRUE(std::is_sorted(list.chunks.begin(), list.chunks.end()));
    EXPECT_LE(list.numChunks(), 32u);
  }
  std::uint64_t total = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> written;
  for (const plan::Move &move : list.moves)
    forEachCopy(list, move, [&](std::uint64_t, std::uint64_t d, std::uint64_t bytes) {
      total += bytes;
      written.emplace_back(d, d + bytes);
    });
  EXPECT_EQ(total, list.totalBytes);
  std::sort(written.begin(), written.end());
  for (std::size_t i = 1; i < written.size(); ++i)
    ASSERT_LE(written[i - 1].second, written[i].first) << "two moves write the same byte";
}

std::uint64_t footprint(const plan::MoveList &list) {
  return list.moves.size() * sizeof(plan::Move) + list.patterns.size() * sizeof(plan::Pattern) +
         list.loops.size() * sizeof(plan::MoveLoop) + list.words.size() * 4 +
         list.chunks.size() * 4;
}

std::uint64_t largestChunkBytes(const plan::MoveList &list) {
  std::uint64_t largest = 0;
  for (std::size_t c = 0; c + 1 < list.chunks.size(); ++c) {
    std::uint64_t bytes = 0;
    for (std::uint32_t i = list.chunks[c]; i < list.chunks[c + 1]; ++i)
      forEachCopy(list, list.moves[i],
                  [&](std::uint64_t, std::uint64_t, std::uint64_t n) { bytes += n; });
    largest = std::max(largest, bytes);
  }
  return largest;
}

} // namespace poplar_emu::compile::test
