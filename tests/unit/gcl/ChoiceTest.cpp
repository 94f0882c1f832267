// SPDX-License-Identifier: MIT
// What `auto` stands for: the documented thresholds, from both sides.
#include "support/Options.hpp"

#include <gtest/gtest.h>

namespace {

using namespace gcl::detail;
using poplar::IpuLinkConfiguration;
using poplar::IpuLinkTopology;

Situation plain(unsigned members, std::uint64_t bytes) {
  Situation situation;
  situation.members = members;
  situation.bytesPerIpu = bytes;
  return situation;
}

TEST(Choice, ThresholdsOfReduceScatter) {
  const Phase phase = Phase::ReduceScatter;
  EXPECT_EQ(chooseMethod(phase, plain(2, 1)), Method::Clockwise);
  EXPECT_EQ(chooseMethod(phase, plain(4, 1245183)), Method::MeetInMiddle);
  EXPECT_EQ(chooseMethod(phase, plain(4, 1245184)), Method::BidirectionalPair);
  EXPECT_EQ(chooseMethod(phase, plain(8, 4980735)), Method::MeetInMiddle);
  EXPECT_EQ(chooseMethod(phase, plain(8, 4980736)), Method::BidirectionalPair);
  EXPECT_EQ(chooseMethod(phase, plain(16, 39845887)), Method::MeetInMiddle);
  EXPECT_EQ(chooseMethod(phase, plain(16, 39845888)), Method::BidirectionalPair);
  EXPECT_EQ(chooseMethod(phase, plain(17, 1ull << 40)), Method::MeetInMiddle);
}

TEST(Choice, ThresholdsOfGather) {
  const Phase phase = Phase::Gather;
  EXPECT_EQ(chooseMethod(phase, plain(3, 622591)), Method::MeetInMiddle);
  EXPECT_EQ(chooseMethod(phase, plain(3, 622592)), Method::BidirectionalPair);
  EXPECT_EQ(chooseMethod(phase, plain(5, 2490367)), Method::MeetInMiddle);
  EXPECT_EQ(chooseMethod(phase, plain(5, 2490368)), Method::BidirectionalPair);
  EXPECT_EQ(chooseMethod(phase, plain(9, 19922943)), Method::MeetInMiddle);
  EXPECT_EQ(chooseMethod(phase, plain(9, 19922944)), Method::BidirectionalPair);
}

TEST(Choice, TwistedAndTorusSystems) {
  Situation twisted = plain(8, 196608 * 8 - 1);
  twisted.configuration = IpuLinkConfiguration::BarleyTwist;
  EXPECT_EQ(chooseMethod(Phase::ReduceScatter, twisted), Method::MeetInMiddle);
  twisted.bytesPerIpu = 196608 * 8;
  EXPECT_EQ(chooseMethod(Phase::ReduceScatter, twisted), Method::QuadDirectional);
  EXPECT_EQ(chooseMethod(Phase::Gather, twisted), Method::QuadDirectional);
  twisted.bytesPerIpu = 196607;
  EXPECT_EQ(chooseMethod(Phase::Gather, twisted), Method::MeetInMiddle);
  EXPECT_EQ(chooseOrder(twisted, {}), RingOrder::Serpent);

  Situation wide = plain(8, 1 << 30);
  wide.ipus = 4;
  EXPECT_EQ(chooseMethod(Phase::Gather, wide), Method::Clockwise);
  EXPECT_EQ(chooseOrder(wide, {}), RingOrder::Interleaved);
  wide.linkTopology = IpuLinkTopology::Torus;
  EXPECT_EQ(chooseMethod(Phase::Gather, wide), Method::MeetInMiddle);
  EXPECT_EQ(chooseOrder(wide, {}), RingOrder::Flat);
}

TEST(Choice, TheOptionTopologyWins) {
  Options options;
  Situation one = plain(8, 1), four = plain(8, 1);
  four.ipus = 4;
  options.topology = "rung-ring-4";
  EXPECT_EQ(chooseOrder(four, options), RingOrder::Flat);
  EXPECT_THROW(chooseOrder(one, options), poplar::invalid_option);
  options.topology = "peripheral-ring";
  EXPECT_EQ(chooseOrder(one, options), RingOrder::Interleaved);
  EXPECT_THROW(chooseOrder(four, options), poplar::invalid_option);
  options.topology = "ring-on-line";
  EXPECT_EQ(chooseOrder(four, options), RingOrder::Interleaved);
}

TEST(Choice, OneMethodOrTwo) {
  EXPECT_FALSE(parseOptions({}).scatter);
  const Options both = parseOptions({{"method", "broadcast"}});
  EXPECT_EQ(both.scatter, Method::Broadcast);
  EXPECT_EQ(both.gather, Method::Broadcast);
  const Options two = parseOptions({{"method", "auto,clockwise_ring"}});
  EXPECT_FALSE(two.scatter);
  EXPECT_EQ(two.gather, Method::Clockwise);
}

} // namespace
