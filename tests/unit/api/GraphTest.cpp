// SPDX-License-Identifier: MIT
// Graph: construction, replication, virtual graphs, tile numbers.
#include "ApiTestSupport.hpp"

#include "api/VirtualTiles.hpp"

using namespace poplar;
using namespace poplar_emu::test;

namespace {

TEST(GraphConstruction, TargetAndReplication) {
  Graph graph(smallTarget(4, 8), replication_factor(2));
  EXPECT_EQ(graph.getReplicationFactor(), 2u);
  EXPECT_EQ(graph.getTarget().getNumIPUs(), 2u);
  EXPECT_EQ(graph.getTarget().getNumTiles(), 16u);
  EXPECT_EQ(irOf(graph).machine.replicationFactor, 2u);
  EXPECT_EQ(poplar_emu::api::Access::deviceTarget(graph).getNumIPUs(), 4u);
  EXPECT_ERROR_HERE(graph_replication_error, "PE0220",
                    Graph(smallTarget(4, 8), replication_factor(3)));
  EXPECT_ERROR_HERE(graph_replication_error, "PE0220", Graph(smallTarget(), replication_factor(0)));
}

TEST(GraphConstruction, EmptyGraphsAreRefused) {
  Graph empty;
  EXPECT_ERROR(poplar_error, "PE0215", empty.getTarget());
  EXPECT_ERROR(poplar_error, "PE0215", empty.addVariable(FLOAT, {1}));
  Graph graph(smallTarget());
  Graph moved(std::move(graph));
  EXPECT_EQ(moved.getTarget().getNumTiles(), 4u);
  // NOLINTNEXTLINE(bugprone-use-after-move)
  EXPECT_ERROR(poplar_error, "PE0215", graph.addComputeSet());
}

TEST(GraphConstruction, ReplicationIndex) {
  Graph graph(smallTarget(2, 4), replication_factor(2));
  const Tensor index = graph.addReplicationIndexConstant("replica");
  EXPECT_EQ(index.elementType(), UNSIGNED_INT);
  EXPECT_EQ(index.rank(), 0u);
  EXPECT_TRUE(index.containsConstant());
  unsigned value = 7;
  EXPECT_FALSE(index.getConstantValue(&value));
  EXPECT_ERROR(invalid_tile_mapping, "PE0201", graph.getTileMapping(index));
}

TEST(VirtualGraphs, FirstTilesOfEachIpu) {
  Graph graph(smallTarget(2, 8));
  Graph view = graph.createVirtualGraph(3);
  EXPECT_EQ(view.getTarget().getNumIPUs(), 2u);
  EXPECT_EQ(view.getTarget().getTilesPerIPU(), 3u);
  EXPECT_EQ(view.convertTileToTopLevelGraphTile(4), 9u);
  EXPECT_EQ(view.convertTopLevelGraphTileToTile(9), 4u);
  EXPECT_ERROR(invalid_tile_mapping, "PE0202", view.convertTopLevelGraphTileToTile(5));
  EXPECT_ERROR(invalid_tile_mapping, "PE0202", view.convertTileToTopLevelGraphTile(6));
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(9));
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(0));
}

TEST(VirtualGraphs, RangeOfTiles) {
  Graph graph(smallTarget(2, 8));
  Graph second = graph.createVirtualGraph(8, 16);
  EXPECT_EQ(second.getTarget().getNumIPUs(), 1u);
  EXPECT_EQ(second.convertVirtualTileToPhysicalTile(0), 8u);
  EXPECT_EQ(graph.createVirtualGraph(2, 5).getTarget().getNumTiles(), 3u);
  EXPECT_EQ(graph.createVirtualGraph(0, 16).getTarget().getNumIPUs(), 2u);
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(7, 9));
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(3, 3));
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(0, 17));
}

TEST(VirtualGraphs, ListOfTiles) {
  Graph graph(smallTarget(2, 8));
  Graph view = graph.createVirtualGraph(std::vector<unsigned>{6, 1});
  EXPECT_EQ(view.getTarget().getNumTiles(), 4u);
  EXPECT_EQ(view.convertTileToTopLevelGraphTile(0), 6u);
  EXPECT_EQ(view.convertTileToTopLevelGraphTile(3), 9u);
  EXPECT_EQ(view.convertPhysicalTileToVirtualTile(1, 6), 2u);
  EXPECT_EQ(view.convertPhysicalTileToVirtualTile(14), 2u);
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(std::vector<unsigned>{1, 1}));
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(std::vector<unsigned>{8}));
  EXPECT_ERROR_HERE(poplar_error, "PE0217", graph.createVirtualGraph(std::vector<unsigned>{}));
}

TEST(VirtualGraphs, TilesOfNestedOnesAreThoseOfTheDevice) {
  Graph graph(smallTarget(2, 8));
  Graph outer = graph.createVirtualGraph(8, 16);
  Graph inner = outer.createVirtualGraph(std::vector<unsigned>{7, 2});
  EXPECT_EQ(inner.convertTileToTopLevelGraphTile(0), 15u);
  EXPECT_EQ(inner.convertTileToTopLevelGraphTile(1), 10u);
  EXPECT_EQ(inner.getTopLevelGraph().getTarget().getNumTiles(), 16u);
}

TEST(VirtualGraphs, ShareEverythingButTileNumbers) {
  Graph graph = graphWithTypes(2, 8);
  Graph view = graph.createVirtualGraph(8, 16);
  Tensor t = view.addVariable(FLOAT, {4}, "shared");
  view.setTileMapping(t, 3);
  const auto top = graph.getTileMapping(t);
  ASSERT_EQ(top.size(), 16u);
  EXPECT_EQ(top[11], (std::vector<Interval>{{0, 4}}));
  EXPECT_EQ(view.getTileMapping(t)[3], (std::vector<Interval>{{0, 4}}));
  EXPECT_EQ(view.getTileMapping(t).size(), 8u);

  ComputeSet cs = view.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "EveryKind");
  view.setTileMapping(v, 1);
  EXPECT_EQ(irOf(graph).vertexTable.vertices[v.getId()].tile.value, 9u);
  EXPECT_EQ(view.getNumVertices(), 1u);
  EXPECT_TRUE(view.hasCodelet("EveryKind"));
  const Tensor u = concat(t, graph.addVariable(FLOAT, {2}));
  EXPECT_EQ(u.numElements(), 6u);
}

TEST(VirtualGraphs, ElementsOutsideTheView) {
  Graph graph(smallTarget(2, 4));
  Graph first = graph.createVirtualGraph(0, 4);
  Tensor t = graph.addVariable(FLOAT, {10});
  graph.setTileMapping(t, {{{0, 4}}, {}, {}, {}, {{4, 10}}});
  EXPECT_ERROR(invalid_tile_mapping, "PE0201", first.getTileMapping(t));
  const auto partial = first.getTileMapping(t, false);
  ASSERT_EQ(partial.size(), 4u);
  EXPECT_EQ(partial[0], (std::vector<Interval>{{0, 4}}));
  EXPECT_EQ(first.getTileMapping(t, true, true)[0], (std::vector<Interval>{{0, 4}}));
  bool complete = true;
  first.getTileMapping(t, &complete);
  EXPECT_FALSE(complete);
  first.getTileMapping(t, &complete, true);
  EXPECT_TRUE(complete);
}

TEST(VirtualGraphs, OneTileViewsMapByThemselves) {
  Graph graph(smallTarget(1, 4));
  Graph single = graph.createVirtualGraph(2, 3);
  Tensor t = single.addVariable(FLOAT, {5});
  EXPECT_EQ(graph.getTileMapping(t)[2], (std::vector<Interval>{{0, 5}}));
}

TEST(Functions, AreNumberedAndHaveBuffers) {
  Graph graph(smallTarget());
  const Function f = graph.addFunction(program::Sequence());
  const Function g = graph.addFunction(program::Sequence());
  EXPECT_EQ(f.getId(), 0u);
  EXPECT_EQ(g.getId(), 1u);
  const FunctionBuffer buffer = graph.addFunctionBuffer(f, FunctionBufferMappingType::REMOTE);
  EXPECT_TRUE(program::Copy(buffer, f).isEmpty());
  EXPECT_ERROR_HERE(poplar_error, "PE0215",
                    graph.addFunctionBuffer(Function(9), FunctionBufferMappingType::REMOTE));
}

TEST(OldMembers, ReplicatedGraphsPointToTheNewForm) {
  Graph graph(smallTarget());
  EXPECT_ERROR_HERE(graph_replication_error, "PE0220", graph.createReplicatedGraph(2));
  EXPECT_FALSE(std::string(versionString()).empty());
  EXPECT_FALSE(std::string(packageHash()).empty());
}

} // namespace
