// SPDX-License-Identifier: MIT
// Sums of an exchange by tile.
#include "compile/ExchangeCounter.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

TEST(ExchangeCounter, SumsByTileAndIpu) {
  ExchangeCounter counter(ir::Machine{2, 4, 6, 0, 1});
  counter.add(TileId(0), TileId(0), 1000);
  counter.add(TileId(0), TileId(1), 8);
  counter.add(TileId(0), TileId(5), 16);
  counter.add(TileId(3), TileId(1), 4);
  const plan::ExchangeSummary summary = counter.summary();
  EXPECT_EQ(summary.totalBytes, 28u);
  EXPECT_EQ(summary.maxSentBytes, 24u);
  EXPECT_EQ(summary.maxReceivedBytes, 16u);
  EXPECT_EQ(summary.interIpuBytes, 16u);
  EXPECT_EQ(summary.tiles, 4u);
}

TEST(ExchangeCounter, StartsAnewAfterEachSummary) {
  ExchangeCounter counter(ir::Machine{1, 4, 6, 0, 1});
  counter.add(TileId(0), TileId(1), 8);
  counter.summary();
  const plan::ExchangeSummary summary = counter.summary();
  EXPECT_EQ(summary.totalBytes, 0u);
  EXPECT_EQ(summary.maxSentBytes, 0u);
  EXPECT_EQ(summary.tiles, 0u);
}

TEST(ExchangeCounter, IpusTakePartWithoutExchanging) {
  ExchangeCounter counter(ir::Machine{4, 2, 6, 0, 1});
  counter.add(TileId(6), TileId(6), 8); // stays on its tile
  counter.add(TileId(), TileId(3), 8);
  counter.takesPart(TileId(0));
  EXPECT_EQ(counter.summary().ipus, (std::vector<std::uint32_t>{0, 1, 3}));
  EXPECT_TRUE(counter.summary().ipus.empty());
}

TEST(ExchangeCounter, TheHostIsNoTile) {
  ExchangeCounter counter(ir::Machine{2, 2, 6, 0, 1});
  counter.add(TileId(), TileId(3), 8);
  counter.add(TileId(3), TileId(), 4);
  const plan::ExchangeSummary summary = counter.summary();
  EXPECT_EQ(summary.totalBytes, 12u);
  EXPECT_EQ(summary.maxReceivedBytes, 8u);
  EXPECT_EQ(summary.maxSentBytes, 4u);
  EXPECT_EQ(summary.interIpuBytes, 0u);
  EXPECT_EQ(summary.tiles, 1u);
}

} // namespace
} // namespace poplar_emu::compile::test
