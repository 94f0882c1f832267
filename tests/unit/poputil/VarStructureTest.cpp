// SPDX-License-Identifier: MIT
// Groups that lie side by side in memory, partitioned variables, and factored dimensions.
#include <poputil/Util.hpp>
#include <poputil/VarStructure.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using poplar::Tensor;
using poputil::GroupingInfo;
using Shape = std::vector<std::size_t>;

class VarStructure : public testing::Test {
 protected:
  poplar::Graph graph{poplar::Target::createIPUTarget(1, 8, "ipu2")};
};

TEST_F(VarStructure, InnermostGroupingOfPlainAndTransposedVariables) {
  const Tensor t = graph.addVariable(poplar::HALF, {6, 10});
  EXPECT_EQ(poputil::detectInnermostGrouping(graph, t), 10u);
  EXPECT_EQ(poputil::detectInnermostGrouping(graph, t.transpose()), 1u);
  EXPECT_THROW(poputil::detectInnermostGrouping(graph, graph.addVariable(poplar::HALF, {})),
               poputil::poplibs_error);
}

TEST_F(VarStructure, FindsNestedGroupings) {
  // Memory: [B/8][A][8]; seen as {A, B}.
  const Tensor t = graph.addVariable(poplar::HALF, {2, 6, 8}).dimShuffle({1, 0, 2}).flatten(1, 3);
  EXPECT_EQ(t.shape(), (Shape{6, 16}));
  EXPECT_EQ(poputil::detectDimGroupings(graph, t),
            (std::vector<GroupingInfo>{{1, 8}, {0, 6}, {1, 2}}));
}

TEST_F(VarStructure, PartitionsAreContiguous) {
  const Tensor t = poputil::createPartitionableTensor(graph, poplar::FLOAT, {5, 6}, {2, 3});
  EXPECT_EQ(t.shape(), (Shape{5, 6}));
  EXPECT_TRUE(t.isParallelWriteable());
  unsigned count = 0;
  std::size_t elements = 0;
  poputil::iterateTensorPartitions(t, {2, 3}, [&](const Shape &i, const Tensor &s) {
    EXPECT_EQ(i, (Shape{count / 3, count % 3}));
    EXPECT_EQ(s.shape(), (Shape{i[0] == 0 ? 3u : 2u, 2}));
    EXPECT_TRUE(s.isContiguous());
    ++count;
    elements += s.numElements();
  });
  EXPECT_EQ(count, 6u);
  EXPECT_EQ(elements, 30u);
  EXPECT_THROW(poputil::createPartitionableTensor(graph, poplar::FLOAT, {5, 6}, {2}),
               poputil::poplibs_error);
}

TEST_F(VarStructure, FactorsOfDimensions) {
  const Tensor t = graph.addVariable(poplar::FLOAT, {3, 4, 6, 5});
  const Tensor factored = poputil::factorDims(t, {2, 3}, 1);
  EXPECT_EQ(factored.shape(), (Shape{3, 2, 2, 2, 3, 5}));
  EXPECT_EQ(factored[1].index({1, 0, 1, 2, 4}), t[1].index({3, 2, 4}));
  EXPECT_EQ(poputil::unfactorDims(factored, 2, 1), t);
  EXPECT_THROW(poputil::factorDims(t, {3}, 1), poputil::poplibs_error);
  EXPECT_THROW(poputil::factorDims(t, {1, 1}, 3), poputil::poplibs_error);
  EXPECT_THROW(poputil::unfactorDims(t, 2, 1), poputil::poplibs_error);
}

TEST(UnshufflingIntervals, GiveTheOrderBack) {
  using poplar::Interval;
  const std::vector<Interval> shuffled = {{4, 6}, {0, 1}, {1, 4}};
  EXPECT_EQ(poputil::calculateUnshufflingIntervals(shuffled),
            (std::vector<Interval>{{2, 3}, {3, 6}, {0, 2}}));
  EXPECT_THROW(poputil::calculateUnshufflingIntervals({{0, 2}, {1, 3}}), poputil::poplibs_error);
}

TEST(BalancedPartition, CoversTheBound) {
  for (const int bound : {1, 7, 12, 64, 1000}) {
    int product = 1;
    for (const int factor : poputil::balancedPartition(bound, 3))
      product *= factor;
    EXPECT_GE(product, bound);
  }
  EXPECT_EQ(poputil::balancedPartition(64, 3), (std::vector<int>{4, 4, 4}));
}

TEST(CheckAccuracyWhenCast, ComparesWithHalf) {
  const auto target = poplar::Target::createIPUTarget(1, "ipu2");
  EXPECT_EQ(poputil::castToDeviceHalfValue(target, 2049), 2048);
  EXPECT_TRUE(poputil::checkAccuracyWhenCast(target, 0.25, poplar::FLOAT, poplar::HALF, 0));
  EXPECT_FALSE(poputil::checkAccuracyWhenCast(target, 0.1, poplar::FLOAT, poplar::HALF, 1e-6));
  EXPECT_FALSE(poputil::checkAccuracyWhenCast(target, 1e6, poplar::FLOAT, poplar::HALF, 1));
  EXPECT_THROW(poputil::checkAccuracyWhenCast(target, 1, poplar::INT, poplar::HALF, 1),
               poputil::poplibs_error);
}

} // namespace
