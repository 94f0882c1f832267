// SPDX-License-Identifier: MIT
// What is kept of runs, and what is only added up.
#include "SmallPlan.hpp"

#include "profile/record/Recorder.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace poplar_emu::profile {
namespace {

using namespace test;
using plan::StepKind;

class RecorderTest : public testing::Test {
 protected:
  void run(Recorder &recorder, unsigned numSteps) {
    recorder.onRunBegin(0);
    for (unsigned i = 0; i < numSteps; ++i)
      recorder.onStep(record(StepKind::Compute, kAddParts, 77 * i));
    recorder.onRunEnd();
    recorder.finishRun("name", 0.5, 77 * numSteps, {});
  }

  plan::Plan plan = smallPlan();
};

TEST_F(RecorderTest, StepsOfTheFirstRunsAndTotalsOfAll) {
  RecorderLimits limits;
  limits.runsPerProgram = 2;
  Recorder recorder(plan, limits);
  for (unsigned i = 0; i < 5; ++i)
    run(recorder, 3);
  EXPECT_EQ(recorder.steps().size(), 6u);
  EXPECT_EQ(recorder.stepsDropped(), 9u);
  ASSERT_EQ(recorder.runs().size(), 5u);
  EXPECT_EQ(recorder.runs()[1].firstStep, 3u);
  EXPECT_EQ(recorder.runs()[1].numSteps, 3u);
  EXPECT_EQ(recorder.runs()[4].numSteps, 0u);
  EXPECT_EQ(recorder.runs()[4].cycles, 231u);
  const StepTotal &total = recorder.totals()[recorder.table().indexOf(StepKind::Compute, 0)];
  EXPECT_EQ(total.executions, 15u);
  EXPECT_EQ(total.parts.compute, 15 * kAddParts.compute);
  EXPECT_EQ(total.parts.total(), 15 * kAddParts.total());
}

TEST_F(RecorderTest, NoMoreStepsThanTheLimit) {
  RecorderLimits limits;
  limits.steps = 4;
  Recorder recorder(plan, limits);
  run(recorder, 10);
  EXPECT_EQ(recorder.steps().size(), 4u);
  EXPECT_EQ(recorder.stepsDropped(), 6u);
}

TEST_F(RecorderTest, EqualFiguresAreKeptOnce) {
  RecorderLimits limits;
  limits.tileCycles = TileCycles::Keep;
  Recorder recorder(plan, limits);
  const std::vector<std::uint64_t> fast = {1, 2, 3, 4}, slow = {1, 2, 3, 9};
  recorder.onRunBegin(0);
  for (const auto *cycles : {&fast, &fast, &slow, &slow, &fast}) {
    plan::StepRecord step = record(StepKind::Compute, kAddParts, 0);
    step.cyclesByTile = *cycles;
    step.tileCycles = std::accumulate(cycles->begin(), cycles->end(), std::uint64_t{0});
    recorder.onStep(step);
  }
  EXPECT_EQ(recorder.parts().size(), 1u);
  ASSERT_EQ(recorder.tileCycles().size(), 3u);
  EXPECT_EQ(recorder.tileCycles()[recorder.steps()[3].tileCycles], slow);
  EXPECT_EQ(recorder.totals()[0].tileCycles, 3 * 10u + 2 * 15u);
}

TEST_F(RecorderTest, CyclesOfTilesOnlyAsAsked) {
  EXPECT_FALSE(Recorder(plan, {}).wantsTileCycles());
  RecorderLimits limits;
  limits.tileCycles = TileCycles::Sum;
  Recorder recorder(plan, limits);
  const std::vector<std::uint64_t> cycles = {1, 2, 3, 4};
  recorder.onRunBegin(0);
  EXPECT_TRUE(recorder.wantsTileCycles());
  plan::StepRecord step = record(StepKind::Compute, kAddParts, 0);
  step.cyclesByTile = cycles;
  step.tileCycles = 10;
  recorder.onStep(step);
  EXPECT_TRUE(recorder.tileCycles().empty());
  EXPECT_EQ(recorder.totals()[0].tileCycles, 10u);

  limits.tileCycles = TileCycles::ByIpu;
  Recorder ofIpus(plan, limits);
  ofIpus.onRunBegin(0);
  ofIpus.onStep(step);
  ASSERT_EQ(ofIpus.tileCycles().size(), 1u);
  EXPECT_EQ(ofIpus.tileCycles()[0], (std::vector<std::uint64_t>{2, 4}));

  limits.tileCycles = TileCycles::Keep;
  limits.tileValues = 3;
  Recorder bounded(plan, limits);
  bounded.onRunBegin(0);
  bounded.onStep(step);
  EXPECT_EQ(bounded.steps()[0].tileCycles, plan::kNone);
}

TEST_F(RecorderTest, PausedRunsLeaveNothing) {
  Recorder recorder(plan, {});
  recorder.pause();
  run(recorder, 3);
  EXPECT_TRUE(recorder.runs().empty() && recorder.steps().empty());
  EXPECT_EQ(recorder.totals()[0].executions, 0u);
  recorder.resume();
  run(recorder, 3);
  EXPECT_EQ(recorder.runs().size(), 1u);
  recorder.reset();
  EXPECT_TRUE(recorder.runs().empty() && recorder.steps().empty());
  EXPECT_EQ(recorder.totals()[0].executions, 0u);
  run(recorder, 2); // and it starts anew
  EXPECT_EQ(recorder.steps().size(), 2u);
}

TEST_F(RecorderTest, StepsAreNumberedWhateverTheirKind) {
  const StepTable table(plan);
  EXPECT_EQ(table.size(), 3u);
  for (const auto &[kind, payload] :
       {std::pair{StepKind::Compute, 0u}, std::pair{StepKind::Copy, 0u},
        std::pair{StepKind::StreamRead, 0u}})
    EXPECT_EQ(table.stepAt(table.indexOf(kind, payload)), std::pair(kind, payload));
  EXPECT_EQ(table.indexOf(StepKind::StreamWrite, 0), table.indexOf(StepKind::StreamRead, 0));
}

} // namespace
} // namespace poplar_emu::profile
