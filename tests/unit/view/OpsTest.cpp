// SPDX-License-Identifier: MIT
// Corner cases of every view operation, as section 5 of the host API reference states them.
#include "Model.hpp"
#include "Variables.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::view::test {
namespace {

Sizes shapeOf(const View &view) {
  return Sizes(view.shape().begin(), view.shape().end());
}

std::vector<std::int64_t> offsets(const View &view) {
  std::vector<std::int64_t> out;
  for (const Element &element : evaluate(view).elements)
    out.push_back(element.second);
  return out;
}

using Offsets = std::vector<std::int64_t>;

TEST(ViewShapes, ScalarHasRankZeroAndOneElement) {
  const View scalar = variable({});
  EXPECT_EQ(scalar.rank(), 0u);
  EXPECT_EQ(scalar.numElements(), 1u);
  EXPECT_EQ(shapeOf(flatten(scalar)), Sizes{1});
  EXPECT_EQ(shapeOf(reshape(variable({1, 1}), {})), Sizes{});
  EXPECT_EQ(offsets(reshape(scalar, Sizes{1, 1, 1})), Offsets{0});
  EXPECT_EQ(shapeText(scalar.shape()), "[]");
  EXPECT_EQ(shapeText(variable({4, 6}).shape()), "[4, 6]");
}

TEST(ViewShapes, DimensionsMayBeZero) {
  const View none = variable({3, 0, 2});
  EXPECT_EQ(none.numElements(), 0u);
  EXPECT_TRUE(none.pieces().empty());
  EXPECT_EQ(shapeOf(reshape(none, Sizes{0, 7})), (Sizes{0, 7}));
  EXPECT_EQ(shapeOf(flatten(none)), Sizes{0});
  EXPECT_EQ(shapeOf(index(none, 2)), (Sizes{0, 2}));
  EXPECT_EQ(shapeOf(slice(none, 1, 2, 2)), (Sizes{3, 0, 1}));
  EXPECT_EQ(View().numElements(), 0u);
}

TEST(ViewIndex, DropsLeadingDimensions) {
  const View matrix = variable({3, 4});
  EXPECT_EQ(offsets(index(matrix, 1)), (Offsets{4, 5, 6, 7}));
  EXPECT_EQ(index(index(matrix, 2), 3).rank(), 0u);
  EXPECT_EQ(offsets(index(matrix, Sizes{2, 3})), Offsets{11});
  EXPECT_TRUE(equal(index(matrix, Sizes{}), matrix));
}

TEST(ViewSlice, EmptyRangesAreLegalEverywhere) {
  const View matrix = variable({3, 4});
  for (std::uint64_t at = 0; at <= 4; ++at)
    EXPECT_EQ(shapeOf(slice(matrix, at, at, 1)), (Sizes{3, 0}));
  EXPECT_EQ(shapeOf(slice(matrix, 3, 3)), (Sizes{0, 4}));
}

TEST(ViewSlice, SeveralDimensionsAtOnce) {
  const View cube = variable({3, 4, 5});
  const View part = slice(cube, Sizes{1, 2}, Sizes{3, 3});
  EXPECT_EQ(shapeOf(part), (Sizes{2, 1, 5}));
  EXPECT_TRUE(equal(part, slice(slice(cube, 1, 3, 0), 2, 3, 1)));
}

TEST(ViewSlice, SlicesOfIntervalsListsAndIndices) {
  const View row = variable({10});
  const auto parts = slices(row, std::vector<Interval>{{0, 3}, {5, 5}, {9, 10}});
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(offsets(parts[0]), (Offsets{0, 1, 2}));
  EXPECT_EQ(parts[1].numElements(), 0u);
  EXPECT_EQ(offsets(parts[2]), Offsets{9});

  const auto joined =
      slices(row, std::vector<std::vector<Interval>>{{{8, 10}, {0, 2}}, {{4, 5}}, {}});
  EXPECT_EQ(offsets(joined[0]), (Offsets{8, 9, 0, 1}));
  EXPECT_EQ(offsets(joined[1]), Offsets{4});
  EXPECT_EQ(shapeOf(joined[2]), Sizes{0});

  const std::vector<unsigned> columns{3, 1};
  const auto picked = slices(variable({2, 4}), columns, 1);
  EXPECT_EQ(shapeOf(picked[0]), (Sizes{2, 1}));
  EXPECT_EQ(offsets(picked[0]), (Offsets{3, 7}));
  EXPECT_EQ(offsets(picked[1]), (Offsets{1, 5}));
}

TEST(ViewConcat, ZeroSizedInputsContributeNothing) {
  const View a = variable({2, 3}, 0), none = variable({0, 3}, 1), b = variable({1, 3}, 2);
  const View all = concat({none, a, none, b});
  EXPECT_EQ(shapeOf(all), (Sizes{3, 3}));
  EXPECT_EQ(all.pieces().size(), 2u);
  EXPECT_EQ(shapeOf(concat({none, none})), (Sizes{0, 3}));
}

TEST(ViewConcat, OneTensorComesBack) {
  const View a = variable({2, 3});
  EXPECT_TRUE(equal(concat({a}, 1), a));
}

TEST(ViewAppend, AddsAnIndex) {
  const View matrix = variable({2, 3}, 0), row = variable({3}, 1), column = variable({2}, 2);
  EXPECT_EQ(evaluate(append(matrix, row)),
            modelConcat({modelVariable(0, {2, 3}), modelVariable(1, {1, 3})}, 0));
  EXPECT_EQ(evaluate(append(matrix, column, 1)),
            modelConcat({modelVariable(0, {2, 3}), modelVariable(2, {2, 1})}, 1));
}

TEST(ViewFlatten, RangeOfDimensions) {
  const View cube = variable({2, 3, 4});
  EXPECT_EQ(shapeOf(flatten(cube, 1, 3)), (Sizes{2, 12}));
  EXPECT_EQ(shapeOf(flatten(cube, 1, 1)), (Sizes{2, 1, 3, 4}));
  EXPECT_EQ(shapeOf(flatten(cube, 3, 3)), (Sizes{2, 3, 4, 1}));
  EXPECT_TRUE(equal(flatten(cube, 0, 3), flatten(cube)));
}

TEST(ViewReshapePartial, InsertsRemovesAndRegroups) {
  const View view = variable({2, 1, 6});
  EXPECT_EQ(shapeOf(reshapePartial(view, 3, 3, Sizes{1, 1})), (Sizes{2, 1, 6, 1, 1}));
  EXPECT_EQ(shapeOf(reshapePartial(view, 1, 2, Sizes{})), (Sizes{2, 6}));
  EXPECT_EQ(shapeOf(reshapePartial(view, 1, 3, Sizes{3, 2})), (Sizes{2, 3, 2}));
}

TEST(ViewShuffle, MovesDimensions) {
  const View cube = variable({2, 3, 4});
  EXPECT_EQ(shapeOf(dimShuffle(cube, std::vector<unsigned>{2, 0, 1})), (Sizes{4, 2, 3}));
  EXPECT_EQ(shapeOf(dimRoll(cube, 2)), (Sizes{4, 2, 3}));
  EXPECT_EQ(shapeOf(dimRoll(cube, 0, 2)), (Sizes{3, 4, 2}));
  EXPECT_EQ(shapeOf(dimShufflePartial(variable({2, 3, 4, 5}), std::vector<unsigned>{0, 3},
                                      std::vector<unsigned>{2, 1})),
            (Sizes{3, 5, 2, 4}));
  EXPECT_EQ(offsets(transpose(variable({2, 3}))), (Offsets{0, 3, 1, 4, 2, 5}));
}

TEST(ViewExpand, IndicesCountInputDimensionsInAnyOrder) {
  const View matrix = variable({2, 3});
  EXPECT_EQ(shapeOf(expand(matrix, Sizes{0, 0, 2})), (Sizes{1, 1, 2, 3, 1}));
  EXPECT_EQ(shapeOf(expand(matrix, Sizes{2, 1, 0})), (Sizes{1, 2, 1, 3, 1}));
  EXPECT_EQ(shapeOf(squeeze(variable({1, 2, 1, 3}), Sizes{0, 2})), (Sizes{2, 3}));
  EXPECT_EQ(shapeOf(squeeze(variable({1, 0}), Sizes{0})), Sizes{0});
}

TEST(ViewRepeat, BroadcastAndUpsample) {
  const View row = variable({2});
  EXPECT_EQ(offsets(broadcast(row, 3, 0)), (Offsets{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(offsets(upsample(row, 3, 0)), (Offsets{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(shapeOf(broadcast(row, 0, 0)), Sizes{0});
  EXPECT_EQ(shapeOf(upsample(row, 0, 0)), Sizes{0});
  EXPECT_TRUE(equal(upsample(row, 1, 0), row));
  EXPECT_TRUE(equal(broadcast(row, 3, 0), concat({row, row, row})));
}

TEST(ViewSubSample, RoundsUp) {
  EXPECT_EQ(offsets(subSample(variable({7}), 3, 0)), (Offsets{0, 3, 6}));
  EXPECT_EQ(offsets(subSample(variable({3}), 9, 0)), Offsets{0});
  EXPECT_EQ(shapeOf(subSample(variable({0}), 2, 0)), Sizes{0});
}

TEST(ViewReverse, InnermostDimension) {
  EXPECT_EQ(offsets(reverse(variable({2, 3}), 1)), (Offsets{2, 1, 0, 5, 4, 3}));
}

TEST(ViewEquality, ComparesElementsNotTheWayTheyWereReached) {
  const View matrix = variable({4, 6});
  EXPECT_TRUE(equal(reshape(reshape(matrix, Sizes{8, 3}), Sizes{4, 6}), matrix));
  EXPECT_FALSE(equal(matrix, flatten(matrix)));
  EXPECT_FALSE(equal(matrix, variable({4, 6}, 1)));
  EXPECT_FALSE(equal(variable({3, 3}), transpose(variable({3, 3}))));
  EXPECT_TRUE(equal(variable({1, 5}), transpose(variable({5, 1}))));
  EXPECT_FALSE(equal(slice(matrix, 0, 2), slice(matrix, 2, 4)));
}

TEST(ViewUnbroadcast, FindsWhatBroadcastAdded) {
  const View bias = variable({3, 1});
  EXPECT_EQ(shapeOf(findUnbroadcast(broadcast(bias, 1000, 1))), (Sizes{3, 1}));
  const View mixed = concat({variable({2, 4}, 0), variable({2, 3}, 1)}, 1);
  EXPECT_TRUE(equal(findUnbroadcast(broadcast(broadcast(mixed, 5, 1), 3, 0)), mixed));
  EXPECT_TRUE(equal(findUnbroadcast(mixed), mixed));
  const View upsampled = upsample(variable({4}), 2, 0);
  EXPECT_TRUE(equal(findUnbroadcast(upsampled), upsampled));
  EXPECT_EQ(shapeOf(findUnbroadcast(upsample(variable({1}), 8, 0))), Sizes{1});
}

TEST(ViewVariables, PlaceholdersAreReplaced) {
  const View both = concat({variable({2}, 1), variable({3}, 0)});
  const std::vector<VariableId> ids{VariableId(7), VariableId(9)};
  EXPECT_TRUE(equal(withVariables(both, ids), concat({variable({2}, 9), variable({3}, 7)})));
}

} // namespace
} // namespace poplar_emu::view::test
