// SPDX-License-Identifier: MIT
// Too few micro-batches and impossible stage maps: the text counts.
#include "ErrorText.hpp"

#include <gcl/pipeline/Schedule.hpp>

#include <gtest/gtest.h>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;

TEST(ScheduleErrors, InferenceNeedsAsManyMicroBatchesAsStages) {
  EXPECT_NO_THROW(makeSchedule(ScheduleKind::Popart, Mode::Inference, {0, 1, 2}, 3));
  const std::string text =
      errorOf([] { makeSchedule(ScheduleKind::Popart, Mode::Inference, {0, 1, 2}, 2); });
  EXPECT_PART(text, "2 micro-batches do not fill the pipeline");
  EXPECT_PART(text, "needs at least 3");
  EXPECT_PART(text, "3 - 1 = 2 cycles");
}

TEST(ScheduleErrors, TrainingNeedsTwicePLessOne) {
  EXPECT_NO_THROW(makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 1, 2}, 5));
  const std::string text =
      errorOf([] { makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 1, 2}, 4); });
  EXPECT_PART(text, "needs at least 5");
  EXPECT_PART(text, "3 forward stages train in 2 x 3 - 1 = 5 stages");
  EXPECT_PART(text, "fix: accumulate over at least 5 micro-batches");
}

TEST(ScheduleErrors, FusedNeighboursLowerTheDepth) {
  EXPECT_NO_THROW(makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 0, 1}, 3));
  const std::string text =
      errorOf([] { makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 0, 1}, 2); });
  EXPECT_PART(text, "needs at least 3");
  EXPECT_PART(text, "their IPUs are 0, 0, 1, 0, 0");
  EXPECT_PART(text, "3 timing slots remain");
}

TEST(ScheduleErrors, TensorFlowKindsNeedMultiples) {
  EXPECT_NO_THROW(makeSchedule(ScheduleKind::Grouped, Mode::Training, {0, 1}, 8));
  const std::string grouped =
      errorOf([] { makeSchedule(ScheduleKind::Grouped, Mode::Training, {0, 1}, 6); });
  EXPECT_PART(grouped, "needs a multiple of 4");
  EXPECT_PART(grouped, "6 = 1 x 4 + 2");
  EXPECT_PART(grouped, "use 8 micro-batches");
  const std::string interleaved =
      errorOf([] { makeSchedule(ScheduleKind::Interleaved, Mode::Training, {0, 1, 2}, 4); });
  EXPECT_PART(interleaved, "needs a multiple of 3");
}

TEST(ScheduleErrors, OneIpuCannotOverlap) {
  EXPECT_PART(errorOf([] { makeSchedule(ScheduleKind::Popart, Mode::Training, {0}, 4); }),
              "needs more than one IPU");
  EXPECT_PART(errorOf([] { makeSchedule(ScheduleKind::Grouped, Mode::Inference, {3, 3}, 4); }),
              "all 2 stages lie on IPU 3");
  EXPECT_NO_THROW(makeSchedule(ScheduleKind::Sequential, Mode::Training, {0}, 1));
}

TEST(ScheduleErrors, InterleavedTrainsOneStageAnIpu) {
  const std::string text =
      errorOf([] { makeSchedule(ScheduleKind::Interleaved, Mode::Training, {0, 1, 0}, 3); });
  EXPECT_PART(text, "stages 0 and 2 both lie on IPU 0");
  EXPECT_NO_THROW(makeSchedule(ScheduleKind::Interleaved, Mode::Inference, {0, 1, 0}, 3));
}

TEST(ScheduleErrors, NothingToSchedule) {
  EXPECT_PART(errorOf([] { makeSchedule(ScheduleKind::Popart, Mode::Training, {}, 4); }),
              "no stages");
  EXPECT_PART(errorOf([] { makeSchedule(ScheduleKind::Sequential, Mode::Training, {0}, 0); }),
              "no micro-batches");
}

} // namespace
