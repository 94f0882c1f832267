// SPDX-License-Identifier: MIT
// Expressions that need more registers than a vertex has.
#include "../Harness.hpp"

#include <popops/ElementWise.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops::expr;
using namespace popops_test;
using poplar::Tensor;

constexpr unsigned kMany = 70;

float term(float x, float y, unsigned i) {
  return x * (0.25f + static_cast<float>(i) / 64) + y;
}
Any term(unsigned i) {
  return _1 * (0.25f + static_cast<float>(i) / 64) + _2;
}

/// Up and down again: at the turn all terms are still wanted.
Any upAndDown() {
  Any sum = term(0);
  for (unsigned i = 1; i < kMany; ++i)
    sum = Any(sum * 0.5f + term(i));
  for (unsigned i = kMany; i-- > 0;)
    sum = Any(sum * 0.25f - term(i));
  return sum;
}
float upAndDown(float x, float y) {
  float sum = term(x, y, 0);
  for (unsigned i = 1; i < kMany; ++i)
    sum = sum * 0.5f + term(x, y, i);
  for (unsigned i = kMany; i-- > 0;)
    sum = sum * 0.25f - term(x, y, i);
  return sum;
}

std::vector<float> numbers(std::size_t n, unsigned step) {
  std::vector<float> result;
  for (std::size_t i = 0; i < n; ++i)
    result.push_back(static_cast<float>(i * step % 17) / 8 - 1);
  return result;
}

TEST(LargeExpression, ManyTemporariesAlive) {
  const auto x = numbers(100, 3), y = numbers(100, 5);
  std::vector<float> expected;
  for (std::size_t i = 0; i < x.size(); ++i)
    expected.push_back(upAndDown(x[i], y[i]));
  for (const Layout layout : kLayouts) {
    Harness h;
    const Tensor a = h.input({100}, x, layout), b = h.input({100}, y);
    const unsigned out = h.read(popops::map(h.graph, upAndDown(), {a, b}, h.prog, "large"));
    popops::mapInPlace(h.graph, upAndDown(), {a, b}, h.prog, "largeInPlace");
    const unsigned inPlace = h.read(a);
    h.run();
    EXPECT_EQ(difference(h.result<float>(out), expected), "");
    EXPECT_EQ(difference(h.result<float>(inPlace), expected), "");
  }
}

TEST(LargeExpression, MoreConstantsThanRegisters) {
  Harness h;
  const auto x = numbers(40, 3);
  Any sum = _1 * 1.0f;
  std::vector<float> expected = x;
  for (unsigned i = 1; i < 400; ++i) {
    const float factor = static_cast<float>(i) / 512;
    sum = Any(sum + _1 * factor);
    for (std::size_t k = 0; k < x.size(); ++k)
      expected[k] += x[k] * factor;
  }
  const unsigned out = h.read(popops::map(h.graph, sum, {h.input({40}, x)}, h.prog));
  h.run();
  EXPECT_EQ(difference(h.result<float>(out), expected, 1e-6), "");
}

TEST(LargeExpression, MoreResultsThanRegisters) {
  Harness h;
  std::vector<Tensor> ts;
  std::vector<Any> exprs;
  for (unsigned i = 0; i < kMany; ++i) {
    ts.push_back(h.input({13}, std::vector<float>(13, static_cast<float>(i))));
    exprs.push_back(PlaceHolder((i + 1) % kMany + 1) * 2.0f);
  }
  popops::mapInPlace(h.graph, exprs, ts, h.prog);
  std::vector<unsigned> numbers;
  for (const Tensor &t : ts)
    numbers.push_back(h.read(t));
  h.run();
  for (unsigned i = 0; i < kMany; ++i)
    EXPECT_EQ(h.result<float>(numbers[i]),
              std::vector<float>(13, static_cast<float>((i + 1) % kMany) * 2));
}

TEST(LargeExpression, PartsOfOtherTypesAndSingleElements) {
  Harness h;
  Any any = _1 > 1000.0f;
  bool wanted = false;
  for (unsigned i = 0; i < kMany; ++i)
    any = Any(any || (_1 + static_cast<float>(i) == 3.0f));
  for (unsigned i = kMany; i-- > 0;)
    any = Any(any != (_1 + static_cast<float>(i) == 3.0f));
  const float x = -20;
  wanted = x > 1000;
  for (unsigned i = 0; i < kMany; ++i)
    wanted = wanted || x + static_cast<float>(i) == 3.0f;
  for (unsigned i = kMany; i-- > 0;)
    wanted = wanted != (x + static_cast<float>(i) == 3.0f);
  const unsigned out =
      h.read(popops::map(h.graph, any, {h.input({}, std::vector<float>{x})}, h.prog));
  h.run();
  EXPECT_EQ(h.result<bool>(out), std::vector<bool>{wanted});
}

} // namespace
