// SPDX-License-Identifier: MIT
// Linear mappings, with the numbers of the documented algorithm.
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace poplar;
using Regions = std::vector<Interval>;

Graph ipuGraph(unsigned ipus = 1) {
  return Graph(Target::createIPUTarget(ipus, "ipu2"));
}

TEST(CalcLinearTileMapping, KeepsAtLeast128BytesATile) {
  Graph graph = ipuGraph();
  const Tensor t = graph.addVariable(FLOAT, {100}, "t");
  // 32 floats are 128 bytes, two floats a grain: 50 grains in 3 parts of 16, 17, 17.
  const auto mapping = poputil::calcLinearTileMapping(graph, t);
  ASSERT_EQ(mapping.size(), 3u);
  EXPECT_EQ(mapping[0], (Regions{{0, 32}}));
  EXPECT_EQ(mapping[1], (Regions{{32, 66}}));
  EXPECT_EQ(mapping[2], (Regions{{66, 100}}));
}

TEST(CalcLinearTileMapping, UsesAllTilesForLargeTensors) {
  Graph graph = ipuGraph();
  const Tensor t = graph.addVariable(FLOAT, {1472, 64}, "t");
  const auto mapping = poputil::calcLinearTileMapping(graph, t);
  ASSERT_EQ(mapping.size(), 1472u);
  for (std::size_t tile = 0; tile < mapping.size(); ++tile)
    EXPECT_EQ(mapping[tile], (Regions{{tile * 64, tile * 64 + 64}}));
}

TEST(CalcLinearTileMapping, OffsetAndDirectionGiveOneEntryATile) {
  Graph graph = ipuGraph();
  const auto up = poputil::calcLinearTileMapping(graph, {100}, 32, 2, 1471);
  ASSERT_EQ(up.size(), 1472u);
  EXPECT_EQ(up[1471], (Regions{{0, 32}}));
  EXPECT_EQ(up[0], (Regions{{32, 66}}));
  EXPECT_EQ(up[1], (Regions{{66, 100}}));
  const auto down = poputil::calcLinearTileMapping(graph, {100}, 32, 2, 0, false);
  ASSERT_EQ(down.size(), 1472u);
  EXPECT_EQ(down[1471], (Regions{{0, 32}}));
  EXPECT_EQ(down[1469], (Regions{{66, 100}}));
}

TEST(CalcLinearTileMapping, ScalarsAreMappedAndNothingIsNot) {
  Graph graph = ipuGraph();
  EXPECT_EQ(poputil::calcLinearTileMapping(graph, graph.addVariable(HALF, {}, "s")),
            (Graph::TileToTensorMapping{{{0, 1}}}));
  EXPECT_TRUE(poputil::calcLinearTileMapping(graph, graph.addVariable(HALF, {0}, "e")).empty());
}

TEST(MapTensorLinearly, MapsEveryElement) {
  Graph graph = ipuGraph();
  const Tensor t = graph.addVariable(HALF, {777, 13}, "t");
  poputil::mapTensorLinearly(graph, t);
  bool complete = false;
  graph.getTileMapping(t, &complete);
  EXPECT_TRUE(complete);
  // 2526 grains of 4 go to 149 tiles, 16 or 17 each: one grain above the 64 elements that are the
  // minimum.
  EXPECT_EQ(poputil::getTileImbalance(graph, t, 64, 4), 4u);

  const Tensor view = graph.addVariable(FLOAT, {64, 8}, "v").transpose();
  poputil::mapTensorLinearly(graph, view, 8, 8);
  EXPECT_EQ(graph.getTileMapping(view)[63], (Regions{{504, 512}}));
}

TEST(MapTensorLinearly, EqualsTheLinearMappingMethod) {
  Graph graph = ipuGraph();
  const Tensor a = graph.addVariable(FLOAT, {12345}, VariableMappingMethod::LINEAR, "a");
  const Tensor b = graph.addVariable(FLOAT, {12345}, "b");
  poputil::mapTensorLinearly(graph, b);
  EXPECT_EQ(graph.getTileMapping(a), graph.getTileMapping(b));
}

TEST(NewOffset, IsTheFirstTileAfterTheUsedOnes) {
  Graph graph = ipuGraph();
  const Tensor t = graph.addVariable(FLOAT, {100}, "t");
  EXPECT_EQ(poputil::calcLinearTileMappingAndNewOffset(graph, t).second, 3u);
  EXPECT_EQ(poputil::calcLinearTileMappingAndNewOffset(graph, t, 1470).second, 1u);
}

TEST(GetTileImbalance, CountsElementsAboveAnEvenSpread) {
  EXPECT_EQ(poputil::getTileImbalance({{{0, 10}}, {{10, 12}}}), 4u);
  EXPECT_EQ(poputil::getTileImbalance({{{0, 10}}, {{10, 12}}}, 8), 2u);
  EXPECT_EQ(poputil::getTileImbalance({{{0, 10}}, {{10, 12}}}, 0, 16), 0u);
  EXPECT_EQ(poputil::getTileImbalance(Graph::TileToTensorMapping{}), 0u);
}

TEST(ChooseMappingOffset, DependsOnTheShapeAlone) {
  const std::size_t a = poputil::chooseMappingOffset(1472, {3, 5});
  EXPECT_EQ(a, poputil::chooseMappingOffset(1472, {3, 5}));
  EXPECT_LT(a, 1472u);
  EXPECT_NE(a, poputil::chooseMappingOffset(1472, {5, 3}));
  EXPECT_EQ(poputil::chooseMappingOffset(1472, {}, 1475), 3u);
  EXPECT_THROW(poputil::chooseMappingOffset(0, {3}), poputil::poplibs_error);
}

TEST(TransformTileIndex, IsUndoneByItsInverse) {
  for (const bool ascending : {true, false})
    for (unsigned tile = 0; tile < 7; ++tile)
      EXPECT_EQ(poputil::invTransformTileIndex(poputil::transformTileIndex(tile, 7, 17, ascending),
                                               7, 17, ascending),
                tile);
}

TEST(CloneToIpu, KeepsTheTileWithinTheIpu) {
  Graph graph = ipuGraph(2);
  const Tensor t = graph.addVariable(FLOAT, {4}, "t");
  graph.setTileMapping(t.slice(0, 2), 5);
  graph.setTileMapping(t.slice(2, 4), 1472 + 5);
  const Tensor clone = poputil::cloneToIpu(graph, t, 1);
  EXPECT_EQ(graph.getTileMapping(clone)[1472 + 5], (Regions{{0, 4}}));
  EXPECT_THROW(poputil::cloneToIpu(graph, t, 2), poputil::poplibs_error);
}

TEST(DimIsSplit, LooksAtTilesOrIpusAlongOneDimension) {
  Graph graph = ipuGraph(2);
  const Tensor t = graph.addVariable(FLOAT, {4, 6}, "t");
  for (unsigned row = 0; row < 4; ++row)
    graph.setTileMapping(t[row], row);
  EXPECT_TRUE(poputil::dimIsSplitOverTiles(graph, t, 0));
  EXPECT_FALSE(poputil::dimIsSplitOverTiles(graph, t, 1));
  EXPECT_FALSE(poputil::dimIsSplitOverIPUs(graph, t, 0));
  graph.setTileMapping(t[3], 1472);
  EXPECT_TRUE(poputil::dimIsSplitOverIPUs(graph, t, 0));
  EXPECT_THROW(poputil::dimIsSplitOverTiles(graph, t, 2), poputil::poplibs_error);
}

} // namespace
