// SPDX-License-Identifier: MIT
// Views of a common shape.
#include <poputil/Broadcast.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>
#include <poplar/Graph.hpp>

namespace {

using poplar::Tensor;
using Shape = std::vector<std::size_t>;

class Broadcast : public testing::Test {
 protected:
  Tensor make(const Shape &shape) { return graph.addVariable(poplar::FLOAT, shape); }
  poplar::Graph graph{poplar::Target::createIPUTarget(1, 8, "ipu2")};
};

TEST_F(Broadcast, AlignsAtTheRight) {
  Tensor a = make({3, 1, 5}), b = make({4, 1}), c = make({});
  poputil::broadcastToMatch(a, b, c);
  for (const Tensor &t : {a, b, c})
    EXPECT_EQ(t.shape(), (Shape{3, 4, 5}));
}

TEST_F(Broadcast, StretchesToAShape) {
  Tensor a = make({1, 2});
  const Tensor original = a;
  poputil::broadcastToMatch(a, {3, 2});
  EXPECT_EQ(a.shape(), (Shape{3, 2}));
  EXPECT_EQ(a[2], original[0]);
  EXPECT_THROW(poputil::broadcastToMatch(a, {3}), poputil::poplibs_error);
  EXPECT_THROW(poputil::broadcastToMatch(a, {3, 4}), poputil::poplibs_error);
}

TEST_F(Broadcast, KnowsWhatIsPossible) {
  EXPECT_TRUE(poputil::canBroadcastToMatch(make({2, 1}), make({7})));
  EXPECT_TRUE(poputil::canBroadcastToMatch(make({0, 3}), make({1})));
  EXPECT_FALSE(poputil::canBroadcastToMatch(make({2, 3}), make({2})));
  Tensor a = make({2, 3}), b = make({2});
  EXPECT_THROW(poputil::broadcastToMatch(a, b), poputil::poplibs_error);
}

TEST_F(Broadcast, ExpandsRanks) {
  Tensor a = make({2}), b = make({4, 3, 2});
  poputil::expandToMatchRanks(a, b);
  EXPECT_EQ(a.shape(), (Shape{1, 1, 2}));
  EXPECT_EQ(b.rank(), 3u);
}

} // namespace
