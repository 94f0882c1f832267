// SPDX-License-Identifier: MIT
// The data of a page adds up to the profile that it was made from.
#include "page/PageData.hpp"

#include "support/SyntheticProfile.hpp"

#include "Decode.hpp"

#include <gmock/gmock.h>

#include <array>

namespace poplar_emu::report {
namespace {

using pva::internal::Profile;
using synthetic::makeProfile;

constexpr std::array kParts = {"sync", "exchange", "globalExchange", "host", "compute", "control"};

std::uint64_t cyclesOfSteps(const nlohmann::json &steps) {
  std::vector<std::uint64_t> byShape;
  for (const char *part : kParts) {
    const auto values = column(steps["shapes"]["parts"][part]);
    byShape.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      byShape[i] += values[i];
  }
  std::uint64_t cycles = 0;
  for (const std::uint64_t shape : column(steps["order"]))
    cycles += byShape[shape];
  return cycles;
}

std::uint64_t cyclesOfTotals(const nlohmann::json &totals) {
  std::uint64_t cycles = 0;
  for (const char *part : kParts)
    cycles += sum(column(totals["parts"][part]));
  return cycles;
}

TEST(PageData, StepsAndTotalsOfOneIpuAddUpToItsCycles) {
  const Profile profile = makeProfile({1, 64, 200, true, false});
  const nlohmann::json data = pageData(profile);
  EXPECT_EQ(column(data["steps"]["order"]).size(), profile.steps.size());
  EXPECT_EQ(cyclesOfSteps(data["steps"]), profile.totalCycles);
  EXPECT_EQ(cyclesOfTotals(data["programs"]["totals"]), profile.totalCycles);
  EXPECT_EQ(data["target"]["totalCycles"], profile.totalCycles);
}

TEST(PageData, StepsOfSeveralIpusKeepTheirTimes) {
  const Profile profile = makeProfile({4, 16, 60, false, false});
  const nlohmann::json steps = pageData(profile)["steps"];
  std::vector<std::uint64_t> lengths(column(steps["shapes"]["program"]).size());
  for (const char *part : kParts) {
    const auto values = column(steps["shapes"]["parts"][part]);
    for (std::size_t i = 0; i < values.size(); ++i)
      lengths[i] += values[i];
  }
  EXPECT_LT(lengths.size(), profile.steps.size()) << "equal steps share a shape";
  const auto order = column(steps["order"]), gaps = column(steps["gap"]);
  std::int64_t now = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    now += unzigzag(gaps[i]);
    EXPECT_EQ(static_cast<std::uint64_t>(now), profile.steps[i].cyclesFrom) << i;
    now += static_cast<std::int64_t>(lengths[order[i]]);
    EXPECT_EQ(static_cast<std::uint64_t>(now), profile.steps[i].cyclesTo) << i;
  }
}

TEST(PageData, ExchangesKeepTheirBytes) {
  const Profile profile = makeProfile({2, 32, 20, false, false});
  const nlohmann::json data = pageData(profile);
  for (std::size_t i = 0; i < profile.exchanges.size(); ++i) {
    const nlohmann::json &exchange = data["exchanges"]["list"][i];
    EXPECT_EQ(exchange["bytes"], profile.exchanges[i].totalBytes);
    EXPECT_EQ(sum(column(exchange["matrix"]["bytes"])), profile.exchanges[i].totalBytes);
    const auto sent = exchange["sent"].get<std::size_t>();
    EXPECT_EQ(column(data["rows"]["sum"])[sent - 1], profile.exchanges[i].totalBytes);
  }
}

TEST(PageData, MemoryByCategoryAddsUpToTheTiles) {
  const Profile profile = makeProfile({1, 64, 20, false, false});
  const nlohmann::json data = pageData(profile);
  const auto sums = column(data["memoryRows"]["sum"]);
  std::uint64_t byCategory = 0, byTile = 0;
  for (const nlohmann::json &category : data["memory"]["categories"]) {
    EXPECT_EQ(category["bytes"], sums[category["row"].get<std::size_t>() - 1]);
    byCategory += category["bytes"].get<std::uint64_t>();
  }
  for (const pva::internal::TileMemory &tile : profile.memory.tiles)
    byTile += tile.excludingGaps();
  EXPECT_EQ(byCategory, byTile);
}

TEST(PageData, VariablesOfEachStepComeBack) {
  const Profile profile = makeProfile({1, 8, 80, false, false});
  const nlohmann::json liveness = pageData(profile)["memory"]["liveness"];
  const auto counts = column(liveness["numChanged"]), changed = column(liveness["changed"]);
  std::vector<bool> live(profile.variables.size());
  std::size_t at = 0;
  for (std::size_t step = 0; step < counts.size(); ++step) {
    for (std::uint64_t i = 0; i < counts[step]; ++i, ++at)
      live[changed[at]] = !live[changed[at]];
    std::vector<std::uint32_t> now;
    for (std::uint32_t i = 0; i < live.size(); ++i)
      if (live[i]) now.push_back(i);
    EXPECT_EQ(now, profile.memory.liveness[step].variables) << step;
  }
}

TEST(PageData, StepsBeyondTheBudgetAreCounted) {
  const Profile profile = makeProfile({1, 8, 200, false, false});
  Budget budget;
  budget.steps = 100;
  const nlohmann::json steps = pageData(profile, budget)["steps"];
  const std::size_t kept = column(steps["order"]).size();
  EXPECT_LT(kept, profile.steps.size());
  EXPECT_EQ(steps["dropped"], profile.steps.size() - kept);
}

TEST(PageData, AnEmptyProfileHasAPage) {
  const nlohmann::json data = pageData(Profile{});
  EXPECT_EQ(data["rows"]["rows"].size(), 0u);
  EXPECT_EQ(data["advice"][0]["topic"], "profile");
}

} // namespace
} // namespace poplar_emu::report
