// SPDX-License-Identifier: MIT
// What observers are told of the links that a step uses.
#include <poplar/Device.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/Program.hpp>
#include <poplar_emu/Observe.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace poplar {
namespace {

constexpr unsigned kTiles = 4;
constexpr std::size_t kWords = 1000;

std::vector<poplar_emu::Superstep> stepsOf(const Device &device, const Graph &graph,
                                           const program::Program &program) {
  Engine engine(graph, program);
  engine.load(device);
  std::vector<poplar_emu::Superstep> steps;
  poplar_emu::observe(engine, [&](const poplar_emu::Superstep &step) { steps.push_back(step); });
  engine.run();
  return steps;
}

Device ladder() {
  IPUModel model;
  model.numIPUs = 8;
  model.tilesPerIPU = kTiles;
  return model.createDevice({{"ipuLinkTopology", "mesh"}});
}

/// Words between the first tiles of two IPUs of a replica.
std::vector<poplar_emu::Superstep> copyBetween(unsigned from, unsigned to, unsigned replicas) {
  const Device device = ladder();
  Graph graph(device.getTarget(), replication_factor(replicas));
  const Tensor source = graph.addVariable(FLOAT, {kWords}),
               destination = graph.addVariable(FLOAT, {kWords});
  graph.setTileMapping(source, from * kTiles);
  graph.setTileMapping(destination, to * kTiles + 1);
  return stepsOf(device, graph, program::Copy(source, destination));
}

TEST(LinkWords, CountOnEachLinkOfTheirWay) {
  for (const auto &[to, links] :
       std::vector<std::pair<unsigned, unsigned>>{{0, 0}, {1, 1}, {2, 1}, {6, 3}}) {
    const auto steps = copyBetween(0, to, 1);
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_EQ(steps[0].linkBytes, links * kWords * 4) << to;
    EXPECT_EQ(steps[0].ipus, to == 0 ? 1u : 2u);
  }
}

TEST(LinkWords, AreThoseOfAllReplicas) {
  EXPECT_EQ(copyBetween(0, 1, 4)[0].linkBytes, 4 * kWords * 4);
}

TEST(LinkWords, BetweenReplicasAreCountedOnce) {
  const Device device = ladder();
  Graph graph(device.getTarget(), replication_factor(8));
  const Tensor source = graph.addVariable(FLOAT, {kWords}, VariableMappingMethod::LINEAR),
               destination = graph.addVariable(FLOAT, {kWords}, VariableMappingMethod::LINEAR);
  const auto steps = stepsOf(
      device, graph,
      program::CrossReplicaCopy(source, destination,
                                {{0, 1}, {1, 0}, {2, 6}, {6, 2}, {3, 7}, {7, 3}, {4, 5}, {5, 4}}));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].linkBytes, (4 * 1 + 4 * 2) * kWords * 4);
}

} // namespace
} // namespace poplar
