// SPDX-License-Identifier: MIT
// allTrue, hasNaN, hasNaNOrInf: one element decides, wherever it is.
#include "../Harness.hpp"

#include <popops/AllTrue.hpp>
#include <popops/NaN.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

const std::vector<Shape> kShapes = {{}, {1}, {77}, {13, 9}, {3, 4, 5}, {2, 2, 2, 3, 5}};

TEST(AllTrue, FindsTheOneThatIsFalse) {
  for (const Layout layout : kLayouts)
    for (const Shape &shape : kShapes) {
      const std::size_t n = volume(shape);
      Harness h;
      std::vector<unsigned> outs;
      std::vector<bool> expected;
      for (const std::size_t place : {n, std::size_t(0), n / 2, n - 1}) {
        std::vector<bool> values(n, true);
        if (place < n) values[place] = false;
        const Tensor answer = popops::allTrue(h.graph, h.input(shape, values, layout), h.prog);
        EXPECT_EQ(answer.rank(), 0u);
        EXPECT_EQ(answer.elementType(), poplar::BOOL);
        outs.push_back(h.read(answer));
        expected.push_back(place == n);
      }
      h.run();
      for (std::size_t i = 0; i < outs.size(); ++i)
        EXPECT_EQ(h.result<bool>(outs[i])[0], expected[i]) << n << " " << i;
    }
}

TEST(AllTrue, OnManyTiles) {
  for (const bool value : {true, false}) {
    Harness h(100);
    std::vector<bool> values(5000, true);
    values[4321] = value;
    const unsigned out = h.read(popops::allTrue(h.graph, h.input({5000}, values), h.prog));
    h.run();
    EXPECT_EQ(h.result<bool>(out)[0], value);
  }
}

template <class T>
class NaNOf : public testing::Test {};
using Types = testing::Types<float, Half>;
TYPED_TEST_SUITE(NaNOf, Types);

TYPED_TEST(NaNOf, TellsNaNFromInfinity) {
  using T = TypeParam;
  const float kinds[] = {1.0f, NAN, -NAN, HUGE_VALF, -HUGE_VALF, 65504.0f, -0.0f};
  for (const Layout layout : kLayouts)
    for (const Shape &shape : kShapes) {
      const std::size_t n = volume(shape);
      Harness h;
      std::vector<std::pair<unsigned, bool>> expected;
      for (const float kind : kinds) {
        std::vector<T> values(n, T(2.0f));
        values[n * 2 / 3] = T(kind);
        const Tensor t = h.input(shape, values, layout);
        expected.emplace_back(h.read(popops::hasNaN(h.graph, t, h.prog)), std::isnan(kind));
        expected.emplace_back(h.read(popops::hasNaNOrInf(h.graph, t, h.prog)),
                              !std::isfinite(kind));
      }
      h.run();
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(h.result<bool>(expected[i].first)[0], expected[i].second) << n << " " << i;
    }
}

TEST(Questions, AboutNothing) {
  Harness h;
  const unsigned all = h.read(popops::allTrue(h.graph, h.input<bool>({0}, {}), h.prog));
  const unsigned none = h.read(popops::hasNaN(h.graph, h.input<float>({2, 0}, {}), h.prog));
  h.run();
  EXPECT_TRUE(h.result<bool>(all)[0]);
  EXPECT_FALSE(h.result<bool>(none)[0]);
}

} // namespace
