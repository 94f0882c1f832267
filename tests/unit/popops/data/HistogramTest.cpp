// SPDX-License-Identifier: MIT
// Histograms against counting one by one.
#include "../Harness.hpp"

#include <popops/GatherStatistics.hpp>

#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

template <class T>
std::vector<unsigned> counted(const std::vector<T> &values, const std::vector<T> &levels,
                              bool absolute) {
  std::vector<unsigned> bins(levels.size() + 1, 0);
  for (const T value : values) {
    float x = static_cast<float>(value);
    if (absolute) x = std::fabs(x);
    std::size_t bin = 0;
    while (bin < levels.size() && x >= static_cast<float>(levels[bin]))
      ++bin;
    ++bins[bin];
  }
  return bins;
}

template <class T>
class HistogramOf : public testing::Test {};
using Types = testing::Types<float, Half>;
TYPED_TEST_SUITE(HistogramOf, Types);

TYPED_TEST(HistogramOf, CountsEveryElementOnce) {
  using T = TypeParam;
  for (const Layout layout : kLayouts)
    for (const Shape &shape : {Shape{}, Shape{9}, Shape{50, 7}, Shape{3, 4, 5, 2}})
      for (const std::size_t n : {1u, 5u, 40u})
        for (const bool absolute : {false, true}) {
          Harness h;
          const std::vector<T> values = samples<T>(volume(shape));
          std::vector<T> levels;
          for (std::size_t i = 0; i < n; ++i)
            levels.push_back(T(static_cast<float>(i) - static_cast<float>(n) / 3));
          const Tensor t = h.input(shape, values, layout), bounds = h.input({n}, levels);
          Tensor given = h.input<unsigned>({n + 1}, std::vector<unsigned>(n + 1, 100));
          Tensor updated = h.input<unsigned>({n + 1}, std::vector<unsigned>(n + 1, 100));
          const Tensor plain = popops::histogram(h.graph, t, bounds, absolute, h.prog, "count");
          EXPECT_EQ(plain.elementType(), poplar::UNSIGNED_INT);
          const Tensor real = popops::histogram(h.graph, t, bounds, absolute, h.prog, {},
                                                {{"useFloatArithmetic", "true"}});
          EXPECT_EQ(real.elementType(), poplar::FLOAT);
          popops::histogram(h.graph, t, given, false, bounds, absolute, h.prog);
          popops::histogram(h.graph, t, updated, true, bounds, absolute, h.prog, {},
                            {{"useFloatArithmeticWithUnsignedIntOutput", "true"}});
          const unsigned outs[] = {h.read(plain), h.read(real), h.read(given), h.read(updated)};
          h.run();
          std::vector<unsigned> expected = counted(values, levels, absolute);
          EXPECT_EQ(h.result<unsigned>(outs[0]), expected);
          EXPECT_EQ(h.result<float>(outs[1]), std::vector<float>(expected.begin(), expected.end()));
          EXPECT_EQ(h.result<unsigned>(outs[2]), expected);
          for (unsigned &bin : expected)
            bin += 100;
          EXPECT_EQ(h.result<unsigned>(outs[3]), expected);
        }
}

TEST(Histogram, OnManyTilesAndOfNothing) {
  Harness h(60);
  const std::vector<float> values = samples<float>(3001), levels = {-1, 0, 0.5, 100};
  const Tensor bounds = h.input({4}, levels);
  const unsigned out =
      h.read(popops::histogram(h.graph, h.input({3001}, values), bounds, false, h.prog));
  const unsigned none =
      h.read(popops::histogram(h.graph, h.input<float>({0}, {}), bounds, false, h.prog));
  Tensor real = h.input<float>({5}, {1, 1, 1, 1, 1});
  popops::histogram(h.graph, h.input({3001}, values), real, true, bounds, true, h.prog, {},
                    {{"useFloatArithmetic", "true"}});
  const unsigned updated = h.read(real);
  h.run();
  EXPECT_EQ(h.result<unsigned>(out), counted(values, levels, false));
  EXPECT_EQ(h.result<unsigned>(none), std::vector<unsigned>(5, 0));
  std::vector<float> expected;
  for (const unsigned bin : counted(values, levels, true))
    expected.push_back(static_cast<float>(bin + 1));
  EXPECT_EQ(h.result<float>(updated), expected);
}

TEST(Histogram, RefusesOptionsThatExcludeEachOther) {
  Harness h;
  const Tensor t = h.input<float>({2}, {1, 2});
  const auto with = [&](const poplar::OptionFlags &options) {
    popops::histogram(h.graph, t, t, false, h.prog, {}, options);
  };
  EXPECT_THROW(
      with({{"useFloatArithmetic", "true"}, {"useFloatArithmeticWithUnsignedIntOutput", "true"}}),
      poplar::invalid_option);
  EXPECT_THROW(with({{"useFloats", "true"}}), poplar::invalid_option);
  EXPECT_THROW(with({{"useFloatArithmetic", "yes"}}), poplar::invalid_option);
}

} // namespace
