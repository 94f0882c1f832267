// SPDX-License-Identifier: MIT
// Schedules against the published tables and formulas, and against the oracle for random stage
// maps.
#include "Oracle.hpp"

#include <gcl/pipeline/Schedule.hpp>

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;
using Ipus = std::vector<unsigned>;

std::vector<Cycle> cyclesOf(const Schedule &schedule) {
  std::vector<Cycle> cycles;
  for (unsigned c = 0; c < schedule.numCycles(); ++c) {
    Cycle cycle;
    for (const Slot &slot : slotsOfCycle(schedule, c))
      cycle.insert({slot.virtualGraph, slot.stage, slot.microBatch});
    cycles.push_back(cycle);
  }
  return cycles;
}

TEST(Schedule, ThreeIpusTrainAsPublished) {
  const Schedule schedule = makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 1, 2}, 5);
  EXPECT_EQ(toText(schedule), "cycle  phase  IPU 0      IPU 1      IPU 2\n"
                              "0      fill   F0:0       .          .\n"
                              "1      fill   F0:1       F1:0       .\n"
                              "2      fill   F0:2       F1:1       FB2:0\n"
                              "3      fill   F0:3       F1:2 B1:0  FB2:1\n"
                              "4      main   F0:4 B0:0  F1:3 B1:1  FB2:2\n"
                              "5      flush  B0:1       F1:4 B1:2  FB2:3\n"
                              "6      flush  B0:2       B1:3       FB2:4\n"
                              "7      flush  B0:3       B1:4       .\n"
                              "8      flush  B0:4       .          .\n");
}

TEST(Schedule, TwoIpusTrainAsPublished) {
  const Schedule schedule = makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 1}, 4);
  EXPECT_EQ(schedule.fillCycles, 2u);
  EXPECT_EQ(schedule.mainCycles, 2u);
  EXPECT_EQ(schedule.flushCycles, 2u);
  const std::vector<Cycle> expected = {
      {{0, 0, 0}},
      {{0, 0, 1}, {1, 1, 0}},
      {{0, 0, 2}, {0, 2, 0}, {1, 1, 1}},
      {{0, 0, 3}, {0, 2, 1}, {1, 1, 2}},
      {{0, 2, 2}, {1, 1, 3}},
      {{0, 2, 3}},
  };
  EXPECT_EQ(cyclesOf(schedule), expected);
}

TEST(Schedule, FourIpusAreBusyFromCycleThreeToTen) {
  const Schedule schedule = makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 1, 2, 3}, 8);
  EXPECT_EQ(schedule.fillCycles, 6u);
  EXPECT_EQ(schedule.mainCycles, 2u);
  EXPECT_EQ(schedule.numCycles(), 14u);
  for (unsigned c = 0; c < schedule.numCycles(); ++c) {
    std::set<unsigned> busy;
    unsigned onFirst = 0;
    for (const Slot &slot : slotsOfCycle(schedule, c)) {
      busy.insert(slot.virtualGraph);
      onFirst += slot.virtualGraph == 0;
    }
    EXPECT_EQ(busy.size() == 4, c >= 3 && c <= 10) << c;
    EXPECT_EQ(onFirst == 2, c == 6 || c == 7) << c;
  }
}

TEST(Schedule, TiedWeightsInferOnTheFirstIpuTwice) {
  const Schedule schedule = makeSchedule(ScheduleKind::Popart, Mode::Inference, {0, 1, 2, 0}, 6);
  EXPECT_EQ(schedule.fillCycles, 3u);
  EXPECT_EQ(schedule.mainCycles, 3u);
  for (unsigned c = 3; c < 6; ++c)
    EXPECT_EQ(cyclesOf(schedule)[c],
              (Cycle{{0, 0, c}, {1, 1, c - 1}, {2, 2, c - 2}, {0, 3, c - 3}}));
}

TEST(Schedule, NeighboursOnOneIpuShareACycle) {
  // Forward 0, 1 on IPU 0, stage 2 on IPU 1, backward 3, 4 on IPU 0.
  const Schedule schedule = makeSchedule(ScheduleKind::Popart, Mode::Training, {0, 0, 1}, 3);
  const std::vector<unsigned> expected = {0, 0, 1, 2, 2};
  ASSERT_EQ(schedule.stages.size(), expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s)
    EXPECT_EQ(schedule.stages[s].start, expected[s]) << s;
  EXPECT_EQ(schedule.fillCycles, 2u);
  EXPECT_EQ(schedule.mainCycles, 1u);
  EXPECT_EQ(schedule.flushCycles, 2u);
}

TEST(Schedule, RampsOfAChainHaveTwoStepsForEachStageButOne) {
  for (unsigned stages = 2; stages < 9; ++stages) {
    Ipus ipus;
    for (unsigned s = 0; s < stages; ++s)
      ipus.push_back(s);
    const Schedule schedule =
        makeSchedule(ScheduleKind::Popart, Mode::Training, ipus, 2 * stages + 3);
    EXPECT_EQ(schedule.fillCycles, 2 * stages - 2);
    EXPECT_EQ(schedule.flushCycles, 2 * stages - 2);
    EXPECT_EQ(schedule.numCycles(), 2 * stages + 3 + 2 * stages - 2);
    for (unsigned p = 0; p < stages; ++p)
      EXPECT_EQ(stashDepth(schedule, p, 2 * (stages - 1) - p), 2 * (stages - 1 - p) + 1);
  }
}

TEST(Schedule, EqualsTheOracleForRandomStageMaps) {
  std::mt19937 random(1);
  unsigned compared = 0;
  for (unsigned round = 0; round < 5000; ++round) {
    Ipus ipus(1 + random() % 7);
    for (unsigned &ipu : ipus)
      ipu = random() % 4;
    if (std::set<unsigned>(ipus.begin(), ipus.end()).size() < 2) continue;
    const Mode mode = random() % 2 ? Mode::Training : Mode::Inference;
    const unsigned n = 1 + random() % 16;
    const Plan plan = popartPlan(mode == Mode::Training ? throughAndBack(ipus) : ipus, n);
    if (plan.cycles.empty()) {
      EXPECT_ANY_THROW(makeSchedule(ScheduleKind::Popart, mode, ipus, n));
      continue;
    }
    const Schedule schedule = makeSchedule(ScheduleKind::Popart, mode, ipus, n);
    ASSERT_EQ(schedule.fillCycles, plan.fill);
    ASSERT_EQ(schedule.mainCycles, plan.main);
    ASSERT_EQ(cyclesOf(schedule), plan.cycles);
    ++compared;
  }
  EXPECT_GT(compared, 1000u);
}

TEST(Schedule, GroupedTrainsAsPublished) {
  const Schedule schedule = makeSchedule(ScheduleKind::Grouped, Mode::Training, {0, 1}, 4);
  const std::vector<Cycle> expected = {
      {{0, 0, 0}},
      {{0, 0, 1}, {1, 1, 0}},
      {{0, 0, 2}, {1, 1, 1}, {1, 2, 0}},
      {{0, 0, 3}, {0, 3, 0}, {1, 1, 2}, {1, 2, 1}},
      {{0, 3, 1}, {1, 1, 3}, {1, 2, 2}},
      {{0, 3, 2}, {1, 2, 3}},
      {{0, 3, 3}},
  };
  EXPECT_EQ(cyclesOf(schedule), expected);
  // Forward stage s keeps activations of 2 (P - 1 - s) micro-batches besides the running one.
  EXPECT_EQ(stashDepth(schedule, 0, 3), 4u);
  EXPECT_EQ(stashDepth(schedule, 1, 2), 2u);
}

TEST(Schedule, InterleavedTrainsAsPublished) {
  const Schedule schedule = makeSchedule(ScheduleKind::Interleaved, Mode::Training, {0, 1}, 4);
  const std::vector<Cycle> expected = {
      {{0, 0, 0}},
      {{1, 1, 0}},
      {{0, 0, 1}, {1, 2, 0}},
      {{0, 3, 0}, {1, 1, 1}},
      {{0, 0, 2}, {1, 2, 1}},
      {{0, 3, 1}, {1, 1, 2}},
      {{0, 0, 3}, {1, 2, 2}},
      {{0, 3, 2}, {1, 1, 3}},
      {{1, 2, 3}},
      {{0, 3, 3}},
  };
  EXPECT_EQ(cyclesOf(schedule), expected);
  EXPECT_EQ(stashDepth(schedule, 0, 3), 2u);
  EXPECT_EQ(stashDepth(schedule, 1, 2), 1u);
}

TEST(Schedule, TensorFlowKindsEqualTheOracle) {
  for (unsigned stages = 2; stages < 6; ++stages) {
    Ipus ipus, all;
    for (unsigned s = 0; s < stages; ++s)
      ipus.push_back(s);
    all = ipus;
    all.insert(all.end(), ipus.rbegin(), ipus.rend());
    for (unsigned times = 1; times < 4; ++times) {
      const unsigned grouped = 2 * stages * times, interleaved = stages * times;
      EXPECT_EQ(cyclesOf(makeSchedule(ScheduleKind::Grouped, Mode::Training, ipus, grouped)),
                steppedPlan(all, grouped, 1).cycles);
      EXPECT_EQ(
          cyclesOf(makeSchedule(ScheduleKind::Interleaved, Mode::Training, ipus, interleaved)),
          steppedPlan(all, interleaved, 2).cycles);
      EXPECT_EQ(cyclesOf(makeSchedule(ScheduleKind::Sequential, Mode::Training, ipus, times)),
                steppedPlan(all, times, 2 * stages).cycles);
      EXPECT_EQ(cyclesOf(makeSchedule(ScheduleKind::Grouped, Mode::Inference, ipus, interleaved)),
                steppedPlan(ipus, interleaved, 1).cycles);
    }
  }
}

TEST(Schedule, LettersOfFourStages) {
  const Schedule schedule = makeSchedule(ScheduleKind::Grouped, Mode::Inference, {0, 1, 2, 3}, 4);
  std::vector<std::string> letters;
  for (unsigned c = 0; c < schedule.numCycles(); ++c) {
    std::string step = "....";
    for (const Slot &slot : slotsOfCycle(schedule, c))
      step[slot.stage] = "abcd"[slot.stage];
    letters.push_back(step);
  }
  EXPECT_EQ(letters,
            (std::vector<std::string>{"a...", "ab..", "abc.", "abcd", ".bcd", "..cd", "...d"}));
}

TEST(Schedule, PhasesFollowEachOther) {
  const Schedule schedule = makeSchedule(ScheduleKind::Popart, Mode::Inference, {0, 1, 2}, 5);
  std::string phases;
  for (unsigned c = 0; c < schedule.numCycles(); ++c)
    phases += "fmF"[static_cast<int>(phaseOfCycle(schedule, c))];
  EXPECT_EQ(phases, "ffmmmFF");
}

TEST(Schedule, UtilisationIsNOverNPlusRamp) {
  EXPECT_DOUBLE_EQ(utilisation(makeSchedule(ScheduleKind::Popart, Mode::Inference, {0, 1}, 16)),
                   16.0 / 17.0);
  EXPECT_DOUBLE_EQ(utilisation(makeSchedule(ScheduleKind::Sequential, Mode::Inference, {0, 1}, 16)),
                   0.5);
}

} // namespace
