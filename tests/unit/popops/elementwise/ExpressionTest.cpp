// SPDX-License-Identifier: MIT
// Expressions of several operations: fusion, types of constants, casts, selects, shared parts.
#include "../Harness.hpp"

#include <popops/ElementWise.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops::expr;
using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

TEST(Expression, FusesFloatsInOneComputeSet) {
  Harness h;
  const auto x = samples<float>(3000, 5), y = samples<float>(3000, 6);
  const Tensor a = h.input({3000}, x), b = h.input({3000}, y);
  const unsigned before = h.graph.getNumVertices();
  const unsigned out =
      h.read(popops::map(h.graph, (_1 + _2) * 0.5f - Sqrt(Abs(_1)) / (_2 + 2), {a, b}, h.prog));
  // One a tile.
  EXPECT_LE(h.graph.getNumVertices() - before, 12u);
  h.run();
  std::vector<float> expected;
  for (std::size_t i = 0; i < x.size(); ++i)
    expected.push_back((x[i] + y[i]) * 0.5f - std::sqrt(std::fabs(x[i])) / (y[i] + 2));
  EXPECT_EQ(difference(h.result<float>(out), expected), "");
}

TEST(Expression, RoundsHalfAfterEachOperation) {
  Harness h;
  const auto x = samples<Half>(1500, 7), y = samples<Half>(1500, 8);
  const Tensor a = h.input({1500}, x, Layout::Scattered), b = h.input({1500}, y);
  const unsigned out = h.read(popops::map(h.graph, _1 * _2 + _1 - 0.1f, {a, b}, h.prog));
  h.run();
  std::vector<Half> expected;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Half product = float(x[i]) * float(y[i]);
    const Half sum = float(product) + float(x[i]);
    expected.push_back(Half(float(sum) - float(Half(0.1f))));
  }
  EXPECT_EQ(difference(h.result<Half>(out), expected), "");
}

TEST(Expression, MixesSizesOfElements) {
  Harness h;
  const auto f = samples<float>(777, 9);
  const auto i = samples<int>(777, 10);
  const auto c = samples<bool>(777, 11);
  const std::vector<long long> l(777, 1LL << 40);
  const Tensor tf = h.input({777}, f), ti = h.input({777}, i), tc = h.input({777}, c),
               tl = h.input({777}, l);
  const auto large = popops::expr::Cast(_2, poplar::LONGLONG) * 3 + _4 > (1LL << 40);
  const unsigned out = h.read(popops::map(h.graph, Select(_2, Const(0), _3 && (_1 > 0.0f || large)),
                                          {tf, ti, tc, tl}, h.prog));
  h.run();
  std::vector<int> expected;
  for (std::size_t k = 0; k < 777; ++k)
    expected.push_back(c[k] && (f[k] > 0 || i[k] * 3LL + l[k] > 1LL << 40) ? i[k] : 0);
  EXPECT_EQ(difference(h.result<int>(out), expected), "");
}

TEST(Expression, ConstantsTakeTheTypeBesideThem) {
  Harness h;
  const Tensor u = h.input<unsigned>({3}, {1, 2, 4000000000u});
  const Tensor half = h.input<Half>({1}, {Half(3)});
  const unsigned sum = h.read(popops::map(h.graph, _1 + 5, {u}, h.prog));
  const unsigned product = h.read(popops::map(h.graph, 1.5f * _1 + 0.25_half, {half}, h.prog));
  const unsigned chosen =
      h.read(popops::map(h.graph, Select(Const(1), Const(-1), _1 > 1u), {u}, h.prog));
  const unsigned clamped =
      h.read(popops::map(h.graph, Clamp(_1, Const(0), Const(2)), {half}, h.prog));
  h.run();
  EXPECT_EQ(h.result<unsigned>(sum), (std::vector<unsigned>{6, 7, 4000000005u}));
  EXPECT_EQ(float(h.result<Half>(product)[0]), 4.75f);
  EXPECT_EQ(h.result<int>(chosen), (std::vector<int>{-1, 1, 1}));
  EXPECT_EQ(float(h.result<Half>(clamped)[0]), 2.0f);
}

TEST(Expression, HalfTimesFloatScalarIsHalf) {
  Harness h;
  const auto x = samples<Half>(100, 12);
  const Tensor a = h.input({100}, x), scale = h.input<float>({}, {1.0009765f});
  const Tensor product = popops::mul(h.graph, a, scale, h.prog);
  EXPECT_EQ(product.elementType(), poplar::HALF);
  const unsigned out = h.read(product);
  popops::mulInPlace(h.graph, a, scale, h.prog);
  const unsigned inPlace = h.read(a);
  h.run();
  std::vector<Half> expected;
  for (const Half value : x)
    expected.push_back(Half(float(value) * 1.0009765f));
  EXPECT_EQ(difference(h.result<Half>(out), expected), "");
  EXPECT_EQ(difference(h.result<Half>(inPlace), expected), "");
}

TEST(Expression, BarePlaceholderIsACopy) {
  Harness h;
  const Tensor a = h.input<int>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor copy = popops::map(h.graph, _1, {a}, h.prog);
  EXPECT_FALSE(copy.intersectsWith(a));
  const unsigned out = h.read(copy);
  h.run();
  EXPECT_EQ(h.result<int>(out), (std::vector<int>{1, 2, 3, 4, 5, 6}));
}

TEST(Expression, SeveralResultsShareTheirParts) {
  Harness h;
  const auto x = samples<int>(500, 13), y = samples<int>(500, 14);
  const Tensor a = h.input({500}, x), b = h.input({500}, y);
  const std::vector<Any> exprs = {_1 + _2, (_1 + _2) * _2, _1 + _2};
  std::vector<unsigned> outs;
  for (const Tensor &t : popops::map(h.graph, exprs, {a, b}, h.prog))
    outs.push_back(h.read(t));
  h.run();
  for (std::size_t i = 0; i < 500; ++i) {
    const unsigned sum = unsigned(x[i]) + unsigned(y[i]);
    ASSERT_EQ(unsigned(h.result<int>(outs[0])[i]), sum);
    ASSERT_EQ(unsigned(h.result<int>(outs[1])[i]), sum * unsigned(y[i]));
    ASSERT_EQ(unsigned(h.result<int>(outs[2])[i]), sum);
  }
}

TEST(Expression, DeepTreesFit) {
  Harness h;
  const Tensor a = h.input<float>({9}, std::vector<float>(9, 1.0f));
  Any chain = Square(_1);
  for (int i = 0; i < 100; ++i)
    chain = Square(_1) + Any(Neg(Abs(_1)) + Sin(chain)); // the right side is deeper
  Any balanced = _1;
  for (int level = 0; level < 7; ++level)
    balanced = Add(balanced, Sub(balanced, Const(level)));
  const unsigned out = h.read(popops::map(h.graph, chain, {a}, h.prog));
  const unsigned sum = h.read(popops::map(h.graph, balanced, {a}, h.prog));
  h.run();
  EXPECT_TRUE(std::isfinite(h.result<float>(out)[0]));
  float expected = 1;
  for (int level = 0; level < 7; ++level)
    expected = expected + (expected - level);
  EXPECT_EQ(h.result<float>(sum)[8], expected);
}

TEST(Ternary, SelectsAndClampsTensors) {
  Harness h;
  const auto x = samples<float>(400, 15), y = samples<float>(400, 16);
  const auto c = samples<bool>(20, 17);
  const Tensor a = h.input({20, 20}, x), b = h.input({20, 20}, y, Layout::Transposed),
               condition = h.input({20}, c);
  const Tensor low = h.input<float>({}, {-1}), high = h.input<float>({1}, {2});
  const unsigned selected = h.read(popops::select(h.graph, a, b, condition, h.prog));
  const unsigned clamped = h.read(popops::clamp(h.graph, a, low, high, h.prog));
  const unsigned crossed = h.read(popops::clamp(h.graph, a, high, low, h.prog));
  popops::selectInPlace(h.graph, a, b, condition, h.prog);
  const unsigned inPlace = h.read(a);
  h.run();
  std::vector<float> choice, bounded;
  for (std::size_t i = 0; i < x.size(); ++i) {
    choice.push_back(c[i % 20] ? x[i] : y[i]);
    bounded.push_back(std::fmin(std::fmax(x[i], -1.0f), 2.0f));
  }
  EXPECT_EQ(difference(h.result<float>(selected), choice), "");
  EXPECT_EQ(difference(h.result<float>(inPlace), choice), "");
  EXPECT_EQ(difference(h.result<float>(clamped), bounded), "");
  EXPECT_EQ(difference(h.result<float>(crossed), std::vector<float>(400, -1.0f)), "");
}

TEST(Variance, ChangesTypes) {
  Harness h;
  const Tensor variance = h.input<float>({4}, {4, 9, 16, 0.25f});
  const Tensor half = h.input<Half>({2}, {Half(0.5f), Half(2)});
  const Tensor toHalf = popops::varianceToInvStdDev(h.graph, variance, 0.0f, h.prog);
  EXPECT_EQ(toHalf.elementType(), poplar::HALF);
  const Tensor back = popops::invStdDevToVariance(h.graph, half, 0.0f, h.prog, poplar::FLOAT);
  const unsigned a = h.read(toHalf), b = h.read(back);
  h.run();
  EXPECT_EQ(float(h.result<Half>(a)[0]), 0.5f);
  EXPECT_EQ(float(h.result<Half>(a)[3]), 2.0f);
  EXPECT_EQ(h.result<float>(b), (std::vector<float>{4, 0.25f}));
}

} // namespace
