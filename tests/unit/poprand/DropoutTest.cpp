// SPDX-License-Identifier: MIT
// Dropout: what is kept, what is dropped, and that a mask can be made again.
#include "Random.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace poprand_test;
using poplar::Half;
using poplar::Tensor;

constexpr std::size_t kElements = 20000;

template <class T>
void checkDropout() {
  for (const bool clonesReference : {true, false}) {
    Harness h;
    std::vector<T> values;
    for (std::size_t i = 0; i < kElements; ++i)
      values.push_back(T(static_cast<float>(i % 50 + 1)));
    const Tensor in = h.input({100, 200}, values, popops_test::Layout::Transposed);
    const Tensor seed = h.seed(1, 2);
    const Tensor out = poprand::dropout(h.graph, &seed, 5, in, h.reference({100, 200}), 0.75, 2.0,
                                        clonesReference, h.prog);
    const unsigned number = h.read(out);
    h.run();
    const auto result = h.template result<T>(number);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < kElements; ++i) {
      const float x = static_cast<float>(result[i]);
      if (x == 0) continue;
      ASSERT_EQ(x, 2 * static_cast<float>(values[i])) << i;
      ++kept;
    }
    EXPECT_NEAR(static_cast<double>(kept), 0.75 * kElements, 400);
  }
}

TEST(Dropout, KeepsTheShareAndScales) {
  checkDropout<float>();
  checkDropout<Half>();
}

TEST(Dropout, DroppedIsExactlyZero) {
  Harness h;
  const std::vector<float> infinities(1000, std::numeric_limits<float>::infinity());
  const Tensor in = h.input({1000}, infinities), seed = h.seed(1, 2);
  const unsigned plain =
      h.read(poprand::dropout(h.graph, &seed, 0, in, h.reference({1000}), 0.5, 1.0, h.prog, "d"));
  const unsigned shaped =
      h.read(poprand::shapedDropout(h.graph, &seed, 0, in, h.reference({1000}), 0.5, 1.0, h.prog));
  h.run();
  for (const unsigned number : {plain, shaped}) {
    std::size_t zeros = 0;
    for (const float x : h.result<float>(number)) {
      ASSERT_FALSE(std::isnan(x));
      zeros += x == 0;
    }
    EXPECT_GT(zeros, 400u);
    EXPECT_LT(zeros, 600u);
  }
}

TEST(Dropout, MaskComesAgainForEqualSeeds) {
  Harness h;
  const Tensor seed = h.seed(1, 2), reference = h.reference({kElements});
  const Tensor ones = h.input({kElements}, std::vector<float>(kElements, 1.0f));
  const Tensor twos = h.input({kElements}, std::vector<float>(kElements, 2.0f));
  const unsigned first =
      h.read(poprand::dropout(h.graph, &seed, 9, ones, reference, 0.5, 1.0, h.prog));
  const unsigned again =
      h.read(poprand::dropout(h.graph, &seed, 9, twos, reference, 0.5, 1.0, h.prog));
  const unsigned other =
      h.read(poprand::dropout(h.graph, &seed, 10, ones, reference, 0.5, 1.0, h.prog));
  h.run();
  const auto a = h.result<float>(first), b = h.result<float>(again), c = h.result<float>(other);
  std::size_t differences = 0;
  for (std::size_t i = 0; i < kElements; ++i) {
    ASSERT_EQ(2 * a[i], b[i]) << i;
    differences += a[i] != c[i];
  }
  EXPECT_NEAR(static_cast<double>(differences), kElements / 2.0, 500);
}

TEST(Dropout, KeepingAllCopiesWithoutScale) {
  Harness h;
  const Tensor in = h.input({3}, std::vector<float>{1, 2, 3});
  const unsigned plain = h.read(poprand::dropout(h.graph, nullptr, 0, in, in, 1.0, 5.0, h.prog));
  const unsigned shaped =
      h.read(poprand::shapedDropout(h.graph, nullptr, 0, in, in, 1.0, 5.0, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(plain), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(h.result<float>(shaped), (std::vector<float>{1, 2, 3}));
}

TEST(Dropout, ShapedDecidesOnceForABroadcastElement) {
  Harness h;
  const Tensor in = h.input({300, 4}, std::vector<float>(1200, 1.0f)), seed = h.seed(3, 4);
  const unsigned number = h.read(
      poprand::shapedDropout(h.graph, &seed, 0, in, h.reference({300, 1}), 0.5, 3.0, h.prog));
  h.run();
  const auto result = h.result<float>(number);
  std::size_t kept = 0;
  for (std::size_t row = 0; row < 300; ++row) {
    for (std::size_t column = 0; column < 4; ++column)
      ASSERT_EQ(result[row * 4 + column], result[row * 4]);
    ASSERT_TRUE(result[row * 4] == 0 || result[row * 4] == 3.0f);
    kept += result[row * 4] != 0;
  }
  EXPECT_NEAR(static_cast<double>(kept), 150, 50);
}

TEST(Dropout, RefusesShapesTypesAndProbabilities) {
  Harness h;
  const Tensor in = h.input({4}, std::vector<float>(4)), ints = h.input({4}, std::vector<int>(4));
  const auto refuses = [](auto f) { EXPECT_THROW(f(), poputil::poplibs_error); };
  refuses([&] { poprand::dropout(h.graph, nullptr, 0, in, h.reference({5}), 0.5, 1, h.prog); });
  refuses([&] { poprand::dropout(h.graph, nullptr, 0, in, in, 1.01, 1, h.prog); });
  refuses([&] { poprand::dropout(h.graph, nullptr, 0, in, in, -0.1, 1, h.prog); });
  refuses([&] { poprand::dropout(h.graph, nullptr, 0, ints, ints, 0.5, 1, h.prog); });
  refuses(
      [&] { poprand::shapedDropout(h.graph, nullptr, 0, in, h.reference({3}), 0.5, 1, h.prog); });
}

} // namespace
