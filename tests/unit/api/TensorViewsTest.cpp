// SPDX-License-Identifier: MIT
// Tensor: every view operation and its corner cases through the public API.
#include "ApiTestSupport.hpp"

using namespace poplar;
using namespace poplar_emu::test;

namespace {

using Shape = std::vector<std::size_t>;

class TensorViews : public ::testing::Test {
 protected:
  Graph graph{smallTarget()};
  Tensor t = graph.addVariable(FLOAT, {4, 6}, "grid");
};

std::size_t elementAt(const Tensor &scalar) {
  const auto regions = scalar.getVarRegions();
  EXPECT_EQ(regions.size(), 1u);
  EXPECT_EQ(regions[0].interval.size(), 1u);
  return regions[0].interval.begin();
}

std::vector<std::size_t> elements(const Tensor &tensor) {
  std::vector<std::size_t> out;
  for (const VariableInterval &region : tensor.getVarRegions())
    for (std::size_t i = region.interval.begin(); i != region.interval.end(); ++i)
      out.push_back(i);
  return out;
}

TEST_F(TensorViews, InvalidTensorsAreRefused) {
  Tensor none;
  EXPECT_FALSE(none.valid());
  EXPECT_TRUE(t.valid());
  EXPECT_ERROR(poplar_error, "PE0101", none.shape());
  EXPECT_ERROR(poplar_error, "PE0101", none.elementType());
  EXPECT_ERROR(poplar_error, "PE0101", none.numElements());
  EXPECT_ERROR(poplar_error, "PE0101", none.rank());
  EXPECT_ERROR(poplar_error, "PE0101", none[0]);
  EXPECT_ERROR_HERE(poplar_error, "PE0101", none.flatten());
  EXPECT_ERROR(poplar_error, "PE0101", none.getVarRegions());
  EXPECT_ERROR(poplar_error, "PE0101", none.containsAliases());
  EXPECT_ERROR_HERE(poplar_error, "PE0101", concat(t, none));
  EXPECT_TRUE(none == Tensor());
  EXPECT_FALSE(none == t);
}

TEST_F(TensorViews, ShapesAndScalars) {
  EXPECT_EQ(t.shape(), (Shape{4, 6}));
  EXPECT_EQ(t.rank(), 2u);
  EXPECT_EQ(t.dim(1), 6u);
  EXPECT_EQ(t.numElements(), 24u);
  EXPECT_EQ(t.elementType(), FLOAT);
  EXPECT_ERROR(index_error, "PE0103", t.dim(2));
  const Tensor scalar = graph.addVariable(INT, {}, "s");
  EXPECT_EQ(scalar.rank(), 0u);
  EXPECT_EQ(scalar.numElements(), 1u);
  EXPECT_EQ(scalar.flatten().shape(), (Shape{1}));
  EXPECT_EQ(scalar.flatten().reshape({}).rank(), 0u);
  const Tensor empty = graph.addVariable(INT, {3, 0, 2}, "e");
  EXPECT_EQ(empty.numElements(), 0u);
  EXPECT_EQ(empty.shape(), (Shape{3, 0, 2}));
  EXPECT_TRUE(empty.getContiguousRegions().empty());
  EXPECT_TRUE(empty.isParallelWriteable());
  EXPECT_FALSE(empty.containsAliases());
}

TEST_F(TensorViews, IndexingDropsLeadingDimensions) {
  EXPECT_EQ(t[2].shape(), (Shape{6}));
  EXPECT_EQ(t[2][5].rank(), 0u);
  EXPECT_EQ(elementAt(t[2][5]), 17u);
  EXPECT_EQ(elementAt(t.index({3, 1})), 19u);
  EXPECT_TRUE(t.index({3}) == t[3]);
  EXPECT_ERROR(index_error, "PE0102", t[4]);
  EXPECT_ERROR_HERE(index_error, "PE0102", t.index({0, 6}));
  const std::string text = errorText<index_error>([&] { t[4]; });
  EXPECT_NE(text.find("grid"), std::string::npos) << text;
  EXPECT_NE(text.find("[4, 6]"), std::string::npos) << text;
}

TEST_F(TensorViews, SlicesAreRangesOfDimensions) {
  EXPECT_EQ(t.slice(1, 3).shape(), (Shape{2, 6}));
  EXPECT_EQ(t.slice(1, 3, 1).shape(), (Shape{4, 2}));
  EXPECT_EQ(t.slice({1, 2}, {3, 5}).shape(), (Shape{2, 3}));
  EXPECT_EQ(t.slice(ArrayRef<std::size_t>({1}), ArrayRef<std::size_t>({3})).shape(), (Shape{2, 6}));
  EXPECT_TRUE(t.slice(Interval(1, 3), 1) == t.slice(1, 3, 1));
  EXPECT_EQ(t.slice(2, 2).shape(), (Shape{0, 6}));
  EXPECT_EQ(t.slice(6, 6, 1).shape(), (Shape{4, 0}));
  EXPECT_ERROR_HERE(index_error, "PE0104", t.slice(1, 5));
  EXPECT_ERROR_HERE(index_error, "PE0104", t.slice(3, 2));
  EXPECT_ERROR_HERE(index_error, "PE0103", t.slice(0, 1, 2));
  EXPECT_EQ(elements(t.slice({1, 2}, {3, 4})), (Shape{8, 9, 14, 15}));
}

TEST_F(TensorViews, ListsOfSlices) {
  const Tensor flat = t.flatten();
  const std::vector<Tensor> each = flat.slices({Interval(0, 2), Interval(5, 5), Interval(20, 24)});
  ASSERT_EQ(each.size(), 3u);
  EXPECT_EQ(each[0].shape(), (Shape{2}));
  EXPECT_EQ(each[1].shape(), (Shape{0}));
  EXPECT_EQ(elements(each[2]), (Shape{20, 21, 22, 23}));

  const std::vector<std::vector<Interval>> lists = {{{0, 2}, {10, 11}}, {{3, 4}}};
  const std::vector<Tensor> joined = flat.slices(lists);
  ASSERT_EQ(joined.size(), 2u);
  EXPECT_EQ(elements(joined[0]), (Shape{0, 1, 10}));
  EXPECT_EQ(elements(joined[1]), (Shape{3}));

  const std::vector<unsigned> indices = {5, 0};
  const std::vector<Tensor> single = t.slices(ArrayRef<unsigned>(indices), 1);
  ASSERT_EQ(single.size(), 2u);
  EXPECT_EQ(single[0].shape(), (Shape{4, 1}));
  EXPECT_EQ(elements(single[0]), (Shape{5, 11, 17, 23}));
}

TEST_F(TensorViews, FlattenAndReshape) {
  const Tensor u = t.reshape({2, 2, 6});
  EXPECT_EQ(u.flatten(0, 2).shape(), (Shape{4, 6}));
  EXPECT_EQ(u.flatten(1, 1).shape(), (Shape{2, 1, 2, 6}));
  EXPECT_TRUE(u.flatten(0, 3) == t.flatten());
  EXPECT_ERROR_HERE(poplar_error, "PE0105", t.reshape({5, 5}));
  EXPECT_EQ(graph.addVariable(FLOAT, {0, 5}).reshape({3, 0}).shape(), (Shape{3, 0}));
  EXPECT_EQ(t.reshapePartial(1, 2, {2, 3}).shape(), (Shape{4, 2, 3}));
  EXPECT_EQ(t.reshapePartial(2, 2, {1, 1}).shape(), (Shape{4, 6, 1, 1}));
  EXPECT_EQ(t.expand({0}).reshapePartial(0, 1, {}).shape(), (Shape{4, 6}));
  EXPECT_ERROR_HERE(poplar_error, "PE0105", t.reshapePartial(0, 2, {5}));
}

TEST_F(TensorViews, Permutations) {
  const Tensor u = t.reshape({2, 3, 4});
  EXPECT_EQ(u.dimShuffle({2, 0, 1}).shape(), (Shape{4, 2, 3}));
  EXPECT_TRUE(u.dimShufflePartial({0}, {2}) == u.dimShuffle({1, 2, 0}));
  EXPECT_TRUE(u.dimRoll(2) == u.dimShuffle({2, 0, 1}));
  EXPECT_TRUE(u.dimRoll(0, 1) == u.dimShuffle({1, 0, 2}));
  EXPECT_EQ(elementAt(u.dimShuffle({2, 0, 1})[3][1][2]), elementAt(u[1][2][3]));
  EXPECT_EQ(t.transpose().shape(), (Shape{6, 4}));
  EXPECT_EQ(elementAt(t.transpose()[5][2]), elementAt(t[2][5]));
  EXPECT_ERROR_HERE(poplar_error, "PE0106", u.dimShuffle({0, 1, 1}));
  EXPECT_ERROR_HERE(poplar_error, "PE0106", u.dimShuffle({0, 1}));
  EXPECT_ERROR_HERE(poplar_error, "PE0112", u.transpose());
}

TEST_F(TensorViews, ExpandAndSqueeze) {
  EXPECT_EQ(t.expand({0, 2}).shape(), (Shape{1, 4, 6, 1}));
  EXPECT_EQ(t.expand({1, 1}).shape(), (Shape{4, 1, 1, 6}));
  EXPECT_EQ(t.expand({2, 0}).shape(), (Shape{1, 4, 6, 1}));
  EXPECT_TRUE(t.expand({0, 2}).squeeze({0, 3}) == t);
  EXPECT_ERROR_HERE(poplar_error, "PE0111", t.squeeze({0}));
}

TEST_F(TensorViews, SamplesAndCopies) {
  EXPECT_EQ(elements(t[0].subSample(4, 0)), (Shape{0, 4}));
  EXPECT_ERROR_HERE(poplar_error, "PE0113", t.subSample(0, 0));
  const Tensor twice = t[0].broadcast(2, 0);
  EXPECT_EQ(twice.shape(), (Shape{12}));
  EXPECT_TRUE(twice.containsAliases());
  EXPECT_FALSE(twice.isParallelWriteable());
  EXPECT_TRUE(twice.slice(6, 12) == t[0]);
  EXPECT_EQ(t.broadcast(0, 1).shape(), (Shape{4, 0}));
  const Tensor up = t[0].slice(0, 2).upsample(3, 0, UpsampleMethod::REPEAT);
  ASSERT_EQ(up.shape(), (Shape{6}));
  for (std::size_t i = 0; i != 6; ++i)
    EXPECT_EQ(elementAt(up[i]), i / 3);
  EXPECT_TRUE(t.upsample(1, 0, UpsampleMethod::REPEAT) == t);
  EXPECT_EQ(t.upsample(0, 0, UpsampleMethod::REPEAT).dim(0), 0u);
  EXPECT_EQ(elementAt(t.reverse(1)[0][0]), 5u);
  EXPECT_EQ(t[0].reverse(0).getContiguousRegions().size(), 6u);
  EXPECT_EQ(t.reverse(0).getContiguousRegions().size(), 4u);
}

TEST_F(TensorViews, ConcatJoinsAlongADimension) {
  const Tensor other = graph.addVariable(FLOAT, {2, 6}, "other");
  const Tensor both = concat({t, other});
  EXPECT_EQ(both.shape(), (Shape{6, 6}));
  EXPECT_TRUE(both.slice(4, 6) == other);
  EXPECT_TRUE(concat(t, other) == both);
  EXPECT_TRUE(concat(std::vector<Tensor>{t}) == t);
  EXPECT_EQ(concat(t, t.slice(0, 0)).shape(), (Shape{4, 6}));
  EXPECT_EQ(both.getContiguousRegions().size(), 2u);
  EXPECT_FALSE(both.isContiguous());
  EXPECT_TRUE(concat(t.slice(0, 2), t.slice(2, 4)).isContiguous());

  EXPECT_ERROR_HERE(poplar_error, "PE0108", concat(std::vector<Tensor>()));
  EXPECT_ERROR_HERE(poplar_error, "PE0107", concat(t, other, 1));
  EXPECT_ERROR_HERE(index_error, "PE0103", concat(t, t, 2));
  const Tensor ints = graph.addVariable(INT, {2, 6});
  EXPECT_ERROR_HERE(type_error, "PE0109", concat(t, ints));
  Graph stranger(smallTarget());
  const Tensor foreign = stranger.addVariable(FLOAT, {2, 6});
  EXPECT_ERROR_HERE(poplar_error, "PE0115", concat(t, foreign));
}

TEST_F(TensorViews, AppendAddsASlice) {
  EXPECT_EQ(append(t, t[0]).shape(), (Shape{5, 6}));
  EXPECT_TRUE(append(t, t[0])[4] == t[0]);
  EXPECT_EQ(append(t, t.slice(0, 1, 1).squeeze({1}), 1).shape(), (Shape{4, 7}));
}

TEST_F(TensorViews, Reinterpret) {
  const Tensor bits = t.reinterpret(UNSIGNED_INT);
  EXPECT_EQ(bits.elementType(), UNSIGNED_INT);
  EXPECT_TRUE(bits.getVarRegions() == t.getVarRegions());
  EXPECT_FALSE(bits == t);
  EXPECT_TRUE(bits.reinterpret(FLOAT) == t);
  EXPECT_ERROR_HERE(type_error, "PE0110", t.reinterpret(HALF));
  EXPECT_EQ(graph.addVariable(BOOL, {2}).reinterpret(CHAR).elementType(), CHAR);
}

TEST_F(TensorViews, Identity) {
  EXPECT_TRUE(t == t.flatten().reshape({4, 6}));
  EXPECT_TRUE(t != t.flatten());
  EXPECT_TRUE(t != graph.addVariable(FLOAT, {4, 6}));
  EXPECT_TRUE(t.transpose().transpose() == t);
}

TEST_F(TensorViews, RegionsAreThoseOfMemory) {
  EXPECT_EQ(t.getContiguousRegions().size(), 1u);
  const auto columns = t.slice(1, 3, 1).getContiguousRegions();
  ASSERT_EQ(columns.size(), 4u);
  EXPECT_EQ(columns[1], Interval(2, 4));
  const auto regions = t.slice(1, 3, 1).getVarRegions();
  ASSERT_EQ(regions.size(), 4u);
  EXPECT_EQ(regions[1].interval, Interval(7, 9));
  EXPECT_EQ(t.slice(1, 3).getVarRegions(), t.slice(1, 3).flatten().getVarRegions());
  EXPECT_TRUE(t.slice(1, 3).isContiguous());
  EXPECT_TRUE(t.intersectsWith(t[2]));
  EXPECT_FALSE(t[1].intersectsWith(t[2]));
}

TEST_F(TensorViews, NameTheirVariables) {
  EXPECT_EQ(t.shapeToString(), "[4, 6]");
  EXPECT_NE(t.getDebugStr().find("grid"), std::string::npos);
  EXPECT_NE(t[1].getVarStr().find("6:12"), std::string::npos);
  std::ostringstream out;
  out << t << Tensor();
  EXPECT_NE(out.str().find("grid"), std::string::npos);
  EXPECT_NE(out.str().find("invalid"), std::string::npos);
  std::ostringstream regions;
  t.slice(0, 1, 1).outputRegions(regions);
  const std::string lines = regions.str();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 5);
}

TEST_F(TensorViews, AssignmentAndMove) {
  Tensor a = t;
  Tensor b = std::move(a);
  EXPECT_TRUE(b == t);
  b = t[0];
  EXPECT_TRUE(b == t[0]);
  const Tensor fromTemporary = graph.addVariable(FLOAT, {3})[1];
  EXPECT_EQ(fromTemporary.rank(), 0u);
}

TEST(TensorLifetime, TensorsOutliveTheirGraph) {
  Tensor t;
  {
    Graph graph(smallTarget());
    t = graph.addVariable(FLOAT, {2, 2}, "kept");
  }
  EXPECT_EQ(t.transpose().shape(), (Shape{2, 2}));
  EXPECT_NE(t.getDebugStr().find("kept"), std::string::npos);
}

} // namespace
