// SPDX-License-Identifier: MIT
// The largest systems that the device manager serves, and a lot of data.
#include "StressTest.hpp"

#include <gtest/gtest.h>

namespace {

using namespace poplar;
using namespace poplar::program;

TEST(Systems, OfSixtyFourIpusRunOneRing) {
  constexpr unsigned kSteps = 3, kPerTile = 2;
  Device device = stress::attachedDevice(64);
  ASSERT_EQ(device.getTarget().getNumTiles(), 64u * 1472u);
  stress::Ring ring(device.getTarget(), kPerTile);
  Engine engine(ring.graph, Repeat(kSteps, ring.superstep));
  engine.load(device);
  std::vector<unsigned> values = stress::counting(ring.numTiles * kPerTile, 9);
  const auto expected = stress::Ring::expected(values, kPerTile, kSteps);
  engine.writeTensor("values", values.data(), values.data() + values.size());
  engine.run();
  engine.readTensor("values", values.data(), values.data() + values.size());
  EXPECT_EQ(values, expected);
}

TEST(Systems, FillMostOfTheirMemory) {
  // 1472 tiles of 624 KiB, two tensors of 256 KiB a tile each.
  constexpr unsigned kPerTile = 64 * 1024;
  Device device = stress::attachedDevice(1);
  Graph graph(device.getTarget());
  const unsigned numTiles = device.getTarget().getNumTiles();
  Tensor a = graph.addVariable(UNSIGNED_INT, {numTiles, kPerTile}, "a");
  Tensor b = graph.addVariable(UNSIGNED_INT, {numTiles, kPerTile}, "b");
  for (unsigned tile = 0; tile < numTiles; ++tile) {
    graph.setTileMapping(a[tile], tile);
    graph.setTileMapping(b[tile], numTiles - 1 - tile);
  }
  graph.createHostWrite("a", a);
  graph.createHostRead("b", b);
  Engine engine(graph, Copy(a, b.reverse(0)));
  engine.load(device);
  std::vector<unsigned> in = stress::counting(std::size_t{numTiles} * kPerTile, 3), out(in.size());
  engine.writeTensor("a", in.data(), in.data() + in.size());
  engine.run();
  engine.readTensor("b", out.data(), out.data() + out.size());
  for (unsigned tile = 0; tile < numTiles; ++tile)
    ASSERT_TRUE(std::equal(in.begin() + std::size_t{tile} * kPerTile,
                           in.begin() + std::size_t{tile + 1} * kPerTile,
                           out.begin() + std::size_t{numTiles - 1 - tile} * kPerTile))
        << "row " << tile;
}

} // namespace
