// SPDX-License-Identifier: MIT
// Packing moves bring every byte to its place, and repeating runs are few moves.
#include "compile/compute/GatherMoves.hpp"
#include "MoveInterpreter.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace poplar_emu::compile::test {
namespace {

constexpr std::uint64_t kPacked = 1 << 16;
constexpr std::uint64_t kBytes = 2 << 16;

/// Gathers the runs, and scatters them back, by move lists and by hand.
void expectPacked(const std::vector<ByteRun> &runs) {
  std::vector<std::byte> memory(kBytes);
  std::mt19937 random(1);
  for (std::byte &byte : memory)
    byte = static_cast<std::byte>(random());
  std::vector<std::byte> packed;
  for (const ByteRun &run : runs)
    for (std::uint64_t row = 0; row < run.count; ++row) {
      const auto at = memory.begin() + static_cast<std::ptrdiff_t>(run.address) +
                      static_cast<std::ptrdiff_t>(row) * run.stride;
      packed.insert(packed.end(), at, at + static_cast<std::ptrdiff_t>(run.bytes));
    }

  MoveListBuilder gathers;
  addPackedMoves(runs, kPacked, MoveDirection::ToPacked, gathers);
  EXPECT_GT(gathers.numMoves(), 0u);
  std::vector<std::byte> result(kBytes);
  execute(std::move(gathers).finish(Chunking::None), memory, result, 1);
  EXPECT_EQ(std::memcmp(result.data() + kPacked, packed.data(), packed.size()), 0);

  MoveListBuilder scatters;
  addPackedMoves(runs, kPacked, MoveDirection::FromPacked, scatters);
  EXPECT_GT(scatters.numMoves(), 0u);
  std::vector<std::byte> back = memory;
  for (std::uint64_t i = 0; i < kPacked; ++i)
    back[i] = std::byte{0};
  const std::vector<std::byte> source = result;
  execute(std::move(scatters).finish(Chunking::None), source, back, 2);
  for (const ByteRun &run : runs)
    for (std::uint64_t row = 0; row < run.count; ++row) {
      const std::uint64_t at = run.address + row * static_cast<std::uint64_t>(run.stride);
      ASSERT_EQ(std::memcmp(back.data() + at, memory.data() + at, run.bytes), 0);
    }
}

std::uint32_t numMoves(const std::vector<ByteRun> &runs) {
  MoveListBuilder moves;
  addPackedMoves(runs, kPacked, MoveDirection::ToPacked, moves);
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
  expectPacked(runs);
  EXPECT_LE(numMoves(runs), 5u);
}

TEST(GatherMoves, NeighbouringWordsMayCountAsOneRun) {
  // What the storage map makes of the same: the words of two rows fold into one run of two.
  std::vector<ByteRun> runs;
  for (std::uint64_t row = 0; row < 40; ++row) {
    runs.push_back({20000 + 176 * row, 176, 1, 0});
    runs.push_back({1000 + 8 * row, 4, 2, 15000});
  }
  expectPacked(runs);
  EXPECT_EQ(numMoves(runs), 2u);
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
    expectPacked(runs);
  }
}

} // namespace
} // namespace poplar_emu::compile::test
