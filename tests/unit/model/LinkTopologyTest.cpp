// SPDX-License-Identifier: MIT
// The IPU-Links of a system: wiring, shortest routes, gateways.
#include "model/links/LinkTopology.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace poplar_emu::model {
namespace {

using poplar::IpuLinkTopology;

std::vector<std::string> names(const LinkTopology &topology, unsigned from, unsigned to) {
  std::vector<std::string> result;
  for (const std::uint32_t group : topology.route(from, to))
    result.push_back(linkName(topology.groups()[group]));
  return result;
}

using Names = std::vector<std::string>;

TEST(LinkTopology, AnIpuNeedsNoLinkToItself) {
  EXPECT_TRUE(LinkTopology(1, IpuLinkTopology::Mesh).groups().empty());
  EXPECT_TRUE(names(LinkTopology(4, IpuLinkTopology::Mesh), 2, 2).empty());
}

TEST(LinkTopology, TrafficWithinACardHasLinksOfItsOwn) {
  const LinkTopology ladder(4, IpuLinkTopology::Mesh);
  EXPECT_EQ(names(ladder, 3, 2), Names{"IPU 3 -> IPU 2 (card)"});
  const double card = ladder.groups()[ladder.route(0, 1)[0]].bitsPerSecond;
  const double rail = ladder.groups()[ladder.route(0, 2)[0]].bitsPerSecond;
  EXPECT_DOUBLE_EQ(card, 4 * 128.0 * 1024 * 1024 * 1024 * 0.85);
  EXPECT_DOUBLE_EQ(card, 2 * rail);
}

TEST(LinkTopology, ALadderCrossesTheRungBeforeItClimbs) {
  const LinkTopology ladder(8, IpuLinkTopology::Mesh);
  EXPECT_EQ(names(ladder, 0, 5),
            (Names{"IPU 0 -> IPU 1 (rung)", "IPU 1 -> IPU 3 (rail)", "IPU 3 -> IPU 5 (rail)"}));
  EXPECT_EQ(names(ladder, 7, 2),
            (Names{"IPU 7 -> IPU 6 (rung)", "IPU 6 -> IPU 4 (rail)", "IPU 4 -> IPU 2 (rail)"}));
  EXPECT_EQ(ladder.route(0, 6).size(), 3U);
}

TEST(LinkTopology, ATorusGoesRoundTheShortWayAndUpWhenBothAreEqual) {
  const LinkTopology torus(8, IpuLinkTopology::Torus);
  EXPECT_EQ(names(torus, 0, 6), Names{"IPU 0 -> IPU 6 (rail)"});
  EXPECT_EQ(names(torus, 6, 0), Names{"IPU 6 -> IPU 0 (rail)"});
  EXPECT_EQ(names(torus, 0, 4), (Names{"IPU 0 -> IPU 2 (rail)", "IPU 2 -> IPU 4 (rail)"}));
  EXPECT_EQ(names(torus, 4, 0), (Names{"IPU 4 -> IPU 6 (rail)", "IPU 6 -> IPU 0 (rail)"}));
  // Two cards are joined once.
  EXPECT_EQ(LinkTopology(4, IpuLinkTopology::Torus).groups().size(),
            LinkTopology(4, IpuLinkTopology::Mesh).groups().size());
}

TEST(LinkTopology, ALineVisitsEveryIpuInBetween) {
  const LinkTopology line(4, IpuLinkTopology::Line);
  EXPECT_EQ(names(line, 3, 1), (Names{"IPU 3 -> IPU 2 (rail)", "IPU 2 -> IPU 1 (rail)"}));
}

TEST(LinkTopology, GatewaysLeadToTheSamePlaceOfTheNextDomain) {
  const LinkTopology pods(128, IpuLinkTopology::Mesh);
  EXPECT_EQ(names(pods, 3, 66), (Names{"IPU 3 -> IPU 67 (gateway)", "IPU 67 -> IPU 66 (card)"}));
  EXPECT_EQ(names(pods, 66, 2), Names{"IPU 66 -> IPU 2 (gateway)"});
  const auto gateway = pods.groups()[pods.route(0, 64)[0]].bitsPerSecond;
  EXPECT_DOUBLE_EQ(4 * gateway, 2 * 100e9) << "of the four IPUs of an M2000";
}

TEST(LinkTopology, ALastDomainThatIsNotFullIsEnteredWhereItHasIpus) {
  const LinkTopology pods(6, IpuLinkTopology::Mesh, 4);
  EXPECT_EQ(names(pods, 3, 4),
            (Names{"IPU 3 -> IPU 1 (rail)", "IPU 1 -> IPU 5 (gateway)", "IPU 5 -> IPU 4 (card)"}));
}

// Whatever the system, a route starts and ends where it should and never visits an IPU twice.
TEST(LinkTopology, EveryPairOfEverySystemIsConnected) {
  for (const auto wiring : {IpuLinkTopology::Mesh, IpuLinkTopology::Torus, IpuLinkTopology::Line})
    for (const unsigned ipus : {1U, 2U, 3U, 4U, 5U, 8U, 16U, 22U, 64U, 70U}) {
      const LinkTopology topology(ipus, wiring, ipus == 22 ? 8 : 64);
      for (unsigned from = 0; from < ipus; ++from)
        for (unsigned to = 0; to < ipus; ++to) {
          std::set<unsigned> seen{from};
          unsigned at = from;
          for (const std::uint32_t index : topology.route(from, to)) {
            const LinkGroup &group = topology.groups()[index];
            ASSERT_EQ(group.from, at);
            at = group.to;
            ASSERT_TRUE(seen.insert(at).second) << from << " to " << to << " of " << ipus;
          }
          ASSERT_EQ(at, to);
        }
    }
}

} // namespace
} // namespace poplar_emu::model
