// SPDX-License-Identifier: MIT
// What copies between IPUs cost, as a program measures it.
#include <poplar/CycleCount.hpp>
#include <poplar/Device.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/Program.hpp>

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

namespace poplar {
namespace {

using program::Copy;
using program::Sequence;

constexpr unsigned kTiles = 64;
constexpr std::size_t kWords = 64 * 1024; // a pair of IPUs

using Flows = std::vector<std::pair<unsigned, unsigned>>;

/// Cycles of one copy that sends kWords words along each flow, at once.
std::uint64_t cyclesOf(const Flows &flows, const char *topology = "mesh",
                       const std::vector<GlobalExchangeConstraint> &limits = {}) {
  IPUModel model;
  model.numIPUs = 8;
  model.tilesPerIPU = kTiles;
  model.globalExchangeConstraints = limits;
  const Device device = model.createDevice({{"ipuLinkTopology", topology}});
  Graph graph(device.getTarget());
  std::vector<Tensor> sources, destinations;
  for (const auto &[from, to] : flows) {
    sources.push_back(graph.addVariable(FLOAT, {kWords}));
    destinations.push_back(graph.addVariable(FLOAT, {kWords}));
    // Spread over the tiles, so that links and not tiles are what copies wait for.
    for (unsigned tile = 0; tile < kTiles; ++tile) {
      const std::size_t begin = tile * kWords / kTiles, end = (tile + 1) * kWords / kTiles;
      graph.setTileMapping(sources.back().slice(begin, end), from * kTiles + tile);
      graph.setTileMapping(destinations.back().slice(begin, end), to * kTiles + tile);
    }
  }
  Sequence copy{Copy(concat(sources), concat(destinations))};
  Tensor cycles = cycleCount(graph, copy, 0, SyncType::EXTERNAL);
  graph.createHostRead("cycles", cycles);
  Engine engine(graph, copy);
  engine.load(device);
  engine.run();
  std::uint64_t result = 0;
  engine.readTensor("cycles", &result, &result + 1);
  return result;
}

TEST(LinkCycles, ANeighbourOnTheCardHasTwiceTheLinksOfTheNextCard) {
  const std::uint64_t card = cyclesOf({{0, 1}}), rail = cyclesOf({{0, 2}});
  // 256 KiB over 4 links of 128 Gibit/s at 85 %, and as much at half that rate.
  const double cardCycles = kWords * 4 / (467292441805.0 / 8 / 1.33e9);
  EXPECT_NEAR(static_cast<double>(rail - card), cardCycles, 2);
}

TEST(LinkCycles, FlowsOverTheSameLinkWaitForEachOther) {
  const std::uint64_t one = cyclesOf({{0, 2}});
  EXPECT_EQ(cyclesOf({{0, 2}, {2, 0}}), one) << "each direction has its own links";
  EXPECT_EQ(cyclesOf({{0, 2}, {4, 6}}), one) << "other links";
  EXPECT_GT(cyclesOf({{0, 2}, {0, 4}}), one + one / 2) << "both leave over the same rail";
}

TEST(LinkCycles, ATorusIsShorterThanALadderAndALineIsLonger) {
  const Flows ends = {{0, 6}};
  EXPECT_LT(cyclesOf(ends, "torus"), cyclesOf(ends, "mesh")) << "one hop instead of three";
  EXPECT_EQ(cyclesOf({{0, 2}}, "torus"), cyclesOf({{0, 2}}, "mesh"));
  EXPECT_GT(cyclesOf({{0, 2}, {1, 3}}, "line"), cyclesOf({{0, 2}, {1, 3}}, "mesh"))
      << "both cross the links between 1 and 2";
}

TEST(LinkCycles, ConstraintsOfTheModelDecide) {
  const std::vector<GlobalExchangeConstraint> slow = {
      {1e9, std::vector<GlobalExchangeFlow>{{0, 1}, {1, 0}}}};
  const std::uint64_t one = cyclesOf({{0, 1}}, "mesh", slow);
  EXPECT_NEAR(static_cast<double>(one), kWords * 32 / 1e9 * 1.33e9,
              0.03 * static_cast<double>(one));
  EXPECT_NEAR(static_cast<double>(cyclesOf({{0, 1}, {1, 0}}, "mesh", slow)),
              2 * static_cast<double>(one), 0.03 * static_cast<double>(one));
}

/// Cycles of a copy of kWords words between replicas of one IPU each.
std::uint64_t cyclesBetweenReplicas(const std::map<unsigned, unsigned> &sourceToDestination) {
  IPUModel model;
  model.numIPUs = 4;
  model.tilesPerIPU = kTiles;
  const Device device = model.createDevice();
  Graph graph(device.getTarget(), replication_factor(4));
  const Tensor source = graph.addVariable(FLOAT, {kWords}, VariableMappingMethod::LINEAR);
  const Tensor destination = graph.addVariable(FLOAT, {kWords}, VariableMappingMethod::LINEAR);
  Sequence copy{program::CrossReplicaCopy(source, destination, sourceToDestination)};
  Tensor cycles = cycleCount(graph, copy, 0, SyncType::EXTERNAL);
  graph.createHostRead("cycles", cycles);
  Engine engine(graph, copy);
  engine.load(device);
  engine.run();
  std::vector<std::uint64_t> result(4);
  engine.readTensor("cycles", result.data(), result.data() + 4);
  return result[0];
}

TEST(LinkCycles, CopiesBetweenReplicasTakeTheLinksBetweenTheirIpus) {
  const std::uint64_t card = cyclesBetweenReplicas({{0, 1}, {1, 0}, {2, 3}, {3, 2}});
  const std::uint64_t rail = cyclesBetweenReplicas({{0, 2}, {2, 0}, {1, 3}, {3, 1}});
  const double cardCycles = kWords * 4 / (467292441805.0 / 8 / 1.33e9);
  EXPECT_NEAR(static_cast<double>(rail - card), cardCycles, 2);
  EXPECT_EQ(cyclesBetweenReplicas({{0, 1}, {1, 3}, {3, 2}, {2, 0}}), rail)
      << "a ring along the ladder waits for its rails";
  EXPECT_GT(cyclesBetweenReplicas({{0, 1}, {1, 2}, {2, 3}, {3, 0}}), rail)
      << "a ring by number crosses the rungs on its way";
}

} // namespace
} // namespace poplar
