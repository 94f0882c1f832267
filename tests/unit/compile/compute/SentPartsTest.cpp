// SPDX-License-Identifier: MIT
// What each tile sends, against sets of bytes.
#include "compile/compute/operands/SentParts.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>

namespace poplar_emu::compile::test {
namespace {

using Reach = ExchangeCounter::Reach;
using Part = RemoteParts::Part;

class SentPartsTest : public testing::Test {
 protected:
  std::uint64_t mostSent() {
    sent_.flush(counter_);
    return counter_.summary().maxSentBytes;
  }

  plan::Plan plan_;
  ExchangeCounter counter_{ir::Machine{2, 4, 6, 0, 1}, ExchangeModel(), Detail::Sums, plan_};
  SentParts sent_;
};

TEST_F(SentPartsTest, OverlapsAreSentOnce) {
  for (const auto &[begin, bytes] : {std::pair(100, 8), {104, 8}, {112, 4}, {100, 4}, {60, 50}})
    sent_.add({plan::Address(begin), std::uint64_t(bytes), 1, TileId(2)}, Reach::OwnIpu);
  EXPECT_EQ(mostSent(), 56u) << "60 to 116";
  EXPECT_EQ(mostSent(), 0u) << "the next exchange starts with nothing";
}

TEST_F(SentPartsTest, StridedRowsAreJoinedWithEqualOnesOnly) {
  for (const std::uint64_t begin : {0u, 8u, 0u, 8u, 8u})
    sent_.add({begin, 16, 4, TileId(1)}, Reach::OwnIpu);
  EXPECT_EQ(mostSent(), 32u);
}

TEST_F(SentPartsTest, LinksCarryWhatStaysOnTheIpuAgain) {
  sent_.add({0, 16, 1, TileId(1)}, Reach::OwnIpu);
  sent_.add({8, 16, 1, TileId(1)}, Reach::OtherIpu);
  EXPECT_EQ(mostSent(), 32u);
}

TEST_F(SentPartsTest, AnyPartsInAnyOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    // Each tile owns 64 bytes.
    std::vector<std::set<plan::Address>> bytes(8);
    std::vector<std::set<std::tuple<plan::Address, std::uint64_t>>> rows(8);
    for (unsigned n = random() % 40; n > 0; --n) {
      const unsigned tile = random() % 8;
      const plan::Address begin = tile * 64 + random() % 60;
      const std::uint64_t size = 1 + random() % (tile * 64 + 64 - begin);
      const bool isRows = random() % 4 == 0;
      sent_.add({begin, size, isRows ? 3U : 1U, TileId(tile)}, Reach::OwnIpu);
      if (isRows) rows[tile].insert({begin, size});
      for (plan::Address at = begin; !isRows && at < begin + size; ++at)
        bytes[tile].insert(at);
    }
    std::uint64_t most = 0;
    for (unsigned tile = 0; tile < 8; ++tile) {
      std::uint64_t sum = bytes[tile].size();
      for (const auto &[begin, size] : rows[tile])
        sum += size;
      most = std::max(most, sum);
    }
    ASSERT_EQ(mostSent(), most) << "round " << round;
  }
}

} // namespace
} // namespace poplar_emu::compile::test
