// SPDX-License-Identifier: MIT
// Every executor runs every chunk once and reports the failure of the lowest one.
#include "PlanBuilder.hpp"
#include "runtime/executor/Executors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>

namespace poplar_emu::runtime::test {
namespace {

class ExecutorTest : public testing::TestWithParam<ExecutorKind> {
 protected:
  std::unique_ptr<Pool> pool = makeExecutor(GetParam(), 3);
};

TEST_P(ExecutorTest, RunsEveryChunkOnce) {
  for (const std::uint32_t numChunks : {0U, 1U, 2U, 3U, 32U, 1000U}) {
    std::vector<int> calls(numChunks, 0);
    pool->forEachChunk(numChunks, [&](std::uint32_t chunk) { ++calls[chunk]; });
    EXPECT_EQ(calls, std::vector<int>(numChunks, 1));
  }
}

TEST_P(ExecutorTest, RunsInsideAsOutside) {
  std::vector<int> calls(64, 0);
  pool->inside([&] {
    for (int round = 0; round < 50; ++round)
      pool->forEachChunk(64, [&](std::uint32_t chunk) { ++calls[chunk]; });
  });
  EXPECT_EQ(calls, std::vector<int>(64, 50));
}

TEST_P(ExecutorTest, RethrowsTheLowestChunkAfterAllHaveEnded) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> ended = 0;
    const std::string message = messageOf([&] {
      pool->forEachChunk(40, [&](std::uint32_t chunk) {
        ++ended;
        if (chunk % 7 == 3) throw std::runtime_error("chunk " + std::to_string(chunk));
      });
    });
    EXPECT_EQ(message, "chunk 3");
    EXPECT_EQ(ended, 40);
  }
}

TEST_P(ExecutorTest, WorksAfterAnException) {
  EXPECT_THROW(pool->forEachChunk(8, [](std::uint32_t) { throw std::logic_error("all fail"); }),
               std::logic_error);
  std::atomic<std::uint32_t> sum = 0;
  pool->forEachChunk(8, [&](std::uint32_t chunk) { sum += chunk; });
  EXPECT_EQ(sum, 28U);
}

TEST_P(ExecutorTest, SeesWhatEarlierChunksWrote) {
  std::vector<int> values(100, 1), sums(100, 0);
  pool->forEachChunk(100, [&](std::uint32_t i) { values[i] = static_cast<int>(i); });
  pool->forEachChunk(
      100, [&](std::uint32_t i) { sums[i] = std::accumulate(values.begin(), values.end(), 0); });
  EXPECT_THAT(sums, testing::Each(4950));
}

TEST_P(ExecutorTest, TellsItsThreads) {
  const std::uint32_t threads = pool->numThreads();
  if (GetParam() != ExecutorKind::Tbb) {
    EXPECT_EQ(threads, GetParam() == ExecutorKind::Serial ? 1U : 3U);
  }
  // oneTBB has no more than one a core.
  EXPECT_LE(threads, 3U);
  EXPECT_GE(threads, 1U);
  EXPECT_GE(makeExecutor(GetParam(), 0)->numThreads(), 1U);
}

INSTANTIATE_TEST_SUITE_P(All, ExecutorTest, testing::ValuesIn(executorKinds()),
                         [](const auto &info) {
                           return std::string(makeExecutor(info.param, 1)->name());
                         });

} // namespace
} // namespace poplar_emu::runtime::test
