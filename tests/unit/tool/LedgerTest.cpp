// SPDX-License-Identifier: MIT
// Supersteps are found in the steps of a profile, add up, and are predicted for other machines.
#include "ledger/Ledger.hpp"
#include "SmallProfile.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace poplar_emu::tool {
namespace {

using testing::HasSubstr;

TEST(Supersteps, JoinAnExchangeWithTheComputeSetAfterIt) {
  const std::vector<Superstep> steps = superstepsOf(smallProfile());
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].name, "stencil");
  EXPECT_EQ(steps[0].executions, 3u);
  EXPECT_EQ(steps[0].parts.total(), 750u);
  EXPECT_EQ(steps[0].longest, 250u);
  EXPECT_EQ(steps[1].name, "swap");
  EXPECT_EQ(steps[1].parts.globalExchange, 50u);
}

TEST(Supersteps, KnowTheBusiestTileAndTheWaitingOnes) {
  const Superstep stencil = superstepsOf(smallProfile())[0];
  EXPECT_EQ(stencil.h, 20u); // tile 0 sends 80 bytes, tile 1 receives as many
  EXPECT_DOUBLE_EQ(stencil.w, 200);
  EXPECT_DOUBLE_EQ(stencil.imbalance().value(), 2);
  EXPECT_DOUBLE_EQ(stencil.waiting().value(), 100);
}

TEST(Supersteps, AverageTheTilesThatTakePart) {
  pva::internal::Profile profile = smallProfile();
  profile.programs[5].ipus = {1};
  const Superstep stencil = superstepsOf(profile)[0];
  EXPECT_DOUBLE_EQ(stencil.imbalance().value(), 1); // as many cycles on half of the tiles
  std::ostringstream out;
  printLedger(profile, {}, 10, TableForm::Aligned, out);
  EXPECT_THAT(out.str(), HasSubstr("stencil (IPU 1)"));
}

TEST(Supersteps, DoNotGuessWhatTheProfileDoesNotSay) {
  pva::internal::Profile profile = smallProfile();
  profile.exchanges[0].tiles.clear();
  profile.totals.clear();
  const Superstep stencil = superstepsOf(profile)[0];
  EXPECT_FALSE(stencil.h.has_value());
  EXPECT_FALSE(stencil.imbalance().has_value());
}

TEST(Supersteps, AddUpToTheRun) {
  std::uint64_t sum = 0;
  for (const Superstep &superstep : superstepsOf(smallProfile()))
    sum += superstep.parts.total();
  EXPECT_EQ(sum, smallProfile().totalCycles);
}

TEST(Supersteps, WaitForWhatComesNext) {
  using namespace pva::internal;
  Profile profile = smallProfile();
  profile.steps = {{3, 0, 30, {.exchange = 30}, kNone},
                   {4, 30, 40, {.sync = 10}, kNone},
                   {6, 40, 90, {.globalExchange = 50}, kNone},
                   {2, 90, 97, {.sync = 7}, kNone}};
  profile.runs[0].numSteps = 4;
  const std::vector<Superstep> steps = superstepsOf(profile);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].parts.total(), 30u);
  EXPECT_EQ(steps[1].parts.total(), 10u + 50 + 7);
}

// What crosses IPUs and what does not are two programs and one exchange.
TEST(Supersteps, TakeBothPartsOfAnExchangeAsOne) {
  using namespace pva::internal;
  Profile profile = smallProfile();
  profile.programs[6].exchange = 0;
  profile.steps = {{2, 0, 10, {.sync = 10}, kNone},
                   {6, 10, 60, {.globalExchange = 50}, kNone},
                   {3, 60, 90, {.exchange = 30}, kNone},
                   {4, 90, 100, {.sync = 10}, kNone},
                   {5, 100, 300, {.compute = 200}, kNone}};
  profile.runs[0].numSteps = 5;
  const std::vector<Superstep> steps = superstepsOf(profile);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].name, "stencil");
  EXPECT_EQ(steps[0].parts.total(), 300u);
  EXPECT_EQ(steps[0].h, 20u);
}

TEST(Supersteps, WithoutANameHaveTheirLine) {
  pva::internal::Profile profile = smallProfile();
  profile.programs[6].name.clear();
  profile.programs[6].site = "/home/me/stencil.cpp:41";
  EXPECT_EQ(superstepsOf(profile)[1].name, "stencil.cpp:41");
}

TEST(Supersteps, TakeTheThreePhasesOfAStreamCopyAsOne) {
  using namespace pva::internal;
  Profile profile = smallProfile();
  profile.steps.clear();
  for (const ProgramType type :
       {ProgramType::StreamCopyBegin, ProgramType::StreamCopyMid, ProgramType::StreamCopyEnd}) {
    ProgramInfo program;
    program.type = type;
    program.name = "in";
    profile.programs.push_back(program);
    profile.steps.push_back(
        {static_cast<std::uint32_t>(profile.programs.size() - 1), 0, 7, {.host = 7}, kNone});
  }
  profile.steps.push_back({4, 21, 31, {.sync = 10}, kNone});
  profile.steps.push_back({5, 31, 231, {.compute = 200}, kNone}); // does not wait for the host
  profile.runs[0].numSteps = 5;
  const std::vector<Superstep> steps = superstepsOf(profile);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].name, "in");
  EXPECT_EQ(steps[0].executions, 1u);
  EXPECT_EQ(steps[0].parts.host, 21u);
  EXPECT_EQ(steps[1].name, "stencil");
  EXPECT_EQ(steps[1].parts.total(), 210u);
}

TEST(Ledger, TellsTransfersOfIoTilesApart) {
  pva::internal::Profile profile = smallProfile();
  profile.target.ioTiles = {1}; // of IPU 0
  profile.programs[6].onIoTiles = true;
  profile.runs[0].partsByIpu = {{.host = 10}, {}};
  profile.runs[0].ioPartsByIpu = {{.host = 40}, {.host = 2}};
  profile.totalCycles -= 40;
  std::ostringstream out;
  printLedger(profile, {}, 10, TableForm::Aligned, out);
  EXPECT_THAT(out.str(), HasSubstr("swap (I/O tiles)"));
  EXPECT_THAT(out.str(), HasSubstr("of I/O tiles, overlap: the runs took 760 cycles"));
  EXPECT_THAT(out.str(), HasSubstr("dealt with the host for 40 cycles of their IPUs; the other "
                                   "tiles waited 10 of them"));
}

TEST(Prediction, OfTheSameMachineIsWhatTheModelSays) {
  const BspMachine own = machineOf(smallProfile());
  const PredictedStep stencil = predict(superstepsOf(smallProfile())[0], own, own);
  EXPECT_DOUBLE_EQ(stencil.compute, 600);
  EXPECT_DOUBLE_EQ(stencil.exchange, 60); // 3 times 20 words
  EXPECT_DOUBLE_EQ(stencil.rest, 90);     // 30 fixed cycles of exchange, 60 of syncs
  EXPECT_DOUBLE_EQ(stencil.total(), 750);
}

TEST(Prediction, FollowsGAndL) {
  const BspMachine own = machineOf(smallProfile());
  const Superstep stencil = superstepsOf(smallProfile())[0];
  EXPECT_DOUBLE_EQ(predict(stencil, own, whatIf(own, "g=2")).exchange, 120);
  EXPECT_DOUBLE_EQ(predict(stencil, own, whatIf(own, "g=0,l=5")).total(), 600 + 0 + 15);
}

TEST(Prediction, SpreadsWorkOverTheTilesOfAnotherGeneration) {
  BspMachine own = machineOf(smallProfile());
  own.tilesPerIpu = 1472;
  const Superstep stencil = superstepsOf(smallProfile())[0];
  EXPECT_NEAR(predict(stencil, own, whatIf(own, "ipu1")).compute, 600.0 * 1472 / 1216, 1e-9);
  EXPECT_DOUBLE_EQ(whatIf(own, "bow").clockFrequency, 1.85e9);
}

TEST(Prediction, RefusesWhatIsNoMachine) {
  const BspMachine own = machineOf(smallProfile());
  for (const char *what : {"ipu9", "g=", "g=-1", "g=1x", "h=3", "l"})
    EXPECT_THROW(whatIf(own, what), std::invalid_argument) << what;
}

TEST(Ledger, ShowsTheMostExpensiveFirstAndTheSum) {
  std::ostringstream out;
  printLedger(smallProfile(), {}, 1, TableForm::TabSeparated, out);
  EXPECT_EQ(
      out.str(),
      "superstep\ttimes\tw\th\timbalance\twaiting\tcompute\texchange\tsync\tother\tcycles\t%\n"
      "stencil\t3\t200\t20\t2.00\t100\t600\t90\t60\t0\t750\t93.8\n"
      "(1 more)\t1\t\t\t\t\t0\t50\t0\t0\t50\t6.2\n"
      "sum\t4\t\t\t\t\t600\t140\t60\t0\t800\t100.0\n");
}

TEST(Ledger, ComparesMachinesByTime) {
  std::ostringstream out;
  const BspMachine own = machineOf(smallProfile());
  printLedger(smallProfile(), {whatIf(own, "l=0")}, 5, TableForm::TabSeparated, out);
  // The swap keeps its 50 words; what is fixed goes.
  EXPECT_THAT(out.str(), HasSubstr("l=0\t600\t110\t0\t710\t0.7\t-11.2\n"));
}

TEST(Ledger, AccountsForWhatLiesBetweenSupersteps) {
  pva::internal::Profile profile = smallProfile();
  profile.totalCycles = 1000;
  std::ostringstream out;
  printLedger(profile, {}, 5, TableForm::TabSeparated, out);
  EXPECT_THAT(out.str(), HasSubstr("(between supersteps)\t0\t\t\t\t\t0\t0\t0\t200\t200\t20.0\n"));
  EXPECT_THAT(out.str(), HasSubstr("\t1000\t100.0\n"));
}

TEST(Ledger, SaysWhenIpusOverlap) {
  pva::internal::Profile profile = smallProfile();
  profile.totalCycles = 700;
  std::ostringstream out;
  printLedger(profile, {}, 5, TableForm::Aligned, out);
  EXPECT_THAT(out.str(), HasSubstr("the runs took 700 cycles"));
}

TEST(Ledger, SaysWhatWasNotKept) {
  pva::internal::Profile profile = smallProfile();
  profile.stepsDropped = 87;
  std::ostringstream out;
  printLedger(profile, {}, 5, TableForm::Aligned, out);
  EXPECT_THAT(out.str(), HasSubstr("kept 13 of 100 steps"));
}

} // namespace
} // namespace poplar_emu::tool
