// SPDX-License-Identifier: MIT
// Whatever is added to a builder, executing its list moves the same bytes; and lists stay small.
#include "../MoveInterpreter.hpp"

#include "compile/moves/MoveListBuilder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

namespace poplar_emu::compile::test {
namespace {

using plan::Move;
using plan::MoveList;
using plan::PatternKind;

std::vector<std::byte> randomBytes(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte &byte : bytes)
    byte = static_cast<std::byte>(random());
  return bytes;
}

/// Adds to a builder and does the same to plain memory.
class Twin {
 public:
  Twin(std::size_t size, std::uint64_t seed)
      : source(randomBytes(size, seed)), expected(size), taken_(size) {}

  bool isFree(std::uint64_t destination, std::uint64_t bytes) const {
    if (destination + bytes > taken_.size()) return false;
    return std::none_of(taken_.begin() + static_cast<std::ptrdiff_t>(destination),
                        taken_.begin() + static_cast<std::ptrdiff_t>(destination + bytes),
                        [](bool b) { return b; });
  }
  void copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
    std::memcpy(expected.data() + to, source.data() + from, bytes);
    std::fill_n(taken_.begin() + static_cast<std::ptrdiff_t>(to), bytes, true);
  }
  void expectSame(const MoveList &list, std::uint64_t seed) const {
    expectWellFormed(list);
    std::vector<std::byte> got(expected.size());
    execute(list, source, got, seed);
    EXPECT_EQ(got, expected);
  }

  std::vector<std::byte> source, expected;

 private:
  std::vector<bool> taken_;
};

struct RandomCase {
  std::uint64_t seed;
  Chunking chunking;
};

/// Random singles, regular rows, nests, gathers and scatters, wherever the destination is free.
void runRandomCase(const RandomCase &test) {
  SCOPED_TRACE("seed " + std::to_string(test.seed));
  std::mt19937_64 random(test.seed);
  const auto below = [&](std::uint64_t n) { return n ? random() % n : 0; };
  const std::uint64_t unit = std::uint64_t{1} << below(4);
  const std::uint64_t size = (1 << 12) << below(8);
  Twin twin(size, test.seed);
  MoveListBuilder builder;
  const auto place = [&](std::uint64_t bytes) { return below((size - bytes) / unit) * unit; };
  for (std::uint64_t n = 1 + below(60); n > 0; --n) {
    switch (below(5)) {
    case 0: { // singles
      const std::uint64_t bytes = unit * (1 + below(below(2) ? 3 : 100));
      for (std::uint64_t i = below(100); i > 0 && bytes < size; --i) {
        const std::uint64_t from = place(bytes), to = place(bytes);
        if (!twin.isFree(to, bytes)) continue;
        builder.add(from, to, bytes);
        twin.copy(from, to, bytes);
      }
      break;
    }
    case 1: { // consecutive destinations
      const std::uint64_t words = 1 + below(200), to = place(words * unit);
      if (words * unit >= size || !twin.isFree(to, words * unit)) break;
      for (std::uint64_t i = 0; i < words; ++i) {
        const std::uint64_t from = place(unit);
        builder.add(from, to + i * unit, unit);
        twin.copy(from, to + i * unit, unit);
      }
      break;
    }
    case 2: { // a nest of two loops, either of which may run backwards
      const std::uint64_t bytes = unit * (1 + below(4));
      const std::uint64_t rows = 1 + below(9), columns = 1 + below(9);
      const auto columnStep = static_cast<std::int64_t>(bytes + unit * below(3));
      const auto rowStep = static_cast<std::int64_t>(columns) * columnStep;
      const std::uint64_t extent = rows * static_cast<std::uint64_t>(rowStep) + bytes;
      if (extent >= size / 2) break;
      const std::uint64_t from = size / 2, base = place(extent);
      if (!twin.isFree(base, extent)) break;
      const std::int64_t sign = below(2) ? 1 : -1;
      const plan::MoveLoop loops[] = {
          {columns, static_cast<std::int64_t>(unit * below(5)), sign * columnStep},
          {rows, -static_cast<std::int64_t>(unit * below(7)), rowStep}};
      const std::uint64_t to =
          sign > 0 ? base : base + (columns - 1) * static_cast<std::uint64_t>(columnStep);
      builder.addNest(from, to, bytes, loops);
      for (std::uint64_t c = 0; c < columns; ++c)
        for (std::uint64_t r = 0; r < rows; ++r)
          twin.copy(from + c * static_cast<std::uint64_t>(loops[0].sourceStride) +
                        r * static_cast<std::uint64_t>(loops[1].sourceStride),
                    to + c * static_cast<std::uint64_t>(loops[0].destinationStride) +
                        r * static_cast<std::uint64_t>(loops[1].destinationStride),
                    bytes);
      break;
    }
    default: { // gather, scatter
      std::vector<ByteRun> runs;
      std::uint64_t total = 0;
      std::vector<std::uint64_t> places;
      for (std::uint64_t i = 1 + below(80); i > 0; --i) {
        ByteRun run{0, unit * (1 + below(3)), 1 + below(below(8) ? 1 : 30), 0};
        run.stride = static_cast<std::int64_t>(run.bytes + unit * below(4));
        const std::uint64_t extent = run.count * static_cast<std::uint64_t>(run.stride);
        if (extent >= size / 4) continue;
        run.address = place(extent);
        runs.push_back(run);
        total += run.bytes * run.count;
      }
      if (total >= size / 4) break;
      const std::uint64_t packed = place(total);
      if (below(2)) {
        if (!twin.isFree(packed, total)) break;
        builder.addGather(runs, packed);
        std::uint64_t at = packed;
        for (const ByteRun &run : runs)
          for (std::uint64_t row = 0; row < run.count; ++row, at += run.bytes)
            twin.copy(run.address + row * static_cast<std::uint64_t>(run.stride), at, run.bytes);
      } else {
        std::vector<ByteRun> free;
        std::uint64_t at = packed;
        for (const ByteRun &run : runs) {
          if (!twin.isFree(run.address, run.count * static_cast<std::uint64_t>(run.stride)))
            continue;
          for (std::uint64_t row = 0; row < run.count; ++row, at += run.bytes)
            twin.copy(at, run.address + row * static_cast<std::uint64_t>(run.stride), run.bytes);
          free.push_back(run);
        }
        builder.addScatter(packed, free);
      }
    }
    }
  }
  twin.expectSame(std::move(builder).finish(test.chunking), test.seed);
}

TEST(MoveListBuilder, RandomMovesMoveTheSameBytes) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    runRandomCase({seed, seed % 3 ? Chunking::Balanced : Chunking::None});
    if (HasFailure()) return;
  }
}

TEST(MoveListBuilder, RunsArePairedInOrder) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    constexpr std::uint64_t kTotal = 600;
    const auto split = [&](std::uint64_t base) {
      std::vector<ByteRun> runs;
      std::uint64_t left = kTotal, at = base;
      while (left) {
        const std::uint64_t bytes = std::min<std::uint64_t>(left, 1 + random() % 40);
        const std::uint64_t count = std::min<std::uint64_t>(left / bytes, 1 + random() % 5);
        const std::uint64_t stride = bytes + random() % 8;
        runs.push_back({at, bytes, count, static_cast<std::int64_t>(stride)});
        at += stride * count + random() % 16;
        left -= bytes * count;
      }
      return runs;
    };
    const std::vector<ByteRun> source = split(64), destination = split(128);
    const auto flat = [](const std::vector<ByteRun> &runs) {
      std::vector<std::uint64_t> out;
      for (const ByteRun &run : runs)
        for (std::uint64_t row = 0; row < run.count; ++row)
          for (std::uint64_t i = 0; i < run.bytes; ++i)
            out.push_back(run.address + row * static_cast<std::uint64_t>(run.stride) + i);
      return out;
    };
    Twin twin(1 << 14, seed);
    const auto from = flat(source), to = flat(destination);
    for (std::size_t i = 0; i < kTotal; ++i)
      twin.copy(from[i], to[i], 1);
    MoveListBuilder builder;
    builder.addRuns(source, destination);
    twin.expectSame(std::move(builder).finish(Chunking::Balanced), seed);
    if (HasFailure()) return;
  }
}

TEST(MoveListBuilder, NeighbourMergesToOneMovePerChunk) {
  constexpr std::uint64_t kTiles = 1472, kBytes = 65536;
  MoveListBuilder builder;
  for (std::uint64_t tile = 0; tile < kTiles; ++tile)
    builder.add(((tile + 1) % kTiles) * kBytes, tile * kBytes, kBytes);
  const MoveList list = std::move(builder).finish(Chunking::Balanced);
  expectWellFormed(list);
  EXPECT_EQ(list.numChunks(), 32u);
  EXPECT_LE(list.moves.size(), 34u);
  EXPECT_LE(largestChunkBytes(list), kTiles * kBytes / 32 * 21 / 20);
}

TEST(MoveListBuilder, PermutationOfTilesIsSortedAndBalanced) {
  for (const std::uint64_t bytes : {1024u, 16384u, 65536u}) {
    constexpr std::uint64_t kTiles = 1472;
    std::vector<std::uint64_t> order(kTiles);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937_64(1));
    MoveListBuilder builder;
    for (std::uint64_t tile = 0; tile < kTiles; ++tile)
      builder.add(tile * bytes, order[tile] * bytes, bytes);
    const MoveList list = std::move(builder).finish(Chunking::Balanced);
    expectWellFormed(list);
    EXPECT_GE(list.numChunks(), 16u);
    EXPECT_LE(list.moves.size(), kTiles + 64);
    EXPECT_TRUE(
        std::is_sorted(list.moves.begin(), list.moves.end(),
                       [](const Move &a, const Move &b) { return a.destination < b.destination; }));
    EXPECT_LE(largestChunkBytes(list), kTiles * bytes / list.numChunks() * 11 / 10);
  }
}

TEST(MoveListBuilder, ScatteredWordsTakeFourToEightBytes) {
  constexpr std::uint32_t kWords = 1 << 18;
  std::vector<std::uint32_t> order(kWords);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(2));

  enum class Case { Gather, Scatter, Pairs };
  for (const Case kind : {Case::Gather, Case::Scatter, Case::Pairs}) {
    MoveListBuilder builder;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      // Gaps on a side keep it from being consecutive.
      const std::uint64_t even = std::uint64_t{i} * (kind == Case::Pairs ? 8 : 4);
      const std::uint64_t odd = std::uint64_t{order[i]} * 8 + 4 * (order[i] % 2);
      builder.add(kind == Case::Scatter ? even : odd, kind == Case::Scatter ? odd : even, 4);
    }
    const MoveList list = std::move(builder).finish(Chunking::Balanced);
    expectWellFormed(list);
    EXPECT_LE(footprint(list), std::uint64_t{kWords} * (kind == Case::Pairs ? 9 : 5));
    EXPECT_GE(list.numChunks(), 16u);
    EXPECT_LE(largestChunkBytes(list), kWords * 4 / 16);
  }
}

TEST(MoveListBuilder, TransposeStaysANestOfTwoLoopsInChunks) {
  constexpr std::uint64_t kRows = 4096, kColumns = 2048;
  MoveListBuilder builder;
  const plan::MoveLoop loops[] = {{kRows, kColumns * 4, 4}, {kColumns, 4, kRows * 4}};
  builder.addNest(0, 0, 4, loops);
  const MoveList list = std::move(builder).finish(Chunking::Balanced);
  EXPECT_EQ(list.totalBytes, kRows * kColumns * 4);
  EXPECT_GE(list.moves.size(), 16u);
  EXPECT_LE(list.moves.size(), 40u);
  EXPECT_GE(list.numChunks(), 16u);
  for (const Move &move : list.moves) {
    const plan::Pattern &pattern = list.patterns.at(move.pattern);
    ASSERT_EQ(pattern.kind, PatternKind::Nest);
    ASSERT_EQ(pattern.count, 2u);
    EXPECT_EQ(list.loops[pattern.first].sourceStride, 4);
    EXPECT_EQ(list.loops[pattern.first + 1].destinationStride, 4);
    EXPECT_EQ(list.loops[pattern.first].count % 16, 0u);
  }
}

TEST(MoveListBuilder, InnermostLoopsOfAThreeDimensionalTransposeAreTheTranspose) {
  // (a, b, c) -> (c, b, a)
  constexpr std::int64_t kA = 8, kB = 6, kC = 10;
  MoveListBuilder builder;
  const plan::MoveLoop loops[] = {{kA, kB * kC * 4, 4}, {kB, kC * 4, kA * 4}, {kC, 4, kB * kA * 4}};
  builder.addNest(0, 0, 4, loops);
  const MoveList list = std::move(builder).finish(Chunking::Balanced);
  ASSERT_EQ(list.moves.size(), 1u);
  const plan::Pattern &pattern = list.patterns.at(list.moves[0].pattern);
  ASSERT_EQ(pattern.count, 3u);
  EXPECT_EQ(list.loops[pattern.first + 1].sourceStride, 4);
  EXPECT_EQ(list.loops[pattern.first + 2].destinationStride, 4);
}

TEST(MoveListBuilder, WordByWordTransposeBecomesANest) {
  constexpr std::uint64_t kN = 128;
  MoveListBuilder builder;
  for (std::uint64_t i = 0; i < kN; ++i)
    for (std::uint64_t j = 0; j < kN; ++j)
      builder.add((j * kN + i) * 4, (i * kN + j) * 4, 4);
  const MoveList list = std::move(builder).finish(Chunking::Balanced);
  expectWellFormed(list);
  EXPECT_LE(list.moves.size(), 16u);
  EXPECT_TRUE(list.words.empty());
}

TEST(MoveListBuilder, StridedRowsFoldToOneMove) {
  MoveListBuilder builder;
  for (std::uint64_t row = 0; row < 100; ++row)
    builder.add(row * 512, row * 48, 48);
  const MoveList list = std::move(builder).finish(Chunking::Balanced);
  ASSERT_EQ(list.moves.size(), 1u);
  EXPECT_EQ(list.moves[0].bytes, 48u);
}

TEST(MoveListBuilder, NoneKeepsBoundariesOfOperands) {
  MoveListBuilder builder;
  const ByteRun first{0, 16, 1, 0}, second{16, 16, 1, 0};
  builder.addGather({&first, 1}, 1000);
  EXPECT_EQ(builder.numMoves(), 1u);
  // It continues the first on both sides and still is a move of its own.
  builder.addGather({&second, 1}, 1016);
  EXPECT_EQ(builder.numMoves(), 2u);
  const MoveList list = std::move(builder).finish(Chunking::None);
  ASSERT_EQ(list.moves.size(), 2u);
  EXPECT_EQ(list.moves[1].destination, 1016u);
  EXPECT_TRUE(list.chunks.empty());
}

TEST(MoveListBuilder, EmptyListsAndEmptyMoves) {
  MoveListBuilder builder;
  EXPECT_TRUE(builder.empty());
  builder.add(0, 0, 0);
  builder.addGather({}, 5);
  EXPECT_TRUE(builder.empty());
  const MoveList list = std::move(builder).finish(Chunking::Balanced);
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.totalBytes, 0u);
}

TEST(MoveListBuilder, MovesOfGigabytesAreCut) {
  MoveListBuilder builder;
  constexpr std::uint64_t kBytes = std::uint64_t{9} << 30;
  builder.add(64, 0, kBytes);
  const plan::MoveLoop loop{3, std::int64_t{6} << 30, std::int64_t{7} << 30};
  builder.addNest(0, kBytes, std::uint64_t{5} << 30, {&loop, 1});
  const MoveList list = std::move(builder).finish(Chunking::Balanced);
  EXPECT_EQ(list.totalBytes, kBytes + (std::uint64_t{15} << 30));
  std::uint64_t total = 0;
  for (const Move &move : list.moves)
    total += move.bytes;
  EXPECT_EQ(total, list.totalBytes);
}

} // namespace
} // namespace poplar_emu::compile::test
