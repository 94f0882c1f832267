// SPDX-License-Identifier: MIT
// Mappings by use, broadcast operands, and clones without aliases or in other graphs.
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using poplar::Interval;
using poplar::Tensor;
using poputil::TensorUseTracker;
using Regions = std::vector<Interval>;

class UseTracker : public testing::Test {
 protected:
  poplar::Graph graph{poplar::Target::createIPUTarget(1, 8, "ipu2")};
};

TEST_F(UseTracker, MapsToTheOnlyUser) {
  const Tensor t = graph.addVariable(poplar::FLOAT, {20});
  TensorUseTracker tracker(8);
  EXPECT_TRUE(tracker.empty());
  tracker.add(graph, 3, t.slice(0, 12));
  tracker.add(graph, 5, t.slice(12, 20));
  EXPECT_FALSE(tracker.empty());
  tracker.mapTensorsByUse(graph, 1, 0);
  EXPECT_EQ(graph.getTileMapping(t)[3], (Regions{{0, 12}}));
  EXPECT_EQ(graph.getTileMapping(t)[5], (Regions{{12, 20}}));
}

TEST_F(UseTracker, SharesOutAmongSeveralUsers) {
  const Tensor t = graph.addVariable(poplar::FLOAT, {16});
  TensorUseTracker tracker(8, 4), other(8);
  tracker.add(graph, 1, t);
  other.add(graph, 6, t);
  tracker.add(other);
  TensorUseTracker copy = tracker;
  copy.mapTensorsByUse(graph, 4, 4);
  // Tile 6 comes before tile 1 in the order that begins with tile 4.
  EXPECT_EQ(graph.getTileMapping(t)[6], (Regions{{0, 8}}));
  EXPECT_EQ(graph.getTileMapping(t)[1], (Regions{{8, 16}}));
}

TEST_F(UseTracker, ExtendsToUnusedNeighbours) {
  const Tensor t = graph.addVariable(poplar::FLOAT, {30});
  TensorUseTracker tracker(8);
  tracker.add(graph, 2, t.slice(5, 10));
  tracker.add(graph, 3, t.slice(15, 20));
  tracker.mapTensorsByUse(graph, 1, 0, true);
  EXPECT_EQ(graph.getTileMapping(t)[2], (Regions{{0, 15}}));
  EXPECT_EQ(graph.getTileMapping(t)[3], (Regions{{15, 30}}));
  EXPECT_THROW(tracker.add(graph, 8, t), poputil::poplibs_error);
}

TEST_F(UseTracker, BroadcastOperandsLieWithTheirUsers) {
  const Tensor full = graph.addVariable(poplar::FLOAT, {6, 16});
  for (unsigned tile = 0; tile < 8; ++tile)
    graph.setTileMapping(full.slice(2 * tile, 2 * tile + 2, 1), tile);
  const Tensor bias = poputil::createBroadcastOperand(graph, full, poplar::HALF, 1);
  EXPECT_EQ(bias.shape(), (std::vector<std::size_t>{16}));
  EXPECT_EQ(bias.elementType(), poplar::HALF);
  for (unsigned tile = 0; tile < 8; ++tile)
    EXPECT_EQ(graph.getTileMapping(bias)[tile], (Regions{{2 * tile, 2 * tile + 2}}));
  const Tensor rows = poputil::createBroadcastOperand(graph, full, poplar::FLOAT, 0, true);
  EXPECT_NO_THROW(graph.getTileMapping(rows));
  EXPECT_THROW(poputil::createBroadcastOperand(graph, full, poplar::HALF, 2),
               poputil::poplibs_error);
}

TEST_F(UseTracker, ClonesWithoutAliases) {
  const Tensor t = graph.addVariable(poplar::FLOAT, {4});
  graph.setTileMapping(t, 2);
  const auto same = poputil::cloneAndExpandAliasing(graph, t, 3);
  EXPECT_EQ(same.second, 3u);
  EXPECT_EQ(graph.getTileMapping(same.first)[2], (Regions{{0, 4}}));
  const auto expanded = poputil::cloneAndExpandAliasing(graph, t.broadcast(16, 0), 3);
  EXPECT_TRUE(expanded.first.isParallelWriteable());
  EXPECT_EQ(expanded.second, 5u);
}

TEST_F(UseTracker, ClonesToOtherGraphs) {
  poplar::Graph left = graph.createVirtualGraph(0, 4), right = graph.createVirtualGraph(4, 8);
  const Tensor t = left.addVariable(poplar::FLOAT, {4});
  left.setTileMapping(t, 1);
  const Tensor clone = poputil::cloneToGraph(left, right, t);
  EXPECT_EQ(right.getTileMapping(clone)[1], (Regions{{0, 4}}));
  EXPECT_EQ(graph.getTileMapping(clone)[5], (Regions{{0, 4}}));
  poplar::Graph small = graph.createVirtualGraph(0, 1);
  EXPECT_THROW(poputil::cloneToGraph(left, small, t), poputil::poplibs_error);
}

} // namespace
