// SPDX-License-Identifier: MIT
// From plans and records to profiles: the program tree, and sums that hold.
#include "SmallPlan.hpp"

#include "profile/build/BuildProfile.hpp"
#include "profile/build/ProgramTree.hpp"
#include "profile/print/TileAverages.hpp"
#include "pva/data/Verify.hpp"

#include <gtest/gtest.h>

#include <map>

namespace poplar_emu::profile {
namespace {

using namespace test;
using plan::StepKind;
using pva::internal::Profile;
using pva::internal::ProgramType;

class BuildProfileTest : public testing::Test {
 protected:
  /// The whole program: read, three times add and back, add. 5 cycles of branches a round.
  void runOnce() {
    recorder.onRunBegin(0);
    std::uint64_t now = 1000;
    const auto step = [&](StepKind kind, const CycleParts &parts) {
      recorder.onStep(record(kind, parts, now));
      now += parts.total();
      sum += parts;
    };
    step(StepKind::StreamRead, kReadParts);
    for (unsigned i = 0; i < 3; ++i) {
      now += 5;
      sum.control += 5;
      step(StepKind::Compute, kAddParts);
      step(StepKind::Copy, kBackParts);
    }
    step(StepKind::Compute, kAddParts);
    recorder.onRunEnd();
    CycleParts waiting; // the other IPU
    waiting.sync = sum.total();
    recorder.finishRun("", 0, sum.total(), {sum, waiting});
  }

  Profile profile() {
    Profile profile = compilationProfile(plan, poplar::Target::createIPUTarget(2, 2, "ipu2"), {},
                                         TileDetail::Keep);
    addExecution(plan, recorder, profile);
    return profile;
  }

  plan::Plan plan = smallPlan();
  Recorder recorder{plan, {}};
  CycleParts sum;
};

TEST_F(BuildProfileTest, StepsBecomeExchangesSyncsAndCode) {
  const Profile built = profile();
  EXPECT_EQ(pva::internal::firstProblem(built), "");
  std::string text;
  const auto print = [&](auto &&self, std::uint32_t node) -> void {
    const pva::internal::ProgramInfo &program = built.programs[node];
    text += std::to_string(static_cast<int>(program.type)) + program.name;
    if (program.children.empty()) return;
    text += "(";
    for (const std::uint32_t child : program.children) {
      self(self, child);
      text += " ";
    }
    text += ")";
  };
  ASSERT_EQ(built.entries.size(), 1u);
  print(print, built.entries[0]);
  const auto t = [](ProgramType type) { return std::to_string(static_cast<int>(type)); };
  const std::string add = t(ProgramType::Sync) + " " + t(ProgramType::DoExchange) + "add " +
                          t(ProgramType::Sync) + " " + t(ProgramType::OnTileExecute) + "add ";
  EXPECT_EQ(text, t(ProgramType::Sequence) + "main(" + t(ProgramType::StreamCopyBegin) + "in " +
                      t(ProgramType::StreamCopyMid) + "in " + t(ProgramType::StreamCopyEnd) +
                      "in " + t(ProgramType::Repeat) + "(" + t(ProgramType::Sequence) + "(" + add +
                      t(ProgramType::Sync) + " " + t(ProgramType::OnTileExecute) + "back ) ) " +
                      add + ")");
  EXPECT_EQ(built.programs[built.entries[0]].children.size(), 8u);
}

TEST_F(BuildProfileTest, WhatOccursTwiceIsOneNode) {
  const Profile built = profile();
  std::map<std::string, int> named;
  for (const pva::internal::ProgramInfo &program : built.programs)
    if (program.type == ProgramType::OnTileExecute) ++named[program.name];
  EXPECT_EQ(named["add"], 1);
  for (std::size_t i = 0; i < built.programs.size(); ++i)
    for (const std::uint32_t child : built.programs[i].children)
      EXPECT_GT(child, i);
}

TEST_F(BuildProfileTest, RepeatsAndSites) {
  const Profile built = profile();
  for (const pva::internal::ProgramInfo &program : built.programs) {
    if (program.type == ProgramType::Repeat) {
      EXPECT_EQ(program.repeats, 3u);
      EXPECT_EQ(program.site, "a.cpp:2");
    }
    if (program.type == ProgramType::StreamCopyMid) {
      EXPECT_EQ(program.site, "a.cpp:1");
    }
    if (program.computeSet == 0) {
      EXPECT_EQ(program.site, "a.cpp:3");
    }
  }
}

TEST_F(BuildProfileTest, PartsOfLeavesAddUpToThoseOfSteps) {
  runOnce();
  const Profile built = profile();
  EXPECT_EQ(pva::internal::firstProblem(built), "");
  CycleParts steps, totals;
  std::uint64_t end = 1000;
  for (const pva::internal::StepInfo &step : built.steps) {
    EXPECT_EQ(step.parts.total(), step.cyclesTo - step.cyclesFrom);
    EXPECT_GE(step.cyclesFrom, end);
    end = step.cyclesTo;
    steps += step.parts;
  }
  for (const pva::internal::ProgramTotal &total : built.totals)
    totals += total.parts;
  CycleParts expected = sum;
  expected.control = 0; // of branches: belongs to no step
  EXPECT_EQ(steps, expected);
  EXPECT_EQ(totals, expected);
  EXPECT_EQ(end, 1000 + sum.total());
  EXPECT_EQ(built.totalCycles, sum.total());
  EXPECT_EQ(built.runs[0].numSteps, built.steps.size());
}

TEST_F(BuildProfileTest, EachPartHasItsLeaf) {
  runOnce();
  const Profile built = profile();
  std::map<ProgramType, CycleParts> byType;
  for (const pva::internal::StepInfo &step : built.steps)
    byType[built.programs[step.program].type] += step.parts;
  EXPECT_EQ(byType[ProgramType::OnTileExecute].total(), 4 * 60u + 3 * 4u);
  EXPECT_EQ(byType[ProgramType::DoExchange].total(), 4 * 10u);
  EXPECT_EQ(byType[ProgramType::Sync].total(), 7 * 7u);
  EXPECT_EQ(byType[ProgramType::StreamCopyBegin].total(), 30u);
  EXPECT_EQ(byType[ProgramType::StreamCopyMid].total(), 20u);
  EXPECT_EQ(byType[ProgramType::StreamCopyEnd].total(), 5u); // nothing else can exchange there
}

TEST_F(BuildProfileTest, TileAveragesAddUpToTheTotal) {
  runOnce();
  runOnce();
  const TileAverages average = tileAverages(profile());
  // 8 executions of 100 and 40 cycles on 4 tiles; branches on one of the two IPUs.
  EXPECT_DOUBLE_EQ(average.computeWithIdleThreads, 8 * 100 / 4.0 + (15 + 30) / 2.0);
  EXPECT_DOUBLE_EQ(average.computeWithoutIdleThreads, 8 * 40 / 4.0);
  EXPECT_DOUBLE_EQ(average.computeWithIdleThreads + average.exchange + average.globalExchange +
                       average.host + average.sync,
                   static_cast<double>(profile().totalCycles));
}

// The host serves all IPUs of a replica at one sync; two may be served one by one.
TEST_F(BuildProfileTest, TransfersOfTheHostTakeAllIpus) {
  plan.streamSteps[0].exchange.ipus = {0};
  plan.computes[0].exchange.ipus = {1};
  const auto ipusOf = [&](ProgramType type, const poplar::OptionFlags &options) {
    const Profile built = compilationProfile(
        plan, poplar::Target::createIPUTarget(2, 2, "ipu2", options), {}, TileDetail::Keep);
    for (const pva::internal::ProgramInfo &program : built.programs)
      if (program.type == type) return program.ipus;
    return std::vector<std::uint32_t>{99};
  };
  using Ipus = std::vector<std::uint32_t>;
  EXPECT_EQ(ipusOf(ProgramType::StreamCopyMid, {}), Ipus());
  EXPECT_EQ(ipusOf(ProgramType::DoExchange, {}), Ipus{1});
  EXPECT_EQ(ipusOf(ProgramType::StreamCopyMid, {{"syncConfiguration", "ipuAndAll"}}), Ipus{0});
}

TEST_F(BuildProfileTest, RecordedCyclesOfTilesWinOverEstimates) {
  RecorderLimits limits;
  limits.tileCycles = TileCycles::Keep;
  Recorder exact(plan, limits);
  const std::vector<std::uint64_t> cycles = {0, 6, 0, 60};
  exact.onRunBegin(0);
  plan::StepRecord step = record(StepKind::Compute, kAddParts, 0);
  step.cyclesByTile = cycles;
  step.tileCycles = 66;
  step.threadCycles = 33;
  exact.onStep(step);
  exact.finishRun("", 0, kAddParts.total(), {kAddParts, kAddParts});
  Profile built =
      compilationProfile(plan, poplar::Target::createIPUTarget(2, 2, "ipu2"), {}, TileDetail::Keep);
  addExecution(plan, exact, built);
  const TileAverages average = tileAverages(built);
  EXPECT_DOUBLE_EQ(average.computeWithIdleThreads, 66 / 4.0);
  EXPECT_DOUBLE_EQ(average.computeWithoutIdleThreads, 33 / 4.0);
  EXPECT_EQ(cyclesByType(built).at("Add").cycles, 33u);
  EXPECT_EQ(cyclesByType(built).at("Add").instances, 3u);
  EXPECT_EQ(built.tileCycles[built.steps.back().tileCycles], cycles);
}

/// Instances at 512: two of one pointer each, and one whose pointer leads to a table of two rows.
TEST_F(BuildProfileTest, VariablesOfSteps) {
  plan.memory.variables = {{"a", ElementType::Float, 16, 0, 64, {}},
                           {"unused", ElementType::Float, 16, 64, 64, {}},
                           {"b", ElementType::Float, 16, 128, 64, {}},
                           {"c", ElementType::Float, 16, 192, 64, {}}};
  plan.memory.scratch = 256;
  plan.memory.instances = 512;
  plan.vertexTypes[0].stride = 8;
  plan.computes[0].batches = {{0, 3, 512, TileId(1), 0}};
  plan.memory.relocations = {{512, 4}, {520, 256}, {528, 600}, {600, 130}, {608, 8}};
  plan.computes[0].gathers.moves.push_back({200, 256, 16});
  plan.copies[0].phases.emplace_back().moves.push_back({0, 132, 16});
  plan.streamSteps[0].moves.moves.push_back({0, 192, 64}); // from byte 0 of the host's buffer
  const Profile built = profile();
  for (const pva::internal::ProgramInfo &program : built.programs) {
    const auto &found = program.variables;
    if (program.computeSet == 0) {
      EXPECT_EQ(found, (std::vector<std::uint32_t>{0, 2, 3})); // "c" is gathered
    } else if (program.name == "back") {
      EXPECT_EQ(found, (std::vector<std::uint32_t>{0, 2}));
    } else if (program.type == ProgramType::StreamCopyMid) {
      EXPECT_EQ(found, (std::vector<std::uint32_t>{3}));
    } else if (program.type == ProgramType::Sync) {
      EXPECT_TRUE(found.empty());
    }
  }
}

TEST_F(BuildProfileTest, VerticesByTypeAndTile) {
  const Profile built = profile();
  ASSERT_EQ(built.computeSets.size(), 1u);
  const pva::internal::VertexCount &count = built.computeSets[0].vertices.at(0);
  EXPECT_EQ(count.count, 3u);
  EXPECT_EQ(count.countByTile, (std::vector<std::uint32_t>{0, 3, 0, 0}));
  EXPECT_EQ(count.estimatedCycles, 40u);
  EXPECT_EQ(built.numVertices, 3u);
}

} // namespace
} // namespace poplar_emu::profile
