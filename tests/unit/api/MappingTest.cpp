// SPDX-License-Identifier: MIT
// Graph: tile mappings, the linear one, and clones that keep them.
#include "ApiTestSupport.hpp"

#include "api/variables/LinearMapping.hpp"

using namespace poplar;
using namespace poplar_emu::test;
using poplar_emu::api::linearBoundaries;

namespace {

using Mapping = Graph::TileToTensorMapping;

TEST(LinearBoundaries, Examples) {
  using B = std::vector<std::uint64_t>;
  EXPECT_EQ(linearBoundaries(0, 4, {}), (B{0}));
  EXPECT_EQ(linearBoundaries(10, 4, {1, 1}), (B{0, 2, 5, 7, 10}));
  EXPECT_EQ(linearBoundaries(3, 4, {1, 1}), (B{0, 1, 2, 3}));
  // Grains of 2: 5 grains over 4 tiles are 3 parts of at most 2 grains.
  EXPECT_EQ(linearBoundaries(10, 4, {2, 1}), (B{0, 2, 6, 10}));
  // At least 32 elements a tile: 100 elements use 3 tiles.
  EXPECT_EQ(linearBoundaries(100, 8, {2, 32}).size(), 4u);
  EXPECT_EQ(linearBoundaries(31, 8, {2, 32}), (B{0, 31}));
  // The last grain may be incomplete.
  EXPECT_EQ(linearBoundaries(5, 1, {4, 1}), (B{0, 5}));
}

TEST(LinearBoundaries, PartsDifferByOneGrainAtMost) {
  for (std::uint64_t n = 1; n < 3000; n += 7) {
    const auto bounds = linearBoundaries(n, 13, {2, 32});
    EXPECT_LE(bounds.size(), 14u);
    EXPECT_EQ(bounds.back(), n);
    for (std::size_t p = 0; p + 1 < bounds.size(); ++p) {
      EXPECT_LT(bounds[p], bounds[p + 1]);
      EXPECT_EQ(bounds[p] % 2, 0u);
    }
  }
}

TEST(TileMapping, SetAndGet) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {4, 6}, "t");
  EXPECT_ERROR(invalid_tile_mapping, "PE0201", graph.getTileMapping(t));
  EXPECT_EQ(graph.getTileMapping(t, false), Mapping(4));
  graph.setTileMapping(t, 3);
  EXPECT_EQ(graph.getTileMapping(t), (Mapping{{}, {}, {}, {{0, 24}}}));
  graph.setTileMapping(t.slice(1, 3, 1), 0);
  const auto mapping = graph.getTileMapping(t);
  EXPECT_EQ(mapping[0], (std::vector<Interval>{{1, 3}, {7, 9}, {13, 15}, {19, 21}}));
  EXPECT_EQ(graph.getTileMapping(t.slice(1, 3, 1)), (Mapping{{{0, 8}}, {}, {}, {}}));
  EXPECT_EQ(graph.getTileMapping(t.transpose())[0], (std::vector<Interval>{{4, 12}}));
}

TEST(TileMapping, FromLists) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {10}, "t");
  const std::size_t n = 10;
  graph.setTileMapping(t, {{{0, 3}}, {{3, n}}});
  EXPECT_EQ(graph.getTileMapping(t), (Mapping{{{0, 3}}, {{3, 10}}, {}, {}}));
  graph.setTileMapping(t, {{Interval(0, 3)}, {}});
  graph.setTileMapping(t.reverse(0), {{}, {}, {{0, 2}}});
  EXPECT_EQ(graph.getTileMapping(t)[2], (std::vector<Interval>{{8, 10}}));
  graph.setTileMapping(t, Mapping{});
  graph.setTileMapping(t, {{}, {}, {}, {}, {}});
}

TEST(TileMapping, LaterAndAliasedMappingsWin) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {4});
  graph.setTileMapping(t.broadcast(3, 0), 1);
  EXPECT_EQ(graph.getTileMapping(t)[1], (std::vector<Interval>{{0, 4}}));
  graph.setTileMapping(t[2], 2);
  EXPECT_EQ(graph.getTileMapping(t.broadcast(2, 0))[2], (std::vector<Interval>{{2, 3}, {6, 7}}));
}

TEST(TileMapping, Errors) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {10}, "mine");
  EXPECT_ERROR_HERE(invalid_tile_mapping, "PE0202", graph.setTileMapping(t, 4));
  EXPECT_ERROR_HERE(invalid_tile_mapping, "PE0202",
                    graph.setTileMapping(t, {{}, {}, {}, {}, {{0, 1}}}));
  EXPECT_ERROR_HERE(invalid_tile_mapping, "PE0202", graph.setTileMapping(t, {{{0, 11}}}));
  EXPECT_EQ(graph.getTileMapping(t, false), Mapping(4)) << "nothing was mapped by the bad calls";
  const std::string text = errorText<invalid_tile_mapping>([&] { graph.getTileMapping(t); });
  EXPECT_NE(text.find("mine"), std::string::npos) << text;
  EXPECT_NE(text.find("MappingTest.cpp"), std::string::npos) << text;
  Graph other(smallTarget());
  EXPECT_ERROR_HERE(poplar_error, "PE0115", other.setTileMapping(t, 0));
}

TEST(TileMapping, CompletenessByPointer) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {10});
  bool complete = true;
  graph.getTileMapping(t, &complete);
  EXPECT_FALSE(complete);
  graph.setTileMapping(t, 0);
  graph.getTileMapping(t, &complete);
  EXPECT_TRUE(complete);
  EXPECT_EQ(graph.getTileMapping(graph.addVariable(FLOAT, {0})), Mapping(4));
}

TEST(TileMapping, OfVariablesOnly) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {2});
  Tensor c = graph.addConstant(FLOAT, {2}, 1.0f);
  graph.setTileMapping(t, 1);
  graph.setTileMapping(c, 1);
  EXPECT_EQ(graph.getTileMapping(concat(c, t))[1], (std::vector<Interval>{{0, 4}}));
  EXPECT_EQ(graph.getVariableTileMapping(concat(c, t))[1], (std::vector<Interval>{{2, 4}}));
}

TEST(TileMapping, SingleTileTargets) {
  Graph graph(Target::createCPUTarget());
  Tensor t = graph.addVariable(FLOAT, {5});
  EXPECT_EQ(graph.getTileMapping(t), (Mapping{{{0, 5}}}));
  EXPECT_EQ(graph.getTileMapping(graph.addConstant(FLOAT, {2}, 1)), (Mapping{{{0, 2}}}));
}

TEST(TileMapping, LinearMethod) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {200}, VariableMappingMethod::LINEAR, "t");
  const auto mapping = graph.getTileMapping(t);
  ASSERT_EQ(mapping.size(), 4u);
  EXPECT_EQ(mapping[0], (std::vector<Interval>{{0, 50}}));
  EXPECT_EQ(mapping[3], (std::vector<Interval>{{150, 200}}));
  // 128 bytes at least: 40 floats stay on one tile, 64 use two.
  EXPECT_EQ(graph.getTileMapping(graph.addVariable(FLOAT, {40}, VariableMappingMethod::LINEAR))[0],
            (std::vector<Interval>{{0, 40}}));
  EXPECT_EQ(graph.getTileMapping(graph.addVariable(FLOAT, {64}, VariableMappingMethod::LINEAR))[1],
            (std::vector<Interval>{{32, 64}}));
  EXPECT_EQ(graph.getTileMapping(graph.addVariable(FLOAT, {}, VariableMappingMethod::LINEAR))[0],
            (std::vector<Interval>{{0, 1}}));
  EXPECT_EQ(graph.getTileMapping(graph.addVariable(FLOAT, {8}, VariableMappingMethod::NONE), false),
            Mapping(4));
  Graph view = graph.createVirtualGraph(2);
  EXPECT_EQ(view.getTileMapping(view.addVariable(FLOAT, {200}, VariableMappingMethod::LINEAR))[1],
            (std::vector<Interval>{{100, 200}}));
}

TEST(Clone, DefaultKeepsOrderAndMapping) {
  Graph graph(smallTarget());
  Tensor a = graph.addVariable(FLOAT, {4, 6}, "a");
  graph.setTileMapping(a, {{{0, 10}}, {}, {{10, 24}}});
  Tensor source = a.transpose();
  Tensor copy = graph.clone(source, "copy");
  EXPECT_EQ(copy.shape(), source.shape());
  EXPECT_EQ(graph.getTileMapping(copy), graph.getTileMapping(source));
  EXPECT_EQ(copy.getContiguousRegions(), source.getContiguousRegions());
  EXPECT_FALSE(copy.intersectsWith(a));
  EXPECT_NE(copy.getDebugStr().find("copy"), std::string::npos);
  Tensor half = graph.clone(HALF, source);
  EXPECT_EQ(half.elementType(), HALF);
  EXPECT_EQ(half.getContiguousRegions(), source.getContiguousRegions());
}

TEST(Clone, MethodsDecideOrderAndAliases) {
  Graph graph(smallTarget());
  Tensor a = graph.addVariable(FLOAT, {4, 6}, "a");
  graph.setTileMapping(a, 1);
  const Tensor source = a.transpose();
  const Tensor fresh = graph.clone(source, {}, TensorCloneMethod::CREATE_NEW_ORDER);
  EXPECT_TRUE(fresh.isContiguous());
  const Tensor aliased = a[0].broadcast(2, 0);
  EXPECT_FALSE(graph.clone(aliased).containsAliases());
  const Tensor kept = graph.clone(aliased, {}, TensorCloneMethod::PRESERVE_ORDER_AND_ALIASES);
  EXPECT_TRUE(kept.containsAliases());
  EXPECT_TRUE(kept.slice(0, 6) == kept.slice(6, 12));
  const Tensor gathered =
      graph.clone(aliased, {}, TensorCloneMethod::GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES);
  EXPECT_TRUE(gathered.containsAliases());
  EXPECT_EQ(graph.getTileMapping(gathered), graph.getTileMapping(aliased));
}

TEST(Clone, OfConstantsAndUnmappedElements) {
  Graph graph(smallTarget());
  Tensor c = graph.addConstant(FLOAT, {3}, 1.0f);
  Tensor copy = graph.clone(c);
  EXPECT_FALSE(copy.containsConstant());
  EXPECT_EQ(graph.getTileMapping(copy, false), Mapping(4));
  Tensor partly = graph.addVariable(FLOAT, {4});
  graph.setTileMapping(partly[1], 2);
  EXPECT_EQ(graph.getTileMapping(graph.clone(partly), false), graph.getTileMapping(partly, false));
}

TEST(Clone, Overloads) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {2});
  const DebugNameAndId dnai("n");
  graph.clone(t, "n");
  graph.clone(FLOAT, t, {dnai});
  graph.clone(t, {}, TensorCloneMethod::CREATE_NEW_ORDER);
  graph.clone(FLOAT, t, {}, TensorCloneMethod::CREATE_NEW_ORDER);
  graph.clone(t, {dnai, "n"});
  graph.clone(FLOAT, Tensor(), t, {dnai});
  EXPECT_EQ(graph.clone(Tensor(), t, "m").shape(), t.shape());
}

TEST(Clone, ManyTimes) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {4}, "t");
  graph.setTileMapping(t, {{{0, 2}}, {{2, 4}}});
  Tensor three = graph.cloneN(t, 3);
  EXPECT_EQ(three.shape(), (std::vector<std::size_t>{3, 4}));
  EXPECT_EQ(graph.getTileMapping(three)[1], (std::vector<Interval>{{2, 4}, {6, 8}, {10, 12}}));
  Tensor adjacent = graph.cloneN(t, 3, {}, TensorCloneMethod::PRESERVE_ORDER_AND_ALIASES,
                                 TensorCloneDuplicationMethod::DUPLICATE_BY_TILE_CONTIGUOUS_REGION);
  EXPECT_EQ(adjacent.shape(), (std::vector<std::size_t>{3, 4}));
  EXPECT_EQ(graph.getTileMapping(adjacent), graph.getTileMapping(three));
  const std::string text = errorText<poplar_error>([&] {
    graph.cloneN(t, 3, {}, TensorCloneMethod::CREATE_NEW_ORDER,
                 TensorCloneDuplicationMethod::DUPLICATE_BY_TILE_CONTIGUOUS_REGION);
  });
  EXPECT_NE(text.find("PE0223"), std::string::npos) << text;
}

TEST(Layout, SortedContiguousRegions) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {4, 6});
  const Tensor flat = t.transpose().flatten();
  const auto sequences = graph.getSortedContiguousRegions(flat, {Interval(0, 24)});
  ASSERT_EQ(sequences.size(), 1u);
  EXPECT_EQ(sequences[0].size(), 24u);
  EXPECT_EQ(sequences[0][1], Interval(4, 5));
  std::vector<std::size_t> aliases;
  const Tensor twice = t[0].broadcast(2, 0);
  EXPECT_EQ(graph.getSortedContiguousRegions(twice, {Interval(0, 12)}, true).size(), 1u);
  const auto kept = graph.getSortedContiguousRegions(twice, {Interval(0, 12)}, false, &aliases);
  std::size_t intervals = 0;
  for (const auto &sequence : kept)
    intervals += sequence.size();
  EXPECT_EQ(aliases.size(), intervals);
  EXPECT_ERROR(index_error, "PE0104", graph.getSortedContiguousRegions(flat, {Interval(0, 25)}));
}

TEST(Layout, ReorderToSimplify) {
  Graph graph(smallTarget());
  Tensor a = graph.addVariable(FLOAT, {4, 6}), b = graph.addVariable(FLOAT, {6, 4});
  Tensor x = a.transpose().flatten(), y = b.flatten();
  const auto pairBefore = std::make_pair(x[1], y[1]);
  graph.reorderToSimplify(&x, {&y});
  EXPECT_TRUE(x == a.flatten());
  EXPECT_TRUE(y[6] == pairBefore.second);
  EXPECT_TRUE(x[6] == pairBefore.first);
  Tensor wrong = graph.addVariable(FLOAT, {5});
  Tensor other = graph.addVariable(FLOAT, {6});
  EXPECT_ERROR(poplar_error, "PE0107", graph.reorderToSimplify(&wrong, {&other}));
  Tensor matrix = a;
  EXPECT_ERROR(poplar_error, "PE0112", graph.reorderToSimplify(&matrix, {}));
}

TEST(Layout, Rearranger) {
  Graph graph(smallTarget());
  Tensor a = graph.addVariable(FLOAT, {4, 6});
  const TensorRearranger rearranger = graph.getSimplifyingRearranger(a.transpose().flatten());
  ASSERT_TRUE(rearranger.valid());
  EXPECT_TRUE(rearranger.rearrange(a.transpose().flatten()) == a.flatten());
  EXPECT_TRUE(rearranger.undoRearrangement(a.flatten()) == a.transpose().flatten());
  const std::vector<Interval> first = {{0, 1}};
  EXPECT_EQ(rearranger.undoRearrangement(ArrayRef<Interval>(rearranger.rearrange(first))), first);
  TensorRearranger none;
  EXPECT_FALSE(none.valid());
  EXPECT_ERROR(poplar_error, "PE0215", none.rearrange(a));
}

TEST(Layout, FindUnbroadcast) {
  Graph graph(smallTarget());
  Tensor a = graph.addVariable(FLOAT, {6});
  const Tensor wide = a.expand({0}).broadcast(4, 0);
  const Tensor found = graph.findUnbroadcastTensor(wide);
  EXPECT_EQ(found.shape(), (std::vector<std::size_t>{1, 6}));
  EXPECT_TRUE(found.broadcast(4, 0) == wide);
  EXPECT_TRUE(graph.findUnbroadcastTensor(a) == a);
}

} // namespace
