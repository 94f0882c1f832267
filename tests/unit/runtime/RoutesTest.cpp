// SPDX-License-Identifier: MIT
// Routes of collectives through processes: what is combined, in which order, and who gets it.
#include "runtime/distributed/Routes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

namespace poplar_emu::runtime {
namespace {

using Positions = std::vector<std::uint32_t>;

std::string joined(const std::vector<std::string> &terms) {
  std::string text = terms.front();
  for (std::size_t t = 1; t < terms.size(); ++t)
    text = fmt::format("({}+{})", text, terms[t]);
  return text;
}

/// ((a+b)+c) of each chain, then of the chains.
std::string expectedOf(const Recipe &recipe, const Positions &group) {
  std::vector<std::string> chains;
  for (const Positions &chain : recipe.chains) {
    std::vector<std::string> terms;
    for (const std::uint32_t position : chain)
      terms.push_back(std::to_string(group[position]));
    chains.push_back(joined(terms));
  }
  return joined(chains);
}

/// What every receiver gets, by replica. Fails where a hop uses what it cannot have.
std::map<std::uint32_t, std::string> follow(const Route &route, unsigned perInstance) {
  std::map<std::uint32_t, std::string> got;
  std::vector<std::string> results;
  for (const Hop &hop : route.hops) {
    std::vector<std::string> chains;
    for (const Hop::Chain &chain : hop.chains) {
      std::vector<std::string> terms;
      if (chain.from != Hop::kNone) {
        const Hop &from = route.hops[chain.from];
        EXPECT_EQ(from.stage + 1, hop.stage);
        EXPECT_NE(from.instance, hop.instance);
        EXPECT_EQ(std::count(from.next.begin(), from.next.end(), hop.instance), 1);
        terms.push_back(results[chain.from]);
      }
      for (const std::uint32_t replica : chain.replicas) {
        EXPECT_EQ(replica / perInstance, hop.instance);
        terms.push_back(std::to_string(replica));
      }
      chains.push_back(joined(terms));
    }
    results.push_back(joined(chains));
    for (const std::uint32_t replica : hop.receivers) {
      EXPECT_EQ(replica / perInstance, hop.instance);
      EXPECT_FALSE(got.contains(replica));
      got[replica] = results.back();
    }
  }
  return got;
}

TEST(Routes, CutRingsWhereTheyPassToAnotherProcess) {
  const Route route = routeOf({{{2, 3, 4, 5, 0, 1}}, {0, 1, 2, 3, 4, 5}}, {0, 1, 2, 3, 4, 5},
                              [](std::uint32_t replica) { return replica / 3; });
  ASSERT_EQ(route.hops.size(), 4u);
  EXPECT_EQ(route.numStages(), 4u);
  EXPECT_EQ(route.hops[0].chains[0].replicas, (Positions{2}));
  EXPECT_EQ(route.hops[1].chains[0].replicas, (Positions{3, 4, 5}));
  EXPECT_EQ(route.hops[2].chains[0].replicas, (Positions{0, 1}));
  EXPECT_TRUE(route.hops[2].scales);
  EXPECT_EQ(route.hops[2].receivers, (Positions{0, 1, 2}));
  EXPECT_EQ(route.hops[3].receivers, (Positions{3, 4, 5}));
  EXPECT_FALSE(route.hops[3].scales);
}

TEST(Routes, SendALastReplicaAheadThatIsAloneInItsProcess) {
  const auto instanceOf = [](std::uint32_t replica) { return replica / 2; };
  const Route route = routeOf({{{1, 2, 3, 0}}, {0, 1, 2, 3}}, {0, 1, 2, 3}, instanceOf);
  ASSERT_EQ(route.hops.size(), 4u);
  EXPECT_EQ(route.numStages(), 3u);
  EXPECT_EQ(route.hops[0].stage, 0u);
  EXPECT_EQ(route.hops[1].stage, 0u);
  EXPECT_EQ(route.hops[1].chains[0].replicas, (Positions{0}));
  EXPECT_EQ(route.hops[2].instance, 1u);
  EXPECT_EQ(follow(route, 2).at(0), "(((1+2)+3)+0)");
  // Not where it would be one message more: the only receiver is there.
  EXPECT_EQ(routeOf({{{1, 2, 3, 0}}, {0}}, {0, 1, 2, 3}, instanceOf).hops.size(), 3u);
}

/// Rings, chains that meet, copies; one receiver or several; groups in any order.
TEST(Routes, KeepTheOrderOfSummation) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const unsigned perInstance = 1 + random() % 4, instances = 1 + random() % 4;
    const unsigned replicas = perInstance * instances;
    Positions group(replicas), positions(replicas);
    for (unsigned r = 0; r < replicas; ++r)
      group[r] = positions[r] = r;
    std::shuffle(group.begin(), group.end(), random);
    std::shuffle(positions.begin(), positions.end(), random);
    group.resize(1 + random() % replicas);
    std::erase_if(positions, [&](std::uint32_t p) { return p >= group.size(); });
    Recipe recipe;
    for (const std::uint32_t position : positions) {
      if (recipe.chains.empty() || random() % 3 == 0) recipe.chains.emplace_back();
      recipe.chains.back().push_back(position);
      if (random() % 2 == 0) recipe.receivers.push_back(position);
    }
    if (recipe.receivers.empty()) recipe.receivers = {positions[0]};
    const Route route =
        routeOf(recipe, group, [&](std::uint32_t replica) { return replica / perInstance; });
    const auto got = follow(route, perInstance);
    EXPECT_EQ(got.size(), recipe.receivers.size());
    for (const std::uint32_t receiver : recipe.receivers) {
      ASSERT_TRUE(got.contains(group[receiver]));
      EXPECT_EQ(got.at(group[receiver]), expectedOf(recipe, group));
    }
  }
}

TEST(Routes, SendOneSumOfEachProcessWhereTheOrderIsFree) {
  const std::vector<Route> routes =
      orderFreeRoutesOf({{{0, 1, 2, 3, 4, 5}}, {0, 1, 2, 3, 4, 5}}, {0, 2, 4, 1, 3, 5},
                        [](std::uint32_t replica) { return replica / 2; });
  ASSERT_EQ(routes.size(), 3u); // each process ends a third
  std::set<unsigned> ends;
  for (const Route &route : routes) {
    EXPECT_EQ(route.numStages(), 3u);
    ASSERT_EQ(route.hops.size(), 5u);
    EXPECT_EQ(route.hops[2].chains.size(), 3u);
    EXPECT_EQ(route.hops[2].next.size(), 2u);
    ends.insert(route.hops[2].instance);
    for (const auto &[replica, sum] : follow(route, 2))
      for (unsigned r = 0; r < 6; ++r)
        EXPECT_NE(sum.find(std::to_string(r)), std::string::npos);
  }
  EXPECT_EQ(ends.size(), 3u);
}

TEST(Routes, StayAtHome) {
  const auto here = [](std::uint32_t) { return 0u; };
  const Route sum = routeOf({{{0, 1}, {2}}, {0, 1, 2}}, {4, 5, 6}, here);
  ASSERT_EQ(sum.hops.size(), 1u);
  EXPECT_EQ(sum.hops[0].receivers, (Positions{4, 5, 6}));
  const Route zeros = routeOf({{}, {1}}, {4, 5, 6}, here);
  ASSERT_EQ(zeros.hops.size(), 1u);
  EXPECT_TRUE(zeros.hops[0].chains.empty());
  EXPECT_EQ(zeros.hops[0].receivers, (Positions{5}));
}

} // namespace
} // namespace poplar_emu::runtime
