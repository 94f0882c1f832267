// SPDX-License-Identifier: MIT
// Supersteps that are counted again and again.
#include "runtime/compute/StepCounts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace poplar_emu::runtime::test {
namespace {

using testing::ElementsAre;
using Slots = std::vector<std::uint64_t>;

std::uint32_t anyBatch(void *, std::uint32_t, std::size_t, TileContext *, const std::uint8_t *) {
  return 0;
}

/// Four tiles of two workers, three vertices on tiles 0, 0 and 2: tile 2 is a chunk of its own. As
/// many equal steps as a test needs.
class StepCountsTest : public testing::Test {
 protected:
  explicit StepCountsTest(std::size_t numSteps = 2) {
    plan_.machine.numWorkers = 2;
    plan_.machine.numIpus = 1;
    plan_.machine.tilesPerIpu = 4;
    plan_.vertexTypes.resize(1);
    plan::ComputeStep step;
    step.vertices = {{0, 0}, {1, 0}, {2, 0}};
    step.batches = {{0, 2, 0, TileId(0), 0}, {0, 1, 0, TileId(2), 2}};
    step.work.resize(2);
    step.work[0].batchEnd = step.work[1].batchBegin = 1;
    step.work[1].batchEnd = 2;
    step.chunks = {0, 1, 2};
    step.estimates.assign(3, plan::kNone);
    plan_.computes.assign(numSteps, step);
    code_.types.assign(1, VertexCode{anyBatch, nullptr, anyBatch});
  }

  /// `slots`: of each replica.
  static ComputeCycles run(StepCounts &counts, std::uint32_t compute, ByTile byTile,
                           const std::vector<Slots> &slots) {
    counts.begin(compute, byTile);
    for (std::uint32_t replica = 0; replica < slots.size(); ++replica) {
      std::copy(slots[replica].begin(), slots[replica].end(), counts.slots(replica));
      for (const std::uint32_t chunk : {0, 1})
        counts.addUp(chunk, replica);
    }
    return counts.finish();
  }

  plan::Plan plan_;
  CodeTable code_;
};

TEST_F(StepCountsTest, AsManyCyclesHoweverOften) {
  StepCounts counts(plan_, code_, 1);
  for (unsigned i = 0; i < 3; ++i) {
    const ComputeCycles cycles = run(counts, 0, ByTile::Yes, {{10, 20, 7}});
    EXPECT_THAT(cycles.byTile, ElementsAre(40, 0, 14, 0));
    EXPECT_EQ(cycles.slowest, 40u);
    EXPECT_EQ(cycles.tiles, 54u);
    EXPECT_EQ(cycles.threads, 37u);
  }
}

TEST_F(StepCountsTest, FollowEachChunk) {
  StepCounts counts(plan_, code_, 1);
  run(counts, 0, ByTile::Yes, {{10, 20, 7}});
  EXPECT_THAT(run(counts, 0, ByTile::Yes, {{10, 20, 30}}).byTile, ElementsAre(40, 0, 60, 0));
  EXPECT_THAT(run(counts, 0, ByTile::Yes, {{10, 5, 30}}).byTile, ElementsAre(20, 0, 60, 0));
  EXPECT_EQ(run(counts, 0, ByTile::Yes, {{10, 5, 3}}).slowest, 20u); // and down again
  EXPECT_EQ(run(counts, 0, ByTile::Yes, {{0, 0, 0}}).slowest, 0u);
}

TEST_F(StepCountsTest, StepsAreApart) {
  StepCounts counts(plan_, code_, 1);
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_THAT(run(counts, 0, ByTile::Yes, {{10, 20, 7}}).byTile, ElementsAre(40, 0, 14, 0));
    EXPECT_THAT(run(counts, 1, ByTile::Yes, {{1, 2, 3}}).byTile, ElementsAre(4, 0, 6, 0));
  }
}

TEST_F(StepCountsTest, NobodyNeedsToAskForTiles) {
  StepCounts counts(plan_, code_, 1);
  EXPECT_EQ(run(counts, 0, ByTile::No, {{10, 20, 7}}).slowest, 40u);
  run(counts, 0, ByTile::Yes, {{10, 20, 7}});
  const ComputeCycles unasked = run(counts, 0, ByTile::No, {{10, 20, 30}});
  EXPECT_EQ(unasked.slowest, 60u);
  EXPECT_TRUE(unasked.byTile.empty());
  EXPECT_EQ(unasked.tiles + unasked.threads, 0u);
  EXPECT_THAT(run(counts, 0, ByTile::Yes, {{10, 20, 8}}).byTile, ElementsAre(40, 0, 16, 0));
}

TEST_F(StepCountsTest, TheSlowestReplicaDecidesTileByTile) {
  StepCounts counts(plan_, code_, 2);
  const ComputeCycles cycles = run(counts, 0, ByTile::Yes, {{10, 20, 7}, {30, 5, 1}});
  EXPECT_THAT(cycles.byTile, ElementsAre(60, 0, 14, 0));
  EXPECT_EQ(cycles.threads, 37u);
  EXPECT_EQ(cycles.tiles, 74u);
  // One of them gets faster.
  EXPECT_THAT(run(counts, 0, ByTile::Yes, {{10, 20, 7}, {5, 5, 1}}).byTile,
              ElementsAre(40, 0, 14, 0));
}

TEST_F(StepCountsTest, OneReplicaMayBeTheOnlyOneThatCounts) {
  StepCounts counts(plan_, code_, 3, 1);
  const ComputeCycles cycles = run(counts, 0, ByTile::Yes, {{10, 20, 7}, {3, 5, 1}, {50, 50, 50}});
  EXPECT_THAT(cycles.byTile, ElementsAre(10, 0, 2, 0));
  EXPECT_EQ(cycles.slowest, 10u);
  EXPECT_EQ(cycles.threads, 9u);
  EXPECT_EQ(cycles.tiles, 12u);
}

TEST_F(StepCountsTest, AChunkThatFailedIsCaughtUpWith) {
  StepCounts counts(plan_, code_, 1);
  run(counts, 0, ByTile::Yes, {{10, 20, 7}});
  counts.begin(0, ByTile::Yes);
  const Slots slots = {10, 50, 7};
  std::copy(slots.begin(), slots.end(), counts.slots(0));
  counts.addUp(0, 0); // and the second chunk throws
  EXPECT_THAT(run(counts, 0, ByTile::Yes, {slots}).byTile, ElementsAre(100, 0, 14, 0));
}

/// More than are remembered: each has 32 MiB of tiles.
class ManyTilesTest : public StepCountsTest {
 protected:
  ManyTilesTest() : StepCountsTest(3) { plan_.machine.tilesPerIpu = 4u << 20; }
};

TEST_F(ManyTilesTest, StepsBeyondTheMemoryAreCountedAllTheSame) {
  StepCounts counts(plan_, code_, 1);
  for (unsigned i = 0; i < 2; ++i)
    for (const std::uint32_t compute : {0u, 1u, 2u}) {
      const ComputeCycles cycles =
          run(counts, compute, ByTile::Yes, {{10 + compute, 20 + compute, 7}});
      EXPECT_EQ(cycles.byTile[0], 40 + 2 * compute);
      EXPECT_EQ(cycles.tiles, 54 + 2 * compute);
    }
}

} // namespace
} // namespace poplar_emu::runtime::test
