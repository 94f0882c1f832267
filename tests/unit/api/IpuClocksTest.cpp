// SPDX-License-Identifier: MIT
// Steps of different IPUs overlap, as a program measures it.
#include <poplar/CycleCount.hpp>
#include <poplar/Device.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/Program.hpp>

#include <gtest/gtest.h>

namespace poplar {
namespace {

using program::Copy;
using program::Repeat;
using program::Sequence;
using program::Sync;

constexpr unsigned kTiles = 4;

class IpuClocks : public testing::Test {
 protected:
  IpuClocks() : device_(makeDevice()), graph_(device_.getTarget()) {}

  /// Of as many words as given, from one tile to another.
  Copy copy(unsigned from, unsigned to, std::size_t words = 10000) {
    const Tensor source = graph_.addVariable(FLOAT, {words}),
                 destination = graph_.addVariable(FLOAT, {words});
    graph_.setTileMapping(source, from);
    graph_.setTileMapping(destination, to);
    return Copy(source, destination);
  }
  Copy onFirst(std::size_t words = 10000) { return copy(0, 1, words); }
  Copy onSecond(std::size_t words = 10000) { return copy(kTiles, kTiles + 1, words); }
  Copy between() { return copy(0, kTiles, 1); }
  /// Two of onFirst(), of which the second needs what the first brings: they share no exchange.
  Sequence thereAndBackOnFirst(std::size_t words = 10000) {
    const Tensor home = graph_.addVariable(FLOAT, {words}),
                 away = graph_.addVariable(FLOAT, {words});
    graph_.setTileMapping(home, 0);
    graph_.setTileMapping(away, 1);
    return {Copy(home, away), Copy(away, home)};
  }

  std::uint64_t cyclesOf(Sequence program, SyncType sync = SyncType::EXTERNAL) {
    const Tensor cycles = cycleCount(graph_, program, 0, sync);
    graph_.createHostRead("cycles" + std::to_string(count_), cycles);
    Engine engine(graph_, program);
    engine.load(device_);
    engine.run();
    std::uint64_t result = 0;
    engine.readTensor("cycles" + std::to_string(count_++), &result, &result + 1);
    return result;
  }

 private:
  static Device makeDevice() {
    IPUModel model;
    model.numIPUs = 2;
    model.tilesPerIPU = kTiles;
    return model.createDevice();
  }

  Device device_;
  unsigned count_ = 0;

 protected:
  Graph graph_;
};

TEST_F(IpuClocks, StepsOfDifferentIpusOverlap) {
  const std::uint64_t nothing = cyclesOf({}), first = cyclesOf({onFirst()}) - nothing;
  EXPECT_GT(first, 5000u) << "two words a cycle: the other tiles of both buses are idle";
  EXPECT_EQ(cyclesOf({onFirst(), onSecond()}) - nothing, first);
  EXPECT_EQ(cyclesOf(thereAndBackOnFirst()) - nothing, 2 * first);
  // The longer one counts, whatever the order.
  EXPECT_EQ(cyclesOf({onSecond(100), onFirst()}) - nothing, first);
  EXPECT_EQ(cyclesOf({onSecond(), onFirst(100)}) - nothing, first);
}

TEST_F(IpuClocks, StepsOfDifferentIpusOverlapInLoops) {
  const std::uint64_t nothing = cyclesOf({});
  const std::uint64_t alone = cyclesOf({Repeat(5, onFirst())}) - nothing;
  EXPECT_EQ(cyclesOf({Repeat(5, Sequence{onFirst(), onSecond()})}) - nothing, alone);
}

TEST_F(IpuClocks, DataBetweenIpusJoinsThem) {
  const std::uint64_t nothing = cyclesOf({}), first = cyclesOf({onFirst()}) - nothing;
  const std::uint64_t joint = cyclesOf({between()}) - nothing;
  EXPECT_EQ(cyclesOf({onFirst(), between(), onSecond()}) - nothing, 2 * first + joint);
  EXPECT_EQ(cyclesOf({onFirst(), onSecond(), between()}) - nothing, first + joint);
}

TEST_F(IpuClocks, SyncsJoinThem) {
  const std::uint64_t nothing = cyclesOf({}), first = cyclesOf({onFirst()}) - nothing;
  const std::uint64_t sync = cyclesOf({Sync(SyncType::GLOBAL)}) - nothing;
  EXPECT_EQ(cyclesOf({onFirst(), Sync(SyncType::GLOBAL), onSecond()}) - nothing, 2 * first + sync);
}

TEST_F(IpuClocks, InternalSyncsLookAtOneIpu) {
  const std::uint64_t nothing = cyclesOf({}, SyncType::INTERNAL);
  EXPECT_EQ(cyclesOf({onSecond()}, SyncType::INTERNAL), nothing);
  const std::uint64_t first = cyclesOf({onFirst()}, SyncType::INTERNAL) - nothing;
  EXPECT_EQ(cyclesOf({onSecond(), Sync(SyncType::INTERNAL), onFirst()}, SyncType::INTERNAL) -
                cyclesOf({Sync(SyncType::INTERNAL)}, SyncType::INTERNAL),
            first);
}

TEST_F(IpuClocks, StepsOnBothIpusTakeTheTimeOfBoth) {
  const std::uint64_t nothing = cyclesOf({}), first = cyclesOf({onFirst()}) - nothing;
  const Tensor source = graph_.addVariable(FLOAT, {2, 10000}),
               destination = graph_.addVariable(FLOAT, {2, 10000});
  for (unsigned ipu = 0; ipu < 2; ++ipu) {
    graph_.setTileMapping(source[ipu], ipu * kTiles);
    graph_.setTileMapping(destination[ipu], ipu * kTiles + 1);
  }
  const Copy both(source, destination);
  EXPECT_EQ(cyclesOf({both}) - nothing, first);
  EXPECT_EQ(cyclesOf({onSecond(), both}) - nothing, 2 * first);
}

} // namespace
} // namespace poplar
