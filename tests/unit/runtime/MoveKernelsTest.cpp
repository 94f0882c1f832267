// SPDX-License-Identifier: MIT
// Every kernel moves the same bytes as the obvious loop.
#include "runtime/moves/MoveKernels.hpp"

#include "runtime/executor/Executors.hpp"
#include "runtime/memory/HostBuffer.hpp"
#include "runtime/moves/Transpose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace poplar_emu::runtime::test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes randomBytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (std::byte &b : bytes)
    b = static_cast<std::byte>(random());
  return bytes;
}

/// The definition of a move list, word by word.
void moveNaively(const plan::MoveList &list, const std::byte *source, std::byte *destination) {
  for (const plan::Move &move : list.moves) {
    const std::byte *from = source + move.source;
    std::byte *to = destination + move.destination;
    const auto word = [&](std::int64_t s, std::int64_t d) {
      std::memcpy(to + d, from + s, move.bytes);
    };
    if (move.pattern == plan::Move::kContiguous) {
      word(0, 0);
      continue;
    }
    const plan::Pattern &pattern = list.patterns[move.pattern];
    const std::int64_t bytes = move.bytes;
    if (pattern.kind == plan::PatternKind::Nest) {
      std::vector<std::uint64_t> digits(pattern.count, 0);
      for (;;) {
        std::int64_t s = 0, d = 0;
        for (std::uint32_t i = 0; i < pattern.count; ++i) {
          const plan::MoveLoop &loop = list.loops[pattern.first + i];
          s += static_cast<std::int64_t>(digits[i]) * loop.sourceStride;
          d += static_cast<std::int64_t>(digits[i]) * loop.destinationStride;
        }
        word(s, d);
        std::uint32_t i = pattern.count;
        while (i > 0 && ++digits[i - 1] == list.loops[pattern.first + i - 1].count)
          digits[--i] = 0;
        if (i == 0) break;
      }
      continue;
    }
    for (std::uint32_t i = 0; i < pattern.count; ++i) {
      const auto w = [&](std::uint64_t k) {
        return static_cast<std::int64_t>(list.words[pattern.first + k]) * bytes;
      };
      if (pattern.kind == plan::PatternKind::Gather) word(w(i), i * bytes);
      if (pattern.kind == plan::PatternKind::Scatter) word(i * bytes, w(i));
      if (pattern.kind == plan::PatternKind::Pairs) word(w(2 * i), w(2 * i + 1));
    }
  }
}

void addNest(plan::MoveList &list, std::uint64_t source, std::uint64_t destination,
             std::uint32_t bytes, std::vector<plan::MoveLoop> loops) {
  std::uint64_t count = 1;
  for (const plan::MoveLoop &loop : loops)
    count *= loop.count;
  list.totalBytes += count * bytes;
  list.moves.push_back(
      {source, destination, bytes, static_cast<std::uint32_t>(list.patterns.size())});
  list.patterns.push_back(
      {plan::PatternKind::Nest, static_cast<std::uint32_t>(loops.size()), list.loops.size()});
  list.loops.insert(list.loops.end(), loops.begin(), loops.end());
}

void addWords(plan::MoveList &list, plan::PatternKind kind, std::uint32_t bytes,
              std::vector<std::uint32_t> words) {
  const auto count = static_cast<std::uint32_t>(kind == plan::PatternKind::Pairs ? words.size() / 2
                                                                                 : words.size());
  list.totalBytes += std::uint64_t{count} * bytes;
  list.moves.push_back({bytes, 2 * bytes, bytes, static_cast<std::uint32_t>(list.patterns.size())});
  list.patterns.push_back({kind, count, list.words.size()});
  list.words.insert(list.words.end(), words.begin(), words.end());
}

void expectAsNaive(const plan::MoveList &list, std::size_t size) {
  const Bytes source = randomBytes(size, 1);
  Bytes expected = randomBytes(size, 2);
  const Bytes before = expected;
  moveNaively(list, source.data(), expected.data());
  for (const Stores stores : {Stores::Cached, Stores::Streaming}) {
    Bytes destination = before;
    executeMoves(list, 0, static_cast<std::uint32_t>(list.moves.size()),
                 {source.data(), destination.data()}, stores);
    EXPECT_EQ(destination, expected);
  }
}

TEST(MoveKernels, ContiguousOfAnySizeAndAlignment) {
  for (const std::uint32_t bytes : {1U, 3U, 64U, 255U, 256U, 300U, 4095U, 70000U})
    for (const std::uint64_t shift : {0U, 1U, 13U, 32U}) {
      plan::MoveList list;
      list.moves.push_back({shift, 64 - shift, bytes, plan::Move::kContiguous});
      list.totalBytes = bytes;
      expectAsNaive(list, 70200);
    }
}

TEST(MoveKernels, StridedRowsOfEveryWordSize) {
  for (const std::uint32_t bytes : {1U, 2U, 3U, 4U, 8U, 12U, 16U, 48U, 300U}) {
    plan::MoveList list;
    const std::int64_t stride = bytes + 4;
    addNest(list, 0, 8, bytes, {{50, stride, stride + 3}});
    addNest(list, 100, 20000, bytes, {{3, 700, 2 * 50 * bytes}, {50, stride, bytes}});
    expectAsNaive(list, 140000);
  }
}

TEST(MoveKernels, NestsWithReversedAndShortLoops) {
  plan::MoveList list;
  addNest(list, 4000, 0, 4, {{1000, -4, 4}});                        // reversed
  addNest(list, 0, 5000, 4, {{300, 8, 8}, {2, 4000, 4}});            // long loop outside
  addNest(list, 0, 9000, 2, {{3, 100, 40}, {2, 50, 20}, {5, 6, 4}}); // three levels
  addNest(list, 0, 12000, 4, {{2, 4, 400}, {5, 0, 4}, {4, 64, 20}}); // broadcast inside
  expectAsNaive(list, 16000);
}

TEST(MoveKernels, WordLists) {
  std::mt19937 random(7);
  for (const std::uint32_t bytes : {1U, 2U, 4U, 8U, 16U, 20U}) {
    std::vector<std::uint32_t> indices(200);
    for (std::uint32_t i = 0; i < 200; ++i)
      indices[i] = i;
    std::shuffle(indices.begin(), indices.end(), random);
    std::vector<std::uint32_t> pairs;
    for (std::uint32_t i = 0; i < 200; ++i) {
      pairs.push_back(static_cast<std::uint32_t>(random() % 200));
      pairs.push_back(indices[i]);
    }
    for (const plan::PatternKind kind : {plan::PatternKind::Gather, plan::PatternKind::Scatter}) {
      plan::MoveList list;
      addWords(list, kind, bytes, indices);
      expectAsNaive(list, 203 * bytes);
    }
    plan::MoveList list;
    addWords(list, plan::PatternKind::Pairs, bytes, pairs);
    expectAsNaive(list, 203 * bytes);
  }
}

struct TransposeShape {
  std::uint64_t rows, columns, rowPadding, columnPadding, shift;
};

class TransposeTest : public testing::TestWithParam<TransposeShape> {};

TEST_P(TransposeTest, MovesEveryWordAsAPattern) {
  const auto [rows, columns, rowPadding, columnPadding, shift] = GetParam();
  for (const std::uint32_t bytes : {1U, 2U, 4U, 8U}) {
    const auto word = static_cast<std::int64_t>(bytes);
    const auto sourceStride = static_cast<std::int64_t>((columns + rowPadding) * bytes);
    const auto destinationStride = static_cast<std::int64_t>((rows + columnPadding) * bytes);
    const std::size_t size =
        64 + std::max((columns + rowPadding) * rows, (rows + columnPadding) * columns) * bytes * 2;
    plan::MoveList rowsInside, rowsOutside, batched;
    addNest(rowsInside, shift * bytes, 0, bytes,
            {{columns, word, destinationStride}, {rows, sourceStride, word}});
    expectAsNaive(rowsInside, size);
    addNest(rowsOutside, 0, shift * bytes, bytes,
            {{rows, sourceStride, word}, {columns, word, destinationStride}});
    expectAsNaive(rowsOutside, size);
    addNest(batched, 0, 0, bytes,
            {{columns, word, destinationStride},
             {2, sourceStride * static_cast<std::int64_t>(rows),
              destinationStride * static_cast<std::int64_t>(columns)},
             {rows, sourceStride, word}});
    expectAsNaive(batched, size);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, TransposeTest,
    testing::Values(TransposeShape{1, 5, 0, 0, 0}, TransposeShape{7, 9, 0, 0, 1},
                    TransposeShape{16, 16, 0, 0, 0}, TransposeShape{64, 64, 0, 0, 0},
                    TransposeShape{64, 80, 16, 48, 0}, TransposeShape{61, 67, 3, 0, 1},
                    TransposeShape{33, 48, 0, 31, 3}, TransposeShape{130, 20, 1, 2, 5}));

TEST(MoveKernels, ChunksOfAllReplicasInParallel) {
  plan::MoveList list;
  constexpr std::uint32_t kPiece = 4096, kPieces = 40;
  for (std::uint32_t i = 0; i < kPieces; ++i)
    list.moves.push_back({(kPieces - 1 - i) * kPiece, i * kPiece, kPiece, plan::Move::kContiguous});
  list.totalBytes = std::uint64_t{kPiece} * kPieces;
  list.chunks = {0, 1, 7, 8, 30, 40};
  const Bytes a = randomBytes(list.totalBytes, 3), b = randomBytes(list.totalBytes, 4);
  Bytes expectedA(list.totalBytes), expectedB(list.totalBytes);
  moveNaively(list, a.data(), expectedA.data());
  moveNaively(list, b.data(), expectedB.data());
  for (const std::uint32_t threads : {1U, 3U}) {
    Bytes toA(list.totalBytes), toB(list.totalBytes);
    const std::unique_ptr<Pool> pool = makeThreadExecutor(threads);
    const MoveBases bases[] = {{a.data(), toA.data()}, {b.data(), toB.data()}};
    execute(list, bases, *pool);
    EXPECT_EQ(toA, expectedA);
    EXPECT_EQ(toB, expectedB);
  }
}

} // namespace
} // namespace poplar_emu::runtime::test
