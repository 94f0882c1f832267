// SPDX-License-Identifier: MIT
// Sums of an exchange by tile, and what they cost.
#include "compile/exchange/ExchangeCounter.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace poplar_emu::compile::test {
namespace {

using Reach = ExchangeCounter::Reach;

class ExchangeCounterTest : public testing::Test {
 protected:
  ExchangeCounter &machine(std::uint32_t ipus, std::uint32_t tiles, ExchangeModel model = {},
                           Detail detail = Detail::Sums) {
    return counter_.emplace(ir::Machine{ipus, tiles, 6, 0, 1}, model, detail, plan_);
  }

  plan::Plan plan_;
  std::optional<ExchangeCounter> counter_;
};

TEST_F(ExchangeCounterTest, SumsByTileAndIpu) {
  ExchangeCounter &counter = machine(2, 4);
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
  EXPECT_EQ(summary.globalCycles, 4u);
}

TEST_F(ExchangeCounterTest, StartsAnewAfterEachSummary) {
  ExchangeCounter &counter = machine(1, 4);
  counter.add(TileId(0), TileId(1), 8);
  counter.copyOn(TileId(2), 80);
  counter.addHost(TileId(3), 4, HostIs::Destination);
  counter.summary();
  const plan::ExchangeSummary summary = counter.summary();
  EXPECT_EQ(summary.totalBytes, 0u);
  EXPECT_EQ(summary.maxSentBytes, 0u);
  EXPECT_EQ(summary.tiles, 0u);
  EXPECT_EQ(summary.internalCycles, 0u);
  EXPECT_EQ(summary.copyCycles, 0u);
}

TEST_F(ExchangeCounterTest, IpusTakePartWithoutExchanging) {
  ExchangeCounter &counter = machine(4, 2);
  counter.add(TileId(6), TileId(6), 8); // stays on its tile
  counter.addHost(TileId(3), 8, HostIs::Source);
  counter.takesPart(TileId(0));
  EXPECT_EQ(counter.summary().ipus, (std::vector<std::uint32_t>{0, 1, 3}));
  EXPECT_TRUE(counter.summary().ipus.empty());
}

TEST_F(ExchangeCounterTest, AWordACycle) {
  ExchangeCounter &counter = machine(1, 4);
  counter.add(TileId(0), TileId(1), 400);
  EXPECT_EQ(counter.summary().internalCycles, 100u);
  machine(1, 4, {8, 8, 1}).add(TileId(0), TileId(1), 400);
  EXPECT_EQ(counter_->summary().internalCycles, 50u);
}

TEST_F(ExchangeCounterTest, WhatIsMulticastIsSentOnce) {
  ExchangeCounter &counter = machine(1, 4);
  for (std::uint32_t tile = 1; tile < 4; ++tile)
    counter.receive(TileId(0), TileId(tile), 400, 1);
  counter.send(TileId(0), 400, Reach::OwnIpu);
  const plan::ExchangeSummary summary = counter.summary();
  EXPECT_EQ(summary.totalBytes, 1200u);
  EXPECT_EQ(summary.maxSentBytes, 400u);
  EXPECT_EQ(summary.internalCycles, 100u);
}

TEST_F(ExchangeCounterTest, FragmentsNeedThreeInstructionsEach) {
  ExchangeCounter &counter = machine(1, 8);
  for (std::uint32_t tile = 1; tile < 8; ++tile)
    counter.add(TileId(tile), TileId(0), 4);
  EXPECT_EQ(counter.summary().internalCycles, 21u);
  counter.add(TileId(1), TileId(0), 4);
  counter.add(TileId(1), TileId(0), 4);
  EXPECT_EQ(counter.summary().internalCycles, 3u) << "one stretch from one sender";
  counter.add(TileId(1), TileId(0), 4);
  counter.newFragment(TileId(0));
  counter.add(TileId(1), TileId(0), 4);
  EXPECT_EQ(counter.summary().internalCycles, 6u);
}

TEST_F(ExchangeCounterTest, TilesOfABusLendEachOtherWhatIsIdle) {
  ExchangeCounter &counter = machine(1, 4, {4, 8, 2});
  counter.add(TileId(0), TileId(2), 400);
  EXPECT_EQ(counter.summary().internalCycles, 50u);
  counter.add(TileId(0), TileId(2), 400);
  counter.add(TileId(1), TileId(3), 400);
  EXPECT_EQ(counter.summary().internalCycles, 100u) << "both send, both receive";
  counter.receive(TileId(0), TileId(2), 400, 7);
  counter.receive(TileId(0), TileId(3), 400, 7);
  counter.send(TileId(0), 400, Reach::OwnIpu);
  EXPECT_EQ(counter.summary().internalCycles, 50u) << "both receive the same";
}

TEST_F(ExchangeCounterTest, ACopyOnATileTakesItsOwnTime) {
  ExchangeCounter &counter = machine(1, 2, {4, 16, 1});
  counter.copyOn(TileId(1), 160);
  counter.copyOn(TileId(1), 160);
  const plan::ExchangeSummary summary = counter.summary();
  EXPECT_EQ(summary.copyCycles, 20u);
  EXPECT_EQ(summary.internalCycles, 0u);
  EXPECT_EQ(summary.totalBytes, 0u);
  EXPECT_EQ(summary.ipus, std::vector<std::uint32_t>{0});
}

TEST_F(ExchangeCounterTest, WhatTheHostSendsIsRearrangedOnTheDevice) {
  ExchangeCounter &counter = machine(1, 4);
  for (int piece = 0; piece < 10; ++piece)
    for (std::uint32_t tile = 0; tile < 2; ++tile)
      counter.addHost(TileId(tile), 40, HostIs::Source);
  const plan::ExchangeSummary summary = counter.summary();
  EXPECT_EQ(summary.totalBytes, 800u);
  EXPECT_EQ(summary.maxReceivedBytes, 400u);
  EXPECT_EQ(summary.maxSentBytes, 0u);
  EXPECT_EQ(summary.internalCycles, 100u);
  counter.addHost(TileId(3), 40, HostIs::Destination);
  EXPECT_EQ(counter.summary().maxSentBytes, 40u);
}

TEST_F(ExchangeCounterTest, TilesNeedCodeAndHeaders) {
  ExchangeCounter &counter = machine(2, 4);
  plan_.tileMemory.tiles.resize(8);
  counter.add(TileId(0), TileId(1), 4 * 65);
  counter.add(TileId(2), TileId(1), 4);
  counter.add(TileId(0), TileId(5), 2048);
  counter.copyOn(TileId(3), 100);
  counter.addHost(TileId(6), 600, HostIs::Destination);
  counter.summary();
  const auto bytes = [this](std::size_t tile, MemoryCategory category) {
    return at(plan_.tileMemory.tiles[tile].bytes, category);
  };
  EXPECT_EQ(bytes(0, MemoryCategory::InternalExchangeCode), 4u * (1 + 2)) << "two sends";
  EXPECT_EQ(bytes(1, MemoryCategory::InternalExchangeCode), 4u * (1 + 2 * 3)) << "two senders";
  EXPECT_EQ(bytes(0, MemoryCategory::GlobalExchangeCode), 4u * (1 + 8));
  EXPECT_EQ(bytes(0, MemoryCategory::GlobalMessage), 8u) << "the sender's header";
  EXPECT_EQ(bytes(5, MemoryCategory::GlobalExchangeCode), 4u * (1 + 3));
  EXPECT_EQ(bytes(3, MemoryCategory::CopyDescriptor), 12u);
  EXPECT_EQ(bytes(6, MemoryCategory::HostExchangeCode), 4u * 8);
  EXPECT_EQ(bytes(6, MemoryCategory::HostMessage), 8u);
  EXPECT_EQ(plan_.tileMemory.tiles[0].alwaysLive, 12u + 36 + 8);
  counter.summary();
  EXPECT_EQ(plan_.tileMemory.tiles[0].alwaysLive, 12u + 36 + 8) << "nothing more";
}

TEST_F(ExchangeCounterTest, CodeIsNoMoreThanOneFragmentASenderNeeds) {
  ExchangeCounter &counter = machine(1, 4);
  plan_.tileMemory.tiles.resize(4);
  for (std::uint32_t i = 0; i < 1000; ++i)
    counter.add(TileId(i % 2), TileId(3), 4);
  EXPECT_EQ(counter.summary().internalCycles, 3000u) << "word by word all the same";
  EXPECT_EQ(at(plan_.tileMemory.tiles[3].bytes, MemoryCategory::InternalExchangeCode),
            4u * (1 + 3 * 4));
}

TEST_F(ExchangeCounterTest, KeepsWhatReportsAskFor) {
  ExchangeCounter &counter = machine(1, 4, {}, Detail::Flows);
  counter.add(TileId(3), TileId(1), 8);
  counter.add(TileId(0), TileId(1), 4);
  counter.add(TileId(3), TileId(1), 8);
  EXPECT_EQ(counter.summary().detail, 0u);
  EXPECT_EQ(counter.summary().detail, plan::kNone) << "an exchange of nothing";
  ASSERT_EQ(plan_.exchangeDetails.size(), 1u);
  const plan::ExchangeDetail &detail = plan_.exchangeDetails[0];
  ASSERT_EQ(detail.tiles.size(), 3u);
  EXPECT_EQ(detail.tiles[1].tile, 1u);
  EXPECT_EQ(detail.tiles[1].receivedBytes, 20u);
  EXPECT_EQ(detail.tiles[2].sentBytes, 16u);
  ASSERT_EQ(detail.flows.size(), 2u);
  EXPECT_EQ(detail.flows[0].from, 0u);
  EXPECT_EQ(detail.flows[1].from, 3u);
  EXPECT_EQ(detail.flows[1].bytes, 16u);
}

} // namespace
} // namespace poplar_emu::compile::test
