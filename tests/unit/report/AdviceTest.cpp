// SPDX-License-Identifier: MIT
// Each rule fires on a profile that has what it looks for, and not on one that lacks it.
#include "page/advice/Advice.hpp"

#include "support/SyntheticProfile.hpp"

#include <gmock/gmock.h>

namespace poplar_emu::report {
namespace {

using pva::internal::Profile;
using testing::HasSubstr;

/// One leaf, executed 10 times, on two tiles.
Profile leafWith(const CycleParts &parts, std::uint64_t tileCycles, std::uint64_t threadCycles) {
  Profile profile;
  profile.hasExecution = true;
  profile.target.numIpus = 1;
  profile.target.tilesPerIpu = 2;
  profile.target.numWorkers = 6;
  profile.target.bytesPerTile = 1000;
  profile.programs.resize(1);
  profile.programs[0].name = "leaf";
  profile.totals = {{0, 10, parts, threadCycles, tileCycles}};
  profile.totalCycles = parts.total();
  return profile;
}

CycleParts parts(std::uint64_t compute, std::uint64_t exchange, std::uint64_t global,
                 std::uint64_t host, std::uint64_t sync) {
  return {compute, exchange, global, host, sync, 0};
}

std::vector<std::string> topics(const Profile &profile) {
  std::vector<std::string> list;
  for (const Advice &advice : advise(profile))
    list.push_back(advice.topic);
  return list;
}

TEST(Advice, EvenComputeIsFine) {
  const std::vector<Advice> list = advise(leafWith(parts(1000, 0, 0, 0, 10), 2000, 2000));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].level, Advice::Level::Fine);
}

TEST(Advice, OneBusyTileOfTwoIsImbalance) {
  const std::vector<Advice> list = advise(leafWith(parts(1000, 0, 0, 0, 0), 1000, 1000));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].topic, "imbalance");
  EXPECT_DOUBLE_EQ(list[0].share, 0.5);
  EXPECT_THAT(list[0].why, HasSubstr("50.0 %"));
  EXPECT_THAT(list[0].why, HasSubstr("'leaf' wastes most: 500 cycles in 10 executions"));
}

TEST(Advice, UnusedTilesAreThoseOfTheIpusThatTakePart) {
  Profile profile = leafWith(parts(1000, 0, 0, 0, 0), 1000, 1000);
  profile.target.numIpus = 3;
  profile.programs[0].ipus = {1, 2};
  profile.programs[0].computeSet = 0;
  profile.computeSets.resize(1);
  profile.computeSets[0].activeTiles = 1;
  EXPECT_THAT(advise(profile)[0].why, HasSubstr("It uses 1 of 4 tiles."));
}

TEST(Advice, IdleThreads) {
  EXPECT_THAT(topics(leafWith(parts(1000, 0, 0, 0, 0), 2000, 500)),
              testing::ElementsAre("workers"));
}

TEST(Advice, TheDearestKindComesFirst) {
  EXPECT_THAT(topics(leafWith(parts(1000, 2000, 0, 500, 600), 2000, 2000)),
              testing::ElementsAre("exchange", "sync", "host"));
  EXPECT_THAT(topics(leafWith(parts(1000, 0, 3000, 0, 0), 2000, 2000)),
              testing::ElementsAre("links"));
}

TEST(Advice, ATileThatReceivesAllIsNamed) {
  Profile profile = leafWith(parts(100, 1000, 0, 0, 0), 200, 200);
  profile.target.tilesPerIpu = 8;
  profile.totals[0].tileCycles = 800;
  profile.programs[0].exchange = 0;
  profile.exchanges.resize(1);
  profile.exchanges[0].tiles = {{3, 0, 4096}, {4, 512, 0}};
  const std::vector<Advice> list = advise(profile);
  EXPECT_THAT(list[0].why, HasSubstr("tile 3 receives 4.0 KiB"));
  EXPECT_THAT(list[0].fix, HasSubstr("two stages"));
}

TEST(Advice, WaitingForAnotherIpuIsSync) {
  Profile profile = leafWith(parts(1000, 0, 0, 0, 100), 2000, 2000);
  profile.target.numIpus = 2;
  profile.programs[0].ipus = {0};
  profile.runs.resize(1);
  profile.runs[0].partsByIpu = {parts(1000, 0, 0, 0, 100), parts(0, 0, 0, 0, 1100)};
  const std::vector<Advice> list = advise(profile);
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0].topic, "sync");
  EXPECT_THAT(list[0].why, HasSubstr("54.5 %"));
}

TEST(Advice, AFullTileIsAProblemBeforeAllElse) {
  Profile profile = leafWith(parts(1000, 9000, 0, 0, 0), 2000, 2000);
  profile.memory.tiles.resize(2);
  profile.memory.tiles[1].bytes[0] = profile.memory.tiles[1].alwaysLive = 1024;
  profile.memory.outOfMemory = true;
  const std::vector<Advice> list = advise(profile);
  EXPECT_EQ(list[0].level, Advice::Level::Problem);
  EXPECT_THAT(list[0].why, HasSubstr("Tile 1 needs 1.0 KiB of 1000 bytes; 1 of 2 tiles are over."));
  EXPECT_THAT(list[0].why, HasSubstr("Its largest part is variable with 1.0 KiB"));
}

TEST(Advice, NearlyFullAndUneven) {
  Profile profile = leafWith(parts(1000, 0, 0, 0, 0), 2000, 2000);
  profile.memory.tiles.resize(2);
  profile.memory.tiles[0].alwaysLive = 950;
  EXPECT_THAT(advise(profile)[0].title, HasSubstr("nearly full"));
  profile.memory.tiles.resize(8);
  profile.memory.tiles[0].alwaysLive = 600;
  EXPECT_THAT(advise(profile)[0].title, HasSubstr("unevenly"));
}

TEST(Advice, SaysWhatIsMissing) {
  EXPECT_THAT(topics(Profile{}), testing::ElementsAre("profile"));
  Profile profile = leafWith(parts(1000, 0, 0, 0, 0), 2000, 2000);
  profile.stepsDropped = 77;
  EXPECT_THAT(advise(profile)[0].why, HasSubstr("77 came after them"));
}

} // namespace
} // namespace poplar_emu::report
