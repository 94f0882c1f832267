// SPDX-License-Identifier: MIT
// From slots of vertices to cycles of tiles.
#include "runtime/compute/SlotTotals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace poplar_emu::runtime::test {
namespace {

std::uint32_t anyBatch(void *, std::uint32_t, std::size_t, TileContext *, const std::uint8_t *) {
  return 0;
}

/// Two tiles of two workers. Vertex ids on tile 0: 10, 12, 14 (plain), 11 (MultiVertex); on tile 1:
/// 13 (plain), 15 (supervisor).
class SlotTotalsTest : public testing::Test {
 protected:
  SlotTotalsTest() {
    plan_.machine.numWorkers = 2;
    plan_.machine.tilesPerIpu = 2;
    plan_.vertexTypes.resize(3);
    plan_.vertexTypes[1].threads = plan::VertexThreads::AllWorkers;
    plan_.vertexTypes[2].threads = plan::VertexThreads::Supervisor;
    plan::ComputeStep step;
    // Plain vertices of both tiles are one batch.
    step.vertices = {{10, 0}, {12, 0}, {14, 0}, {13, 0}, {11, 0}, {15, 0}};
    step.tileStarts = {{3, TileId(1)}};
    step.batches = {{0, 4, 0, TileId(0), 0}, {1, 1, 0, TileId(0), 4}, {2, 1, 0, TileId(1), 5}};
    plan::TileWork work;
    work.batchEnd = 3;
    step.work = {work};
    step.chunks = {0, 1};
    step.estimates.assign(6, plan::kNone);
    plan_.computes.push_back(step);
    code_.types.assign(3, VertexCode{anyBatch, nullptr, anyBatch});
  }

  std::uint64_t cycles(const std::vector<std::uint64_t> &slots) {
    const SlotTotals totals(plan_, code_);
    EXPECT_TRUE(totals.counts(0));
    byTile_.assign(2, 0);
    const TileTotals all = totals.addUp(0, 0, slots.data(), byTile_.data());
    EXPECT_EQ(all.slowest, std::max(byTile_[0], byTile_[1]));
    EXPECT_EQ(all.tiles, byTile_[0] + byTile_[1]);
    threads_ = all.threads;
    return all.slowest;
  }

  plan::Plan plan_;
  CodeTable code_;
  std::vector<std::uint64_t> byTile_; ///< by the last call of cycles()
  std::uint64_t threads_ = 0;
};

TEST_F(SlotTotalsTest, WorkersTakeTurns) {
  // In the order of creation 10, 11, 12, 14: worker 0 has 10 and 12, worker 1 has 14.
  EXPECT_EQ(cycles({100, 10, 30, 0, 0, 0}), 2 * 110u + 11);
  EXPECT_EQ(cycles({100, 10, 300, 0, 0, 0}), 2 * 300u + 11);
}

TEST_F(SlotTotalsTest, OthersRunAlone) {
  EXPECT_EQ(cycles({0, 0, 0, 0, 50, 0}), 2 * 50u + 11); // a worker's slots, on both
  EXPECT_EQ(cycles({0, 0, 0, 7, 0, 50}), 2 * 7u + 50 + 11);
}

TEST_F(SlotTotalsTest, TilesAreToldApart) {
  cycles({100, 10, 30, 8, 50, 7});
  EXPECT_EQ(byTile_, (std::vector<std::uint64_t>{2 * 110u + 2 * 50 + 11, 2 * 8u + 7 + 11}));
  EXPECT_EQ(threads_, 140u + 2 * 50 + 11 + 8 + 7 + 11);
}

TEST_F(SlotTotalsTest, TilesOfPlainVerticesToo) {
  // Of three chunks: three vertices on tile 0, which has two workers, none, and one on tile 1.
  plan::ComputeStep &step = plan_.computes[0];
  step.vertices = {{10, 0}, {14, 0}, {12, 0}, {13, 0}};
  step.tileStarts.clear();
  step.batches = {{0, 3, 0, TileId(0), 0}, {0, 1, 0, TileId(1), 3}};
  step.work.resize(2);
  step.work[0].batchEnd = step.work[1].batchBegin = 1;
  step.work[1].batchEnd = 2;
  step.chunks = {0, 1, 1, 2};
  step.estimates.assign(4, plan::kNone);
  const SlotTotals totals(plan_, code_);
  const std::vector<std::uint64_t> slots = {100, 20, 50, 7};
  std::vector<std::uint64_t> byTile(2);
  const TileTotals first = totals.addUp(0, 0, slots.data(), byTile.data());
  const TileTotals none = totals.addUp(0, 1, slots.data(), byTile.data());
  const TileTotals last = totals.addUp(0, 2, slots.data(), nullptr);
  EXPECT_EQ(first.slowest, 2 * 120u); // 10 and 14 on worker 0, 12 on worker 1
  EXPECT_EQ(first.threads, 170u);
  EXPECT_EQ(none.slowest + none.threads, 0u);
  EXPECT_EQ(last.slowest, 2 * 7u);
  EXPECT_EQ(byTile, (std::vector<std::uint64_t>{2 * 120, 0})); // the last one was not asked for
}

TEST_F(SlotTotalsTest, AWorkerForEachVertex) {
  plan::ComputeStep &step = plan_.computes[0];
  step.vertices = {{10, 0}, {11, 0}};
  step.tileStarts.clear();
  step.batches = {{0, 2, 0, TileId(1), 0}};
  step.work[0].batchEnd = 1;
  step.estimates.assign(2, plan::kNone);
  cycles({30, 40});
  EXPECT_EQ(byTile_, (std::vector<std::uint64_t>{0, 2 * 40}));
  EXPECT_EQ(threads_, 70u);
}

TEST_F(SlotTotalsTest, TilesOfOneVertexEach) {
  plan_.machine.tilesPerIpu = 3;
  plan::ComputeStep &step = plan_.computes[0];
  step.vertices = {{10, 0}, {11, 0}, {12, 0}};
  step.tileStarts = {{1, TileId(1)}, {2, TileId(2)}};
  step.batches = {{0, 3, 0, TileId(0), 0}};
  step.work[0].batchEnd = 1;
  step.estimates.assign(3, plan::kNone);
  for (std::size_t slowest = 0; slowest < 3; ++slowest) {
    std::vector<std::uint64_t> slots = {1, 2, 3}, byTile(3);
    slots[slowest] = 9;
    const TileTotals all = SlotTotals(plan_, code_).addUp(0, 0, slots.data(), byTile.data());
    const std::uint64_t sum = slots[0] + slots[1] + slots[2];
    EXPECT_EQ(byTile, (std::vector<std::uint64_t>{2 * slots[0], 2 * slots[1], 2 * slots[2]}));
    EXPECT_EQ(all.slowest, 2 * 9u);
    EXPECT_EQ(all.tiles, 2 * sum);
    EXPECT_EQ(all.threads, sum);
  }
}

TEST_F(SlotTotalsTest, EstimatesStand) {
  plan_.computes[0].estimates = {1000, plan::kNone, plan::kNone, plan::kNone, 400, plan::kNone};
  EXPECT_EQ(cycles({1, 5, 2, 0, 9, 0}), 2 * 1005u + 400);
}

TEST_F(SlotTotalsTest, AStepIsCountedAsAWholeOrNotAtAll) {
  code_.types[1].counting = nullptr;
  EXPECT_FALSE(SlotTotals(plan_, code_).counts(0));
  plan_.computes[0].estimates[4] = 400;
  EXPECT_TRUE(SlotTotals(plan_, code_).counts(0));
  plan_.computes[0].estimates.clear(); // all are estimated
  EXPECT_FALSE(SlotTotals(plan_, code_).counts(0));
}

} // namespace
} // namespace poplar_emu::runtime::test
