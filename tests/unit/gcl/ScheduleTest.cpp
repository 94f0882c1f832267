// SPDX-License-Identifier: MIT
// Schedules as plain data: every method delivers everything exactly once, over the links and with
// the steps and words that its theory says.
#include "schedule/Schedule.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

namespace {

using namespace gcl::detail;

const Method kMethods[] = {Method::Clockwise,    Method::Anticlockwise,   Method::BidirectionalPair,
                           Method::MeetInMiddle, Method::QuadDirectional, Method::Broadcast};
const RingOrder kOrders[] = {RingOrder::Interleaved, RingOrder::Flat, RingOrder::Serpent};
const unsigned kSizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 16, 33, 64};

/// Who contributed to a sum, and how often.
using Sum = std::map<unsigned, unsigned>;

void add(Sum &sum, const Sum &other) {
  for (const auto &[member, times] : other)
    sum[member] += times;
}

void expectOneForEach(const Step &step, unsigned size) {
  std::set<unsigned> to(step.to.begin(), step.to.end());
  EXPECT_EQ(to.size(), size);
  for (unsigned member = 0; member < size; ++member)
    EXPECT_NE(step.to[member], member);
}

/// Follows a lane; returns what each owner ends with.
std::vector<Sum> follow(const Lane &lane, unsigned size) {
  std::vector<Sum> result(size);
  for (unsigned member = 0; member < size; ++member)
    result[member][member] = 1;
  for (const Stream &steps : lane.streams) {
    std::vector<Sum> travelling(size);
    for (unsigned s = 0; s < steps.size(); ++s) {
      expectOneForEach(steps[s], size);
      std::vector<Sum> arrived(size);
      for (unsigned member = 0; member < size; ++member) {
        const unsigned to = steps[s].to[member], piece = steps[s].piece[member];
        Sum sent = travelling[member];
        if (s == 0 || lane.direct) sent = {{member, 1}};
        if (lane.direct || s + 1 == steps.size()) {
          EXPECT_EQ(piece, to) << "a piece ends at its owner";
          add(result[to], sent);
        } else {
          EXPECT_EQ(steps[s + 1].piece[to], piece) << "what arrives is sent on";
          arrived[to] = sent;
          add(arrived[to], {{to, 1}});
        }
      }
      travelling = arrived;
    }
  }
  return result;
}

TEST(Schedule, ReduceScatterCombinesEachContributionOnce) {
  for (const unsigned size : kSizes)
    for (const RingOrder order : kOrders)
      for (const Method method : kMethods) {
        SCOPED_TRACE(nameOf(method) + " of " + std::to_string(size));
        for (const Lane &lane : reduceScatterSchedule(method, ringOrder(order, size)).lanes)
          for (const Sum &sum : follow(lane, size)) {
            EXPECT_EQ(sum.size(), size);
            for (const auto &[member, times] : sum)
              EXPECT_EQ(times, 1u) << "member " << member;
          }
      }
}

TEST(Schedule, GatherBringsEachPieceToEveryoneOnce) {
  for (const unsigned size : kSizes)
    for (const RingOrder order : kOrders)
      for (const Method method : kMethods) {
        SCOPED_TRACE(nameOf(method) + " of " + std::to_string(size));
        for (const Lane &lane : gatherSchedule(method, ringOrder(order, size)).lanes) {
          std::vector<std::multiset<unsigned>> has(size);
          for (unsigned member = 0; member < size; ++member)
            has[member].insert(member);
          for (const Stream &steps : lane.streams)
            for (unsigned s = 0; s < steps.size(); ++s) {
              expectOneForEach(steps[s], size);
              for (unsigned member = 0; member < size; ++member) {
                const unsigned piece = steps[s].piece[member];
                if (s == 0 || lane.direct) {
                  EXPECT_EQ(piece, member);
                }
                if (s + 1 < steps.size() && !lane.direct) {
                  EXPECT_EQ(steps[s + 1].piece[steps[s].to[member]], piece);
                }
                has[steps[s].to[member]].insert(piece);
              }
            }
          for (const auto &pieces : has) {
            EXPECT_EQ(pieces.size(), size);
            EXPECT_EQ(std::set<unsigned>(pieces.begin(), pieces.end()).size(), size);
          }
        }
      }
}

/// Lanes, steps of the longest stream, and pieces (or shares of them) that a member sends.
struct Cost {
  std::size_t lanes, steps, sent;
};

Cost costOf(const Schedule &schedule) {
  Cost cost = {schedule.lanes.size(), 0, 0};
  for (const Lane &lane : schedule.lanes)
    for (const Stream &steps : lane.streams) {
      cost.steps = std::max(cost.steps, steps.size());
      cost.sent += steps.size();
    }
  return cost;
}

TEST(Schedule, MovesWhatTheoryConsiders) {
  for (const unsigned size : kSizes) {
    for (const Method method : kMethods) {
      SCOPED_TRACE(nameOf(method) + " of " + std::to_string(size));
      const std::vector<unsigned> ring = ringOrder(RingOrder::Interleaved, size);
      for (const Schedule &schedule :
           {reduceScatterSchedule(method, ring), gatherSchedule(method, ring)}) {
        const Cost cost = costOf(schedule);
        // (n - 1)/n of the data, whatever the method: a lane's pieces are so many times smaller.
        EXPECT_EQ(cost.sent, cost.lanes * (size - 1));
        EXPECT_EQ(cost.steps, method == Method::MeetInMiddle ? size / 2 : size - 1);
      }
    }
  }
  EXPECT_EQ(costOf(reduceScatterSchedule(Method::BidirectionalPair, {0, 1, 2, 3})).lanes, 2u);
  EXPECT_EQ(costOf(reduceScatterSchedule(Method::QuadDirectional, {0, 1, 2, 3})).lanes, 4u);
}

/// How many (shares of) pieces cross each link, by (from, to).
std::map<std::pair<unsigned, unsigned>, unsigned> linksOf(const Schedule &schedule) {
  std::map<std::pair<unsigned, unsigned>, unsigned> links;
  for (const Lane &lane : schedule.lanes)
    for (const Stream &steps : lane.streams)
      for (const Step &step : steps)
        for (unsigned member = 0; member < step.to.size(); ++member)
          ++links[{member, step.to[member]}];
  return links;
}

TEST(Schedule, RingsUseTheLinksOfTheirDirection) {
  const std::vector<unsigned> ring = ringOrder(RingOrder::Interleaved, 8);
  const auto clockwise = linksOf(reduceScatterSchedule(Method::Clockwise, ring));
  const auto anticlockwise = linksOf(reduceScatterSchedule(Method::Anticlockwise, ring));
  const auto both = linksOf(reduceScatterSchedule(Method::BidirectionalPair, ring));
  const auto meet = linksOf(reduceScatterSchedule(Method::MeetInMiddle, ring));
  EXPECT_EQ(clockwise.size(), 8u);
  for (unsigned p = 0; p < 8; ++p) {
    const std::pair<unsigned, unsigned> forward = {ring[p], ring[(p + 1) % 8]};
    const std::pair<unsigned, unsigned> back = {forward.second, forward.first};
    EXPECT_EQ(clockwise.at(forward), 7u);
    EXPECT_EQ(anticlockwise.at(back), 7u);
    EXPECT_EQ(both.at(forward), 7u); // of half the size
    EXPECT_EQ(both.at(back), 7u);
    EXPECT_EQ(meet.at(forward), 4u);
    EXPECT_EQ(meet.at(back), 3u);
  }
}

TEST(Schedule, QuadDirectionalUsesTwoRings) {
  const std::vector<unsigned> ring = ringOrder(RingOrder::Serpent, 8);
  EXPECT_EQ(mirroredRing(ring), (std::vector<unsigned>{1, 0, 2, 3, 5, 4, 6, 7}));
  const auto links = linksOf(reduceScatterSchedule(Method::QuadDirectional, ring));
  EXPECT_TRUE(links.count({1, 3})); // up the one side
  EXPECT_TRUE(links.count({0, 2})); // and up the other
  EXPECT_EQ(mirroredRing({0, 1, 2}), (std::vector<unsigned>{2, 1, 0}));
}

TEST(Schedule, OrdersOfRings) {
  EXPECT_EQ(ringOrder(RingOrder::Interleaved, 8), (std::vector<unsigned>{0, 2, 4, 6, 7, 5, 3, 1}));
  EXPECT_EQ(ringOrder(RingOrder::Interleaved, 4), (std::vector<unsigned>{0, 2, 3, 1}));
  EXPECT_EQ(ringOrder(RingOrder::Serpent, 8), (std::vector<unsigned>{0, 1, 3, 2, 4, 5, 7, 6}));
  EXPECT_EQ(ringOrder(RingOrder::Flat, 3), (std::vector<unsigned>{0, 1, 2}));
  for (const RingOrder order : kOrders)
    for (unsigned size = 1; size < 20; ++size) {
      const std::vector<unsigned> ring = ringOrder(order, size);
      EXPECT_EQ(std::set<unsigned>(ring.begin(), ring.end()).size(), size);
      EXPECT_EQ(ring.size(), size);
      const std::vector<unsigned> mirrored = mirroredRing(ring);
      EXPECT_EQ(std::set<unsigned>(mirrored.begin(), mirrored.end()).size(), size);
    }
}

TEST(Schedule, OneMemberHasNothingToSend) {
  for (const Method method : kMethods) {
    EXPECT_TRUE(reduceScatterSchedule(method, {0}).lanes.at(0).streams.empty());
    EXPECT_TRUE(gatherSchedule(method, {0}).lanes.at(0).streams.empty());
  }
}

TEST(Schedule, OrderOfCombination) {
  const auto clockwise = reduceScatterSchedule(Method::Clockwise, {0, 2, 3, 1}).lanes[0];
  EXPECT_EQ(combinationOrder(clockwise, 3), (std::vector<std::vector<unsigned>>{{1, 0, 2, 3}}));
  const auto meet = reduceScatterSchedule(Method::MeetInMiddle, {0, 1, 2, 3, 4}).lanes[0];
  EXPECT_EQ(combinationOrder(meet, 2), (std::vector<std::vector<unsigned>>{{0, 1, 2}, {4, 3}}));
}

TEST(Schedule, ExchangeSendsEachPieceToItsOwner) {
  for (const unsigned size : kSizes) {
    std::set<std::pair<unsigned, unsigned>> seen;
    const Schedule schedule = exchangeSchedule(size);
    for (const Step &step : schedule.lanes[0].streams[0]) {
      expectOneForEach(step, size);
      for (unsigned member = 0; member < size; ++member) {
        EXPECT_EQ(step.piece[member], step.to[member]);
        EXPECT_TRUE(seen.emplace(member, step.to[member]).second);
      }
    }
    EXPECT_EQ(seen.size(), size * (size - 1));
  }
}

} // namespace
