// SPDX-License-Identifier: MIT
// Where results go: in place, to given tensors, over inputs in another order, layouts of new ones.
#include "../Harness.hpp"

#include <popops/ElementWise.hpp>
#include <popops/ElementWiseUtil.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace {

using namespace popops::expr;
using namespace popops_test;
using poplar::Tensor;

std::vector<int> counting(std::size_t n) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(InPlace, EqualsTheFormThatReturns) {
  for (const Layout layout : kLayouts) {
    Harness h;
    const auto x = samples<float>(143, 1), y = samples<float>(13, 2);
    const Tensor a = h.input({11, 13}, x, layout), b = h.input({13}, y);
    const unsigned fresh = h.read(popops::map(h.graph, _1 - _2 * _1, {a, b}, h.prog));
    popops::mapInPlace(h.graph, _1 - _2 * _1, {a, b}, h.prog);
    const unsigned changed = h.read(a);
    h.run();
    EXPECT_EQ(difference(h.result<float>(changed), h.result<float>(fresh)), "");
  }
}

TEST(InPlace, ReadsOldValuesOfShiftedAndReversedInputs) {
  Harness h;
  const Tensor t = h.input({1000}, counting(1000)), u = h.input({1000}, counting(1000));
  popops::addInPlace(h.graph, t.slice(1, 1000), t.slice(0, 999), h.prog);
  popops::subInPlace(h.graph, u, u.reverse(0), h.prog);
  const unsigned shifted = h.read(t), reversed = h.read(u);
  h.run();
  for (int i = 1; i < 1000; ++i) {
    ASSERT_EQ(h.result<int>(shifted)[i], i + i - 1);
    ASSERT_EQ(h.result<int>(reversed)[i], i - (999 - i));
  }
}

TEST(InPlace, ReadsTheScalarThatItOverwrites) {
  Harness h;
  const Tensor t = h.input({64}, counting(64));
  popops::addInPlace(h.graph, t, t[7], h.prog);
  const unsigned out = h.read(t);
  h.run();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(h.result<int>(out)[i], i + 7);
}

TEST(InPlace, VectorFormEvaluatesAllBeforeWriting) {
  Harness h;
  const auto x = samples<float>(5000, 3), y = samples<float>(5000, 4);
  const Tensor a = h.input({5000}, x), b = h.input({5000}, y);
  const std::vector<Any> exprs = {_1 + _2, _1 - _2};
  popops::mapInPlace(h.graph, exprs, {a, b}, h.prog);
  const unsigned sum = h.read(a), difference = h.read(b);
  h.run();
  std::vector<float> expectedSum, expectedDifference;
  for (std::size_t i = 0; i < x.size(); ++i) {
    expectedSum.push_back(x[i] + y[i]);
    expectedDifference.push_back(x[i] - y[i]);
  }
  EXPECT_EQ(popops_test::difference(h.result<float>(sum), expectedSum), "");
  EXPECT_EQ(popops_test::difference(h.result<float>(difference), expectedDifference), "");
}

TEST(InPlace, SwapsTwoTensors) {
  Harness h;
  const Tensor a = h.input({300}, counting(300)), b = h.input({300}, std::vector<int>(300, -1));
  popops::mapInPlace(h.graph, std::vector<Any>{_2, _1}, {a, b}, h.prog);
  const unsigned first = h.read(a), second = h.read(b);
  h.run();
  EXPECT_EQ(h.result<int>(first), std::vector<int>(300, -1));
  EXPECT_EQ(h.result<int>(second), counting(300));
}

TEST(WithOutput, WritesViews) {
  Harness h;
  const Tensor a = h.input({6, 4}, counting(24));
  const Tensor grid = h.input({6, 6}, std::vector<int>(36, 0), Layout::Scattered);
  popops::mapWithOutput(h.graph, _1 * 2, {a}, grid.slice(1, 5, 1), h.prog);
  const unsigned out = h.read(grid);
  h.run();
  const auto values = h.result<int>(out);
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 6; ++x)
      EXPECT_EQ(values[y * 6 + x], x == 0 || x == 5 ? 0 : (y * 4 + x - 1) * 2);
}

TEST(WithOutput, OfRelationsIsBool) {
  Harness h;
  const Tensor a = h.input({10}, counting(10));
  const Tensor out = h.graph.clone(poplar::BOOL, a);
  popops::ltWithOutput(h.graph, a, 5, out, h.prog);
  const unsigned number = h.read(out);
  h.run();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(h.result<bool>(number)[i], i < 5);
}

TEST(Views, BroadcastAndRepeatedInputs) {
  Harness h;
  const Tensor row = h.input({5}, counting(5));
  const Tensor twice = concat(row, row).reshape({2, 5});
  const unsigned out =
      h.read(popops::add(h.graph, twice, row.broadcast(2, 0).reshape({2, 5}), h.prog));
  h.run();
  EXPECT_EQ(h.result<int>(out), (std::vector<int>{0, 2, 4, 6, 8, 0, 2, 4, 6, 8}));
}

TEST(CreateOutput, FollowsTheBestSpreadInput) {
  Harness h;
  const Tensor crowded = h.input({60}, counting(60), Layout::OneTile);
  const Tensor spread = h.input({60}, counting(60));
  const Tensor out = popops::createOutputForElementWiseOp(h.graph, {crowded, spread}, poplar::HALF);
  EXPECT_EQ(out.elementType(), poplar::HALF);
  EXPECT_EQ(h.graph.getTileMapping(out), h.graph.getTileMapping(spread));
  const Tensor aliased = crowded.slice(0, 1).broadcast(60, 0);
  const Tensor linear = popops::createOutputForElementWiseOp(h.graph, {aliased}, poplar::INT);
  EXPECT_TRUE(linear.isParallelWriteable());
  EXPECT_THROW(popops::createOutputForElementWiseOp(h.graph, {}, poplar::INT),
               poputil::poplibs_error);
  EXPECT_THROW(
      popops::createOutputForElementWiseOp(h.graph, {spread, spread.slice(0, 3)}, poplar::INT),
      poputil::poplibs_error);
}

} // namespace
