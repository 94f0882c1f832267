// SPDX-License-Identifier: MIT
// fill and zero in all forms and types.
#include "../Harness.hpp"

#include <popops/Fill.hpp>
#include <popops/Zero.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

template <class T>
class FillOf : public testing::Test {};
using Types = testing::Types<bool, char, unsigned char, short, unsigned short, int, unsigned,
                             long long, unsigned long long, Half, float>;
TYPED_TEST_SUITE(FillOf, Types);

TYPED_TEST(FillOf, EveryFormWritesAllElements) {
  using T = TypeParam;
  for (const Layout layout : kLayouts) {
    Harness h;
    const std::vector<T> old(60, T(1));
    Tensor t[4];
    for (Tensor &tensor : t)
      tensor = h.input({12, 5}, old, layout);
    popops::fill(h.graph, t[0], h.prog, 7);
    const poplar::ComputeSet cs = h.graph.addComputeSet();
    popops::fill(h.graph, t[1], h.graph.getTileMapping(t[1]), cs, 7.0f);
    popops::fill(h.graph, t[2], 2, cs, 7u);
    popops::fill(h.graph, t[3], {{3, 9}, {20, 21}}, 1, cs, 7ll);
    h.prog.add(poplar::program::Execute(cs));
    unsigned out[4];
    for (int i = 0; i < 4; ++i)
      out[i] = h.read(t[i]);
    h.run();
    const T seven = std::is_same_v<T, bool> ? T(1) : static_cast<T>(7);
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(difference(h.result<T>(out[i]), std::vector<T>(60, seven)), "") << i;
    std::vector<T> partly = old;
    for (std::size_t i = 0; i < 60; ++i)
      if ((i >= 3 && i < 9) || i == 20) partly[i] = seven;
    EXPECT_EQ(difference(h.result<T>(out[3]), partly), "");
  }
}

TYPED_TEST(FillOf, ZeroToo) {
  using T = TypeParam;
  Harness h;
  const std::vector<T> old(60, T(1)), none(60, T(0));
  const Tensor a = h.input({60}, old), b = h.input({60}, old), c = h.input({60}, old);
  popops::zero(h.graph, a, h.prog, "clear");
  const poplar::ComputeSet cs = h.graph.addComputeSet();
  popops::zero(h.graph, b, h.graph.getTileMapping(b), cs);
  popops::zero(h.graph, c, 0, cs);
  h.prog.add(poplar::program::Execute(cs));
  const unsigned outs[] = {h.read(a), h.read(b), h.read(c)};
  h.run();
  for (const unsigned out : outs)
    EXPECT_EQ(difference(h.result<T>(out), none), "");
}

TEST(Fill, OfNothingAndOfFractions) {
  Harness h;
  const Tensor empty = h.input<float>({0, 3}, {});
  popops::fill(h.graph, empty, h.prog, 1.0f);
  const Tensor half = h.input<Half>({}, {Half(0)}), whole = h.input<int>({2}, {0, 0});
  popops::fill(h.graph, half, h.prog, 0.333);
  popops::fill(h.graph, whole, h.prog, -2.5f);
  const unsigned a = h.read(half), b = h.read(whole);
  h.run();
  EXPECT_EQ(float(h.result<Half>(a)[0]), float(Half(0.333f)));
  EXPECT_EQ(h.result<int>(b), (std::vector<int>{-2, -2}));
}

} // namespace
