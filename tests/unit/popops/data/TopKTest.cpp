// SPDX-License-Identifier: MIT
// topK in all forms against a sort by key and index.
#include "../Harness.hpp"
#include "Ordering.hpp"

#include <popops/TopK.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;
using popops::SortOrder;
using popops::TopKParams;

const SortOrder kOrders[] = {SortOrder::NONE, SortOrder::ASCENDING, SortOrder::DESCENDING};

/// Indices of the k first of a row, best first, ties by index; then in the order asked for.
template <class T>
std::vector<unsigned> expectedIndices(const T *row, std::size_t n, const TopKParams &params) {
  std::vector<unsigned> indices(n);
  std::iota(indices.begin(), indices.end(), 0u);
  const auto sortBy = [&](bool descending) {
    std::sort(indices.begin(), indices.end(), [&](unsigned a, unsigned b) {
      if (isBefore(row[a], row[b]) || isBefore(row[b], row[a]))
        return descending ? isBefore(row[b], row[a]) : isBefore(row[a], row[b]);
      return a < b;
    });
  };
  sortBy(params.largest);
  indices.resize(params.k);
  if (params.sortOrder == SortOrder::NONE)
    std::sort(indices.begin(), indices.end());
  else
    sortBy(params.sortOrder == SortOrder::DESCENDING);
  return indices;
}

template <class T>
bool isSame(T a, T b) {
  if (rankOf(a).first) return rankOf(b).first;
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
void checkRow(const std::vector<T> &values, std::size_t row, std::size_t n,
              const TopKParams &params, const std::vector<T> &found,
              const std::vector<unsigned> &indices) {
  const std::size_t k = params.k;
  const std::vector<unsigned> expected = expectedIndices(&values[row * n], n, params);
  std::vector<unsigned> used(indices.begin() + static_cast<std::ptrdiff_t>(row * k),
                             indices.begin() + static_cast<std::ptrdiff_t>((row + 1) * k));
  std::vector<std::pair<bool, double>> got, wanted;
  for (std::size_t i = 0; i < k; ++i) {
    ASSERT_LT(used[i], n);
    EXPECT_TRUE(isSame(found[row * k + i], values[row * n + used[i]]));
    got.push_back(rankOf(found[row * k + i]));
    wanted.push_back(rankOf(values[row * n + expected[i]]));
  }
  if (params.sortOrder == SortOrder::NONE) {
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    std::sort(used.begin(), used.end());
  }
  EXPECT_EQ(got, wanted);
  if (params.stableSort) {
    EXPECT_EQ(used, expected);
  }
  std::sort(used.begin(), used.end());
  EXPECT_EQ(std::unique(used.begin(), used.end()), used.end());
}

template <class T>
void checkAll(const Shape &shape, std::size_t k, Layout layout, const std::vector<T> &values) {
  struct Case {
    TopKParams params;
    unsigned found, indices, alone;
  };
  Harness h;
  const Tensor t = h.input(shape, values, layout);
  Shape resultShape = shape;
  resultShape.back() = k;
  std::vector<Case> cases;
  for (const bool largest : {false, true})
    for (const SortOrder order : kOrders)
      for (const bool stable : {false, true}) {
        const TopKParams params(static_cast<unsigned>(k), largest, order, stable);
        const auto pair = popops::topKWithPermutation(h.graph, h.prog, t, params);
        const Tensor alone = popops::topK(h.graph, h.prog, t, params);
        EXPECT_EQ(pair.first.shape(), resultShape);
        EXPECT_EQ(pair.second.shape(), resultShape);
        EXPECT_EQ(pair.second.elementType(), poplar::UNSIGNED_INT);
        cases.push_back({params, h.read(pair.first), h.read(pair.second), h.read(alone)});
      }
  h.run();
  const std::size_t n = shape.back(), rows = n == 0 ? 0 : volume(shape) / n;
  for (const Case &c : cases) {
    std::ostringstream text;
    text << c.params << " of " << n << " in " << rows << " rows";
    SCOPED_TRACE(text.str());
    const std::vector<T> found = h.result<T>(c.found);
    const std::vector<unsigned> indices = h.result<unsigned>(c.indices);
    for (std::size_t row = 0; row < rows; ++row)
      checkRow(values, row, n, c.params, found, indices);
    std::vector<T> alone = h.result<T>(c.alone), reference = found;
    if (c.params.sortOrder == SortOrder::NONE)
      for (std::size_t row = 0; row < rows; ++row) {
        const auto begin = static_cast<std::ptrdiff_t>(row * k);
        const auto end = static_cast<std::ptrdiff_t>((row + 1) * k);
        std::sort(alone.begin() + begin, alone.begin() + end, isBefore<T>);
        std::sort(reference.begin() + begin, reference.begin() + end, isBefore<T>);
      }
    EXPECT_EQ(difference(alone, reference), "");
  }
}

template <class T>
class TopKOf : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned>;
TYPED_TEST_SUITE(TopKOf, Types);

TYPED_TEST(TopKOf, ShortRows) {
  using T = TypeParam;
  for (const Layout layout : kLayouts)
    for (const Shape &shape :
         {Shape{1}, Shape{40}, Shape{3, 50}, Shape{2, 2, 9}, Shape{1, 2, 1, 3, 16}})
      for (const std::size_t k : {std::size_t(1), shape.back() / 4, shape.back() / 2, shape.back()})
        if (k > 0) checkAll(shape, k, layout, samples<T>(volume(shape)));
}

TYPED_TEST(TopKOf, RowsOnManyTiles) {
  using T = TypeParam;
  for (const std::size_t n : {513u, 1500u, 4099u, 6000u})
    for (const std::size_t k : {1u, 5u, 64u, 300u})
      checkAll({n}, k, Layout::Linear, samples<T>(n));
  checkAll({2, 3000}, 20, Layout::TwoIpus, samples<T>(6000));
  checkAll({2, 3000}, 20, Layout::Scattered, samples<T>(6000));
  checkAll({3001}, 2000, Layout::Linear, samples<T>(3001));
  checkAll({3001}, 3001, Layout::Linear, samples<T>(3001));
}

/// Everything that is taken is in one worker's part, or the bound lets everything through.
TEST(TopK, OrdersThatAreSpecial) {
  constexpr std::size_t kElements = 5000;
  for (unsigned kind = 0; kind < 4; ++kind) {
    std::vector<float> values(kElements);
    for (std::size_t i = 0; i < kElements; ++i) {
      const float all[] = {static_cast<float>(i), -static_cast<float>(i), 2.5f,
                           i % 2 == 0 ? 0.0f : -0.0f};
      values[i] = all[kind];
    }
    checkAll({kElements}, 33, Layout::Linear, values);
  }
}

TEST(TopK, MoreRowsThanTiles) {
  checkAll({50, 31}, 3, Layout::Linear, samples<float>(50 * 31));
  checkAll({50, 31}, 20, Layout::Linear, samples<int>(50 * 31));
}

template <class Key, class Value>
void checkKeyValue(const Shape &shape, std::size_t k) {
  struct Case {
    TopKParams params;
    unsigned keys, values;
  };
  const std::size_t n = shape.back(), rows = volume(shape) / n;
  const std::vector<Key> keys = samples<Key>(volume(shape));
  std::vector<Value> positions;
  for (std::size_t i = 0; i < keys.size(); ++i)
    positions.push_back(static_cast<Value>(static_cast<float>(i % n)));
  Harness h;
  const Tensor key = h.input(shape, keys), value = h.input(shape, positions);
  std::vector<Case> cases;
  for (const bool largest : {false, true})
    for (const SortOrder order : kOrders) {
      const TopKParams params(static_cast<unsigned>(k), largest, order);
      const auto pair = popops::topKKeyValue(h.graph, h.prog, key, value, params);
      cases.push_back({params, h.read(pair.first), h.read(pair.second)});
    }
  h.run();
  for (const Case &c : cases) {
    std::ostringstream text;
    text << c.params;
    SCOPED_TRACE(text.str());
    std::vector<unsigned> indices;
    for (const Value v : h.result<Value>(c.values))
      indices.push_back(static_cast<unsigned>(static_cast<float>(v)));
    for (std::size_t row = 0; row < rows; ++row)
      checkRow(keys, row, n, c.params, h.result<Key>(c.keys), indices);
  }
}

TYPED_TEST(TopKOf, ValuesComeAlong) {
  using T = TypeParam;
  for (const std::size_t k : {1u, 6u, 17u, 30u}) {
    checkKeyValue<T, float>({4, 30}, k);
    checkKeyValue<T, Half>({4, 30}, k);
    checkKeyValue<T, int>({2, 2, 30}, k);
  }
  for (const std::size_t k : {1u, 40u, 900u, 1999u, 2000u})
    checkKeyValue<T, unsigned>({2000}, k);
}

TEST(TopK, CreatedInputsLieWhereTheWorkIs) {
  Harness h;
  const TopKParams params(10, true, SortOrder::DESCENDING);
  const Tensor t = popops::createTopKInput(h.graph, poplar::FLOAT, {2, 4000}, params, "input");
  EXPECT_EQ(t.shape(), (Shape{2, 4000}));
  bool isComplete = false;
  const auto mapping = h.graph.getTileMapping(t, &isComplete);
  EXPECT_TRUE(isComplete);
  std::size_t used = 0;
  for (const auto &regions : mapping)
    used += !regions.empty();
  EXPECT_EQ(used, 12u);
  const auto result = popops::topK(h.graph, h.prog, t, params);
  std::vector<float> values = samples<float>(8000);
  h.graph.createHostWrite("t", t);
  EXPECT_EQ(result.shape(), (Shape{2, 10}));
  EXPECT_EQ(popops::createTopKInput(h.graph, poplar::HALF, {0, 4}, params).numElements(), 0u);
}

TEST(TopK, OfNothing) {
  Harness h;
  const Tensor empty = h.input<float>({0, 3}, {}), line = h.input<float>({3}, {1, 2, 3});
  EXPECT_EQ(popops::topK(h.graph, h.prog, empty, {2, true, SortOrder::NONE}).shape(),
            (Shape{0, 2}));
  EXPECT_EQ(popops::topKWithPermutation(h.graph, h.prog, line, {0, true, SortOrder::ASCENDING})
                .second.shape(),
            (Shape{0}));
}

TEST(TopK, ParametersAsText) {
  std::ostringstream text;
  text << SortOrder::NONE << " " << TopKParams(3, true, SortOrder::ASCENDING);
  EXPECT_EQ(text.str(), "NONE {k=3, largest=true, sortOrder=ASCENDING, stableSort=false}");
}

} // namespace
