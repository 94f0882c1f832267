// SPDX-License-Identifier: MIT
// What steps cost, and that all parts add up whatever a program does.
#include "runtime/CycleCounter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace poplar_emu::runtime::test {
namespace {

constexpr std::uint32_t kIpus = 4;

class CycleCounterTest : public testing::Test {
 protected:
  CycleCounterTest() {
    plan_.machine.numIpus = kIpus;
    plan_.machine.tilesPerIpu = 8;
    plan_.links = {{"slow", 8'000'000'000}}; // 1 byte a cycle
    settings_.cycleCounting = CycleCounting::Always;
    settings_.cycles = {36, 40, 126, 600, 83, 50, 10, 45, 3, 0, 4, 15e-9, 1e9};
  }

  CycleCounter counter() const { return CycleCounter(plan_, settings_); }

  static plan::ExchangeSummary within(std::vector<std::uint32_t> ipus, std::uint64_t cycles) {
    plan::ExchangeSummary exchange;
    exchange.totalBytes = 4 * cycles;
    exchange.internalCycles = cycles;
    exchange.ipus = std::move(ipus);
    return exchange;
  }
  static plan::ExchangeSummary between(std::vector<std::uint32_t> ipus, std::uint64_t bytes) {
    plan::ExchangeSummary exchange;
    exchange.totalBytes = exchange.interIpuBytes = bytes;
    exchange.globalCycles = bytes / 4;
    exchange.links = {{0, bytes}};
    exchange.hops = 2;
    exchange.ipus = std::move(ipus);
    return exchange;
  }

  plan::Plan plan_;
  RuntimeSettings settings_;
};

TEST_F(CycleCounterTest, AComputeSetIsASyncAnExchangeALaunchAndItsSlowestTile) {
  plan::ComputeStep step;
  step.exchange = within({0}, 1000);
  const CycleParts parts = counter().compute(step, 5000).parts;
  EXPECT_EQ(parts.sync, 126u);
  EXPECT_EQ(parts.exchange, 1083u);
  EXPECT_EQ(parts.compute, 5036u);
  EXPECT_EQ(parts.total(), 126u + 1083 + 5036);
}

TEST_F(CycleCounterTest, WithoutWordsThereIsNoExchange) {
  plan::ComputeStep step;
  EXPECT_EQ(counter().compute(step, 10).parts.exchange, 0u);
}

TEST_F(CycleCounterTest, BetweenIpusTheBusiestLinkCountsAndTheWay) {
  const CycleParts parts = counter().exchange(between({0, 2}, 4000)).parts;
  EXPECT_EQ(parts.sync, 126u + 600);
  EXPECT_EQ(parts.exchange, 0u);
  EXPECT_EQ(parts.globalExchange, 50u + 4000 + 2 * 15);
  plan::ExchangeSummary fast = between({0, 2}, 4000);
  fast.links = {};
  EXPECT_EQ(counter().exchange(fast).parts.globalExchange, 50u + 1000 + 2 * 15) << "then the tiles";
}

TEST_F(CycleCounterTest, ATransferOfTheHostSyncsThreeTimes) {
  const CycleParts inOrder = counter().host(8000, {}).parts;
  EXPECT_EQ(inOrder.host, 2000u);
  EXPECT_EQ(inOrder.sync, 3u * 600);
  EXPECT_EQ(inOrder.exchange, 0u);
  const CycleParts rearranged = counter().host(8000, within({0}, 500)).parts;
  EXPECT_EQ(rearranged.exchange, 583u);
  EXPECT_EQ(rearranged.sync, 126u + 3 * 600);
}

TEST_F(CycleCounterTest, ACopyOnATileIsComputed) {
  plan::ExchangeSummary copy = within({0}, 0);
  copy.copyCycles = 70;
  EXPECT_EQ(counter().exchange(copy).parts.compute, 40u + 70);
}

TEST_F(CycleCounterTest, AHostCommandComesWithATransfer) {
  const std::uint64_t without = counter().host(8000, {}).parts.host;
  settings_.cycles.hostCommand = 73;
  EXPECT_EQ(counter().host(8000, {}).parts.host, without + 73);
}

TEST_F(CycleCounterTest, WaitingIsSync) {
  CycleCounter cycles = counter();
  cycles.exchange(within({0}, 1000));
  EXPECT_EQ(cycles.partsByIpu()[1].total(), 0u);
  const StepCycles joint = cycles.exchange(between({0, 1}, 4));
  EXPECT_EQ(joint.begin, 1209u);
  EXPECT_EQ(cycles.partsByIpu()[1].sync, 1209u + 726);
  EXPECT_EQ(cycles.partsByIpu()[1].exchange, 0u);
  EXPECT_EQ(cycles.partsByIpu()[0].sync, 126u + 726);
}

TEST_F(CycleCounterTest, NothingIsAddedWhileNobodyCounts) {
  settings_.cycleCounting = CycleCounting::WhenAsked;
  CycleCounter cycles = counter();
  EXPECT_FALSE(cycles.counts());
  EXPECT_EQ(cycles.exchange(within({0}, 1000)).parts.total(), 0u);
  cycles.sync();
  cycles.control();
  EXPECT_EQ(cycles.total(), 0u);
}

/// The last two tiles of each IPU serve the host alone.
class IoTilesTest : public CycleCounterTest {
 protected:
  using Side = plan::TileSide;
  IoTilesTest() {
    for (std::uint32_t ipu = 0; ipu < kIpus; ++ipu)
      plan_.ioTiles.insert(plan_.ioTiles.end(), {8 * ipu + 6, 8 * ipu + 7});
  }
  static plan::ExchangeSummary on(Side side, std::vector<std::uint32_t> ipus,
                                  std::uint64_t cycles) {
    plan::ExchangeSummary exchange = within(std::move(ipus), cycles);
    exchange.sides.assign(exchange.ipus.size(), side);
    return exchange;
  }
  static plan::ComputeStep computing(std::uint32_t ipu) {
    plan::ComputeStep step;
    step.exchange = on(Side::Compute, {ipu}, 0);
    return step;
  }
  static constexpr std::uint64_t kTransfer = 3 * 600 + 10'000, kCompute = 126 + 36 + 20'000;
};

TEST_F(IoTilesTest, TransfersAndComputeTakeTheLongerOfBoth) {
  CycleCounter cycles = counter();
  EXPECT_EQ(cycles.host(40'000, on(Side::Io, {0}, 0)).begin, 0u);
  EXPECT_EQ(cycles.compute(computing(0), 20'000).begin, 0u);
  EXPECT_EQ(cycles.total(), std::max(kTransfer, kCompute));
  // What brings the data to the tiles that compute begins after both.
  EXPECT_EQ(cycles.exchange(on(Side::Both, {0}, 10)).begin, std::max(kTransfer, kCompute));
  // The next transfer begins after that.
  EXPECT_EQ(cycles.host(40'000, on(Side::Io, {0}, 0)).begin,
            std::max(kTransfer, kCompute) + 126 + 83 + 10);
}

TEST_F(IoTilesTest, OtherTransfersTakeAllTiles) {
  for (const Side side : {Side::Compute, Side::Both}) {
    CycleCounter cycles = counter();
    cycles.compute(computing(0), 20'000);
    EXPECT_EQ(cycles.host(40'000, on(side, {1}, 0)).begin, kCompute);
    EXPECT_EQ(cycles.host(40'000, on(Side::Io, {1}, 0)).begin, kCompute + kTransfer);
  }
}

TEST_F(IoTilesTest, TheHostServesAllIpusAtOnceOrEachOnItsOwn) {
  for (const HostSync sync : {HostSync::AllIpus, HostSync::ServedIpus}) {
    settings_.hostSync = sync;
    CycleCounter cycles = counter();
    cycles.host(40'000, on(Side::Io, {0}, 0));
    EXPECT_EQ(cycles.host(40'000, on(Side::Io, {1}, 0)).begin,
              sync == HostSync::AllIpus ? kTransfer : 0);
    cycles.compute(computing(0), 20'000);
    EXPECT_EQ(cycles.host(40'000, on(Side::Compute, {3}, 0)).begin,
              sync == HostSync::AllIpus ? std::max(kCompute, 2 * kTransfer) : 0);
  }
}

TEST_F(IoTilesTest, StampsShowTheClockOfTheirTile) {
  CycleCounter cycles = counter();
  cycles.compute(computing(0), 20'000);
  plan::CycleStampStep stamp;
  stamp.tile = TileId(6);
  EXPECT_EQ(cycles.stamp(stamp), 0u);
  stamp.tile = TileId(5);
  EXPECT_EQ(cycles.stamp(stamp), kCompute);
  stamp.tile = TileId(6);
  stamp.joinsIpus = true;
  EXPECT_EQ(cycles.stamp(stamp), kCompute + 45);
}

TEST_F(IoTilesTest, WaitingForIoTilesIsWhatTheyDo) {
  CycleCounter cycles = counter();
  cycles.host(40'000, on(Side::Io, {0}, 0));
  EXPECT_EQ(cycles.partsByIpu()[0].total(), 0u);
  cycles.meet();
  EXPECT_EQ(cycles.partsByIpu()[0].sync, 3 * 600u);
  EXPECT_EQ(cycles.partsByIpu()[0].host, 10'000u);
  EXPECT_EQ(cycles.clocks()[0], cycles.total());
}

TEST_F(IoTilesTest, TransfersBehindComputeAreNotWaitedFor) {
  CycleCounter cycles = counter();
  cycles.compute(computing(0), 5'000);
  cycles.host(40'000, on(Side::Io, {0}, 0)); // until 1'800 + 10'000
  cycles.host(40'000, on(Side::Io, {0}, 0));
  cycles.meet();
  const std::uint64_t hidden = 126 + 36 + 5'000 - 3 * 600;
  EXPECT_EQ(cycles.partsByIpu()[0].host, 20'000 - hidden);
  EXPECT_EQ(cycles.partsByIpu()[0].sync, 126 + 3 * 600u);
  EXPECT_EQ(cycles.ioPartsByIpu()[0].host, 20'000u);
  EXPECT_EQ(cycles.ioPartsByIpu()[0].total(), cycles.total());
  // Another IPU's transfers are no business of its tiles.
  settings_.hostSync = HostSync::ServedIpus;
  CycleCounter apart = counter();
  apart.host(40'000, on(Side::Io, {1}, 0));
  apart.meet();
  EXPECT_EQ(apart.partsByIpu()[0].host, 0u);
  EXPECT_EQ(apart.partsByIpu()[0].sync, kTransfer);
  EXPECT_EQ(apart.ioPartsByIpu()[0].sync, kTransfer);
}

/// A step of some kind on some IPUs.
StepCycles randomStep(CycleCounter &cycles, std::mt19937 &random) {
  const auto below = [&](std::uint32_t n) { return random() % n; };
  plan::ExchangeSummary exchange;
  for (std::uint32_t ipu = 0; ipu < kIpus; ++ipu)
    if (below(2) == 0) exchange.ipus.push_back(ipu);
  exchange.internalCycles = below(2) * below(500);
  exchange.copyCycles = below(2) * below(50);
  exchange.totalBytes = exchange.internalCycles * 4;
  if (exchange.ipus.size() > 1 && below(3) == 0) {
    exchange.interIpuBytes = 1 + below(3000);
    exchange.totalBytes += exchange.interIpuBytes;
    exchange.links = {{0, exchange.interIpuBytes}};
    exchange.hops = below(4);
  }
  plan::ComputeStep compute;
  compute.exchange = exchange;
  plan::CycleStampStep stamp;
  stamp.tile = TileId(below(kIpus * 8));
  stamp.joinsIpus = below(2) == 0;
  switch (below(8)) {
  case 0:
  case 1:
    return cycles.compute(compute, below(1000));
  case 2:
  case 3:
    return cycles.exchange(exchange);
  case 4:
    return cycles.host(below(10000), exchange);
  case 5:
    cycles.control();
    break;
  case 6:
    cycles.stamp(stamp);
    break;
  default:
    below(2) == 0 ? cycles.sync() : cycles.syncWithinIpus();
  }
  return {};
}

TEST_F(CycleCounterTest, PartsAddUpOnEveryIpuWhateverHappens) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    CycleCounter cycles = counter();
    for (int i = 0; i < 60; ++i) {
      const StepCycles step = randomStep(cycles, random);
      ASSERT_LE(step.begin + step.parts.total(), cycles.total());
      for (std::uint32_t ipu = 0; ipu < kIpus; ++ipu)
        ASSERT_EQ(cycles.partsByIpu()[ipu].total(), cycles.clocks()[ipu]);
      ASSERT_EQ(cycles.total(), *std::max_element(cycles.clocks().begin(), cycles.clocks().end()));
    }
    cycles.meet();
    for (const CycleParts &parts : cycles.partsByIpu())
      ASSERT_EQ(parts.total(), cycles.total()) << "seed " << seed;
  }
}

} // namespace
} // namespace poplar_emu::runtime::test
