// SPDX-License-Identifier: MIT
// Scaled sums of all types against plain loops.
#include "../Harness.hpp"

#include <popops/ScaledAdd.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

template <class A, class B>
void checkReal(Layout layout) {
  Harness h;
  const auto x = samples<A>(143, 1);
  const auto y = samples<B>(143, 2);
  Tensor a[7];
  for (Tensor &t : a)
    t = h.input({11, 13}, x, layout);
  const Tensor b = h.input({11, 13}, y);
  const Tensor scaleA = h.input<float>({}, {0.75f}), scaleB = h.input<float>({1}, {2.5f});
  popops::scaledAddTo(h.graph, a[0], b, 2.5f, h.prog);
  popops::scaledAddTo(h.graph, a[1], b, scaleB, h.prog);
  popops::scaledSubtractFrom(h.graph, a[2], b, 2.5f, h.prog);
  popops::scaledSubtractFrom(h.graph, a[3], b, scaleB, h.prog);
  popops::scaledAddTo(h.graph, a[4], 0.75f, b, 2.5f, h.prog);
  popops::scaledAddTo(h.graph, a[5], scaleA, b, scaleB, h.prog, "named");
  popops::scaledSubtractFrom(h.graph, a[6], scaleA, b, scaleB, h.prog);
  unsigned out[7];
  for (int i = 0; i < 7; ++i)
    out[i] = h.read(a[i]);
  h.run();
  const double factorA[] = {1, 1, 1, 1, 0.75, 0.75, 0.75},
               factorB[] = {2.5, 2.5, -2.5, -2.5, 2.5, 2.5, -2.5};
  for (int i = 0; i < 7; ++i) {
    std::vector<A> expected;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const float scaled = static_cast<float>(factorB[i]) * static_cast<float>(y[k]);
      expected.push_back(A(static_cast<float>(factorA[i]) * static_cast<float>(x[k]) + scaled));
    }
    EXPECT_EQ(difference(h.result<A>(out[i]), expected, 1e-6), "") << i;
  }
}

TEST(ScaledAdd, OfReals) {
  for (const Layout layout : kLayouts) {
    checkReal<float, float>(layout);
    checkReal<Half, Half>(layout);
    checkReal<Half, float>(layout);
    checkReal<float, Half>(layout);
  }
}

TEST(ScaledAdd, OfIntegers) {
  Harness h;
  const Tensor a = h.input<int>({3}, {1, 2, 3}), b = h.input<int>({3}, {10, 20, -30});
  const Tensor u = h.input<unsigned>({2}, {1, 2}), v = h.input<unsigned>({2}, {5, 6});
  const Tensor two = h.input<unsigned>({}, {2});
  popops::scaledAddTo(h.graph, a, b, 3.0f, h.prog);
  popops::scaledSubtractFrom(h.graph, u, v, two, h.prog);
  const unsigned outA = h.read(a), outU = h.read(u);
  h.run();
  EXPECT_EQ(h.result<int>(outA), (std::vector<int>{31, 62, -87}));
  EXPECT_EQ(h.result<unsigned>(outU), (std::vector<unsigned>{-9u, -10u}));
}

TEST(ScaledAdd, WithTheSpecialisation) {
  Harness h;
  const Tensor a = h.input<Half>({2}, {Half(2), Half(4)}),
               b = h.input<Half>({2}, {Half(1), Half(3)});
  popops::scaledAddTo(h.graph, a, 0.5f, b, 2.0f, h.prog,
                      popops::ScaledAddSpecialisation::X_MINUS_AX_PLUS_BY);
  const unsigned out = h.read(a);
  h.run();
  EXPECT_EQ(float(h.result<Half>(out)[0]), 3.0f);
  EXPECT_EQ(float(h.result<Half>(out)[1]), 8.0f);
}

} // namespace
