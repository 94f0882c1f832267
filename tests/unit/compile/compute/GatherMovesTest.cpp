// SPDX-License-Identifier: MIT
// Packing moves bring every byte to its place, and repeating runs are few moves.
#include "compile/compute/operands/GatherMoves.hpp"
#include "../MoveInterpreter.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace poplar_emu::compile::test {
namespace {

constexpr std::uint64_t kPacked = 1 << 16;
constexpr std::uint64_t kBytes = 2 << 16;

PackedRuns oneOperand(const std::vector<ByteRun> &runs) {
  PackedRuns packed;
  packed.add(runs, kPacked);
  return packed;
}

/// Calls f(address of a row, its packed address, bytes).
template <class F>
void forEachRow(const PackedRuns &packed, F &&f) {
  for (std::size_t i = 0; i < packed.runs.size(); ++i)
    for (std::uint64_t row = 0; row < packed.runs[i].count; ++row) {
      const ByteRun &run = packed.runs[i];
      f(run.address + row * static_cast<std::uint64_t>(run.stride),
        packed.packed[i] + row * run.bytes, run.bytes);
    }
}

/// Gathers the runs, and scatters them back, by move lists and by hand.
void expectPacked(const PackedRuns &packed) {
  std::vector<std::byte> memory(kBytes);
  std::mt19937 random(1);
  for (std::byte &byte : memory)
    byte = static_cast<std::byte>(random());
  std::vector<std::byte> expected(kBytes);
  forEachRow(packed, [&](std::uint64_t at, std::uint64_t to, std::uint64_t bytes) {
    ASSERT_LE(to + bytes, kBytes);
    std::memcpy(expected.data() + to, memory.data() + at, bytes);
  });

  MoveListBuilder gathers;
  addPackedMoves(packed, MoveDirection::ToPacked, gathers);
  EXPECT_GT(gathers.numMoves(), 0u);
  std::vector<std::byte> result(kBytes);
  execute(std::move(gathers).finish(Chunking::None), memory, result, 1);
  EXPECT_EQ(std::memcmp(result.data() + kPacked, expected.data() + kPacked, kBytes - kPacked), 0);

  MoveListBuilder scatters;
  addPackedMoves(packed, MoveDirection::FromPacked, scatters);
  EXPECT_GT(scatters.numMoves(), 0u);
  std::vector<std::byte> back(kBytes);
  execute(std::move(scatters).finish(Chunking::None), result, back, 2);
  forEachRow(packed, [&](std::uint64_t at, std::uint64_t, std::uint64_t bytes) {
    ASSERT_EQ(std::memcmp(back.data() + at, memory.data() + at, bytes), 0);
  });
}

std::uint32_t numMoves(const PackedRuns &packed) {
  MoveListBuilder moves;
  addPackedMoves(packed, MoveDirection::ToPacked, moves);
  return moves.numMoves();
}

TEST(GatherMoves, BlockWithHaloIsAHandfulOfNests) {
  // Own rows of 176 bytes, a word of the left neighbour and one of the right for each.
  std::vector<ByteRun> runs{{100, 184, 1, 0}};
  for (std::uint64_t row = 0; row < 64; ++row) {
    runs.push_back({1000 + 200 * row, 4, 1, 0});
    runs.push_back({20000 + 176 * row, 176, 1, 0});
    runs.push_back({40000 + 160 * row, 4, 1, 0});
  }
  runs.push_back({60000, 184, 1, 0});
  expectPacked(oneOperand(runs));
  EXPECT_LE(numMoves(oneOperand(runs)), 5u);
}

TEST(GatherMoves, NeighbouringWordsMayCountAsOneRun) {
  // What the storage map makes of the same: the words of two rows fold into one run of two.
  std::vector<ByteRun> runs;
  for (std::uint64_t row = 0; row < 40; ++row) {
    runs.push_back({20000 + 176 * row, 176, 1, 0});
    runs.push_back({1000 + 8 * row, 4, 2, 15000});
  }
  expectPacked(oneOperand(runs));
  EXPECT_EQ(numMoves(oneOperand(runs)), 2u);
}

/// Rows of `bytes` bytes with a halo of one word on both sides, an operand each, `step` apart.
PackedRuns rowsWithHalo(std::uint64_t numRows, std::uint64_t bytes, std::uint64_t step) {
  PackedRuns packed;
  for (std::uint64_t row = 0; row < numRows; ++row) {
    const ByteRun runs[] = {{1000 + 200 * row, 4, 1, 0},
                            {20000 + bytes * row, bytes, 1, 0},
                            {40000 + 160 * row, 4, 1, 0}};
    packed.add(runs, kPacked + step * row);
  }
  return packed;
}

TEST(GatherMoves, RowsThatAreOperandsFoldAcrossOperands) {
  // The first and the last row come from other tiles, which the fold must not spoil.
  PackedRuns packed;
  packed.add({{{100, 184, 1, 0}}}, kPacked + 64 * 192);
  const PackedRuns rows = rowsWithHalo(64, 176, 192);
  packed.runs.insert(packed.runs.end(), rows.runs.begin(), rows.runs.end());
  packed.packed.insert(packed.packed.end(), rows.packed.begin(), rows.packed.end());
  packed.add({{{60000, 184, 1, 0}}}, kPacked + 65 * 192);
  expectPacked(packed);
  EXPECT_EQ(numMoves(packed), 5u) << "two single rows; left words, own rows, right words";
}

TEST(GatherMoves, OneRunAnOperandFolds) {
  PackedRuns packed;
  for (std::uint64_t row = 0; row < 20; ++row)
    packed.add({{{4000 + 1000 * row, 120, 1, 0}}}, kPacked + 128 * row);
  expectPacked(packed);
  EXPECT_EQ(numMoves(packed), 1u);
}

TEST(GatherMoves, OperandsThatLieIrregularlyStayApart) {
  PackedRuns packed = rowsWithHalo(64, 176, 192);
  // Equal runs, but one operand lies elsewhere in the scratch: two stretches of rows and this one.
  for (std::size_t i = 3 * 32; i < 3 * 33; ++i)
    packed.packed[i] += 40 * 192;
  expectPacked(packed);
  EXPECT_GE(numMoves(packed), 9u);

  std::mt19937_64 random(7);
  PackedRuns irregular;
  std::uint64_t at = kPacked;
  for (std::uint64_t row = 0; row < 200; ++row) {
    const ByteRun runs[] = {{4 * row, 4, 1, 0}, {4000 + 100 * row, 40, 2, 48}};
    irregular.add(runs, at);
    at += 84 + 4 * (random() % 3);
  }
  expectPacked(irregular);
}

TEST(GatherMoves, RandomRuns) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    std::vector<ByteRun> runs;
    std::uint64_t at = 0;
    while (at < 30000 && runs.size() < 400) {
      std::vector<ByteRun> period(1 + random() % 4);
      for (ByteRun &run : period) {
        run.bytes = 4 * (1 + random() % 6);
        run.count = 1 + random() % 3;
        run.stride = static_cast<std::int64_t>(run.bytes + 4 * (random() % 3));
      }
      const std::uint64_t repeats = random() % 3 ? 1 : 1 + random() % 30;
      const std::uint64_t gap = 4 * (random() % 3);
      for (std::uint64_t r = 0; r < repeats; ++r)
        for (ByteRun run : period) {
          run.address = at;
          at += static_cast<std::uint64_t>(run.stride) * run.count + gap;
          runs.push_back(run);
        }
    }
    expectPacked(oneOperand(runs));
  }
}

} // namespace
} // namespace poplar_emu::compile::test
