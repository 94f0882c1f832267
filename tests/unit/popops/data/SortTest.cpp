// SPDX-License-Identifier: MIT
// Sorting along any dimension, in every type and layout, against std::sort.
#include "../Harness.hpp"
#include "Ordering.hpp"

#include <popops/Sort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

/// Calls f(indices) with the positions of each line along `dim`.
template <class F>
void forEachLine(const Shape &shape, std::size_t dim, F f) {
  std::size_t inner = 1, outer = 1;
  for (std::size_t d = 0; d < shape.size(); ++d)
    (d < dim ? outer : inner) *= d == dim ? 1 : shape[d];
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < inner; ++i) {
      std::vector<std::size_t> line;
      for (std::size_t j = 0; j < shape[dim]; ++j)
        line.push_back((o * shape[dim] + j) * inner + i);
      f(line);
    }
}

template <class T>
std::vector<T> sorted(std::vector<T> values, const Shape &shape, std::size_t dim) {
  forEachLine(shape, dim, [&](const std::vector<std::size_t> &line) {
    std::vector<T> part;
    for (const std::size_t i : line)
      part.push_back(values[i]);
    std::sort(part.begin(), part.end(), isBefore<T>);
    for (std::size_t j = 0; j < line.size(); ++j)
      values[line[j]] = part[j];
  });
  return values;
}

template <class T>
class SortOf : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned>;
TYPED_TEST_SUITE(SortOf, Types);

TYPED_TEST(SortOf, EveryDimensionAndLayout) {
  using T = TypeParam;
  const std::vector<Shape> shapes = {{1}, {70}, {3, 41}, {5, 4, 3}, {2, 3, 2, 5}, {2, 1, 3, 2, 9}};
  for (const Layout layout : kLayouts) {
    Harness h;
    std::vector<std::pair<unsigned, std::vector<T>>> expected;
    for (const Shape &shape : shapes)
      for (unsigned dim = 0; dim < shape.size(); ++dim) {
        const std::vector<T> values = samples<T>(volume(shape), dim);
        const Tensor t = h.input(shape, values, layout), u = h.input(shape, values, layout);
        const Tensor out = popops::sort(h.graph, t, dim, h.prog);
        EXPECT_EQ(out.shape(), shape);
        popops::sortInPlace(h.graph, u, dim, h.prog);
        const std::vector<T> reference = sorted(values, shape, dim);
        expected.emplace_back(h.read(out), reference);
        expected.emplace_back(h.read(u), reference);
        expected.emplace_back(h.read(t), values);
      }
    h.run();
    for (const auto &[number, values] : expected)
      EXPECT_EQ(difference(h.result<T>(number), values), "") << static_cast<int>(layout);
  }
}

/// Lines that several tiles share; the last block may be shorter or nearly empty.
TYPED_TEST(SortOf, LongLines) {
  using T = TypeParam;
  for (const std::size_t n : {1024u, 1025u, 1033u, 2049u, 3000u, 5121u, 9000u, 12289u, 20011u})
    for (const std::size_t lines : {1u, 3u}) {
      Harness h;
      const Shape shape = {lines, n};
      const std::vector<T> values = samples<T>(lines * n, static_cast<unsigned>(n));
      const unsigned out = h.read(popops::sort(h.graph, h.input(shape, values), 1, h.prog));
      h.run();
      EXPECT_EQ(difference(h.result<T>(out), sorted(values, shape, 1)), "") << lines << " " << n;
    }
}

TEST(Sort, OrdersThatAreSpecial) {
  constexpr std::size_t kElements = 6000;
  for (unsigned kind = 0; kind < 6; ++kind) {
    std::vector<float> values(kElements);
    for (std::size_t i = 0; i < kElements; ++i) {
      const float ramp = static_cast<float>(i), back = static_cast<float>(kElements - i);
      const float all[] = {ramp,
                           back,
                           1.0f,
                           static_cast<float>(i % 2),
                           std::min(ramp, back),
                           static_cast<float>(i * 7919 % 1009)};
      values[i] = all[kind];
    }
    Harness h;
    const unsigned out = h.read(popops::sort(h.graph, h.input({kElements}, values), 0, h.prog));
    h.run();
    EXPECT_EQ(difference(h.result<float>(out), sorted(values, {kElements}, 0)), "") << kind;
  }
}

TEST(Sort, KeepsTheSignsOfZerosAndEveryInfinity) {
  std::vector<float> values;
  for (std::size_t i = 0; i < 3000; ++i) {
    const float kinds[] = {0.0f, -0.0f, HUGE_VALF, -HUGE_VALF, NAN, -NAN, 1e-45f};
    values.push_back(kinds[i * 5 % 7]);
  }
  Harness h;
  const unsigned out = h.read(popops::sort(h.graph, h.input({3000}, values), 0, h.prog));
  h.run();
  const std::vector<float> result = h.result<float>(out);
  const auto census = [](const std::vector<float> &all) {
    std::map<std::string, int> counts;
    for (const float x : all)
      ++counts[std::isnan(x) ? "nan"
                             : (std::signbit(x) ? "-" : "+") + std::to_string(std::fabs(x)) +
                                   (x == 0 ? "zero" : "")];
    return counts;
  };
  EXPECT_EQ(census(result), census(values));
  EXPECT_EQ(result[0], -HUGE_VALF);
  EXPECT_TRUE(std::isnan(result.back()));
}

template <class Key, class Value>
void sortWithValues(const Shape &shape, unsigned dim, Layout layout) {
  Harness h;
  const std::size_t n = volume(shape);
  const std::vector<Key> keys = samples<Key>(n);
  std::vector<Value> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(static_cast<Value>(static_cast<float>(i)));
  const Tensor k = h.input(shape, keys, layout), v = h.input(shape, values, layout);
  const Tensor out = popops::sortKeyValue(h.graph, k, v, dim, h.prog);
  const unsigned untouched = h.read(popops::sort(h.graph, k, dim, h.prog));
  const unsigned moved = h.read(out);
  popops::sortKeyValueInPlace(h.graph, k, v, dim, h.prog);
  const unsigned keysInPlace = h.read(k), valuesInPlace = h.read(v);
  h.run();
  const std::vector<Key> reference = sorted(keys, shape, dim);
  EXPECT_EQ(difference(h.result<Key>(untouched), reference), "");
  EXPECT_EQ(difference(h.result<Key>(keysInPlace), reference), "");
  EXPECT_EQ(difference(h.result<Value>(valuesInPlace), h.result<Value>(moved)), "");
  // Values are positions: each must have had the key that it stands beside, and occur once.
  const std::vector<Value> positions = h.result<Value>(moved);
  forEachLine(shape, dim, [&](const std::vector<std::size_t> &line) {
    std::vector<std::size_t> seen;
    for (const std::size_t i : line) {
      const auto position = static_cast<std::size_t>(static_cast<float>(positions[i]));
      ASSERT_LT(position, n);
      EXPECT_FALSE(isBefore(keys[position], reference[i]) ||
                   isBefore(reference[i], keys[position]));
      seen.push_back(position);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, line);
  });
}

TYPED_TEST(SortOf, ValuesMoveWithKeys) {
  using T = TypeParam;
  for (const Layout layout : {Layout::Linear, Layout::Transposed, Layout::TwoIpus}) {
    sortWithValues<T, float>({4, 33}, 1, layout);
    sortWithValues<T, Half>({4, 33}, 0, layout);
    sortWithValues<T, int>({3, 5, 7}, 1, layout);
    sortWithValues<T, unsigned>({2000}, 0, layout);
  }
  sortWithValues<T, unsigned>({2, 7777}, 1, Layout::Linear);
}

TEST(Sort, MoreLinesThanTiles) {
  Harness h;
  const Shape shape = {100, 37};
  const std::vector<int> values = samples<int>(volume(shape));
  const Tensor t = h.input(shape, values);
  const unsigned rows = h.read(popops::sort(h.graph, t, 1, h.prog));
  const unsigned columns = h.read(popops::sort(h.graph, t, 0, h.prog));
  h.run();
  EXPECT_EQ(difference(h.result<int>(rows), sorted(values, shape, 1)), "");
  EXPECT_EQ(difference(h.result<int>(columns), sorted(values, shape, 0)), "");
}

TEST(Sort, OfNothingAndOfBroadcasts) {
  Harness h;
  const Tensor empty = h.input<float>({0, 3}, {});
  EXPECT_EQ(popops::sort(h.graph, empty, 1, h.prog).shape(), (Shape{0, 3}));
  popops::sortInPlace(h.graph, empty, 0, h.prog);
  const Tensor line = h.input<int>({3}, {3, 1, 2});
  const unsigned out = h.read(popops::sort(h.graph, line.broadcast(2, 0), 0, h.prog));
  h.run();
  EXPECT_EQ(h.result<int>(out), (std::vector<int>{1, 1, 2, 2, 3, 3}));
}

} // namespace
