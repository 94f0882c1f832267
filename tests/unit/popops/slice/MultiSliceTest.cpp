// SPDX-License-Identifier: MIT
// Many slices and updates against plain loops, for all types, shapes, layouts; groups, constants.
#include "SliceTest.hpp"

#include <poplar/exceptions.hpp>
#include <popops/DynamicSlice.hpp>
#include <poputil/exceptions.hpp>

#include <gmock/gmock.h>

#include <sstream>

namespace popops_test {
namespace {

using poplar::Tensor;
using popops::SlicePlan;

constexpr std::size_t kLookups = 9, kManyLookups = 150;

template <class T>
double numberOf(const T &value) {
  return static_cast<double>(static_cast<float>(value));
}

Shape prefixed(std::size_t n, const Shape &shape) {
  Shape result = {n};
  result.insert(result.end(), shape.begin(), shape.end());
  return result;
}

template <class T>
class MultiSlice : public testing::Test {};
using MovableTypes =
    testing::Types<float, poplar::Half, int, unsigned, bool, char, signed char, unsigned char>;
TYPED_TEST_SUITE(MultiSlice, MovableTypes);

TYPED_TEST(MultiSlice, TakesWhatAPlainLoopTakesAndZeros) {
  using T = TypeParam;
  for (const SliceCase &c : kSliceCases)
    for (const std::size_t lookups : {std::size_t{1}, kLookups, kManyLookups}) {
      SCOPED_TRACE(c.text() + std::to_string(lookups));
      const std::vector<T> values = countingValues<T>(volume(c.shape));
      Harness h;
      std::vector<unsigned> reads;
      const std::vector<unsigned> offsets = someOffsets(c, lookups, 1, true);
      const Tensor at = h.input({lookups, c.dims.size()}, offsets);
      for (const Layout layout : kLayouts) {
        const Tensor t = h.input(c.shape, values, layout);
        const Tensor slices =
            popops::multiSlice(h.graph, t, at, c.dims, c.sizes, h.prog, SlicePlan(), {});
        ASSERT_EQ(slices.shape(), prefixed(lookups, c.sliceShape()));
        reads.push_back(h.read(slices));
      }
      h.run();
      const std::size_t size = volume(c.sliceShape());
      std::vector<T> expected(lookups * size);
      for (std::size_t i = 0; i < lookups; ++i)
        forEachSliced(c, &offsets[i * c.dims.size()], [&](std::size_t from, std::size_t to) {
          expected[i * size + to] = values[from];
        });
      for (const unsigned read : reads)
        EXPECT_EQ(h.result<T>(read), expected) << "layout " << read;
    }
}

TYPED_TEST(MultiSlice, UpdatesInOrder) {
  using T = TypeParam;
  for (const SliceCase &c : kSliceCases)
    for (const std::size_t lookups : {kLookups, kManyLookups}) {
      SCOPED_TRACE(c.text() + std::to_string(lookups));
      const std::size_t size = volume(c.sliceShape());
      const std::vector<T> values = countingValues<T>(volume(c.shape));
      const std::vector<T> news = countingValues<T>(lookups * size, 50);
      Harness h;
      std::vector<unsigned> reads;
      const std::vector<unsigned> offsets = someOffsets(c, lookups, 2, true);
      const Tensor at = h.input({lookups, c.dims.size()}, offsets);
      for (const Layout layout : kLayouts) {
        const Tensor t = h.input(c.shape, values, layout);
        const Tensor s = h.input(prefixed(lookups, c.sliceShape()), news, layout);
        popops::multiUpdate(h.graph, t, s, at, c.dims, c.sizes, h.prog, SlicePlan(), {});
        reads.push_back(h.read(t));
      }
      h.run();
      std::vector<T> expected = values;
      for (std::size_t i = 0; i < lookups; ++i)
        forEachSliced(c, &offsets[i * c.dims.size()], [&](std::size_t to, std::size_t from) {
          expected[to] = news[i * size + from];
        });
      for (const unsigned read : reads)
        EXPECT_EQ(h.result<T>(read), expected) << "layout " << read;
    }
}

template <class T>
class MultiCombine : public testing::Test {};
using Numbers = testing::Types<float, poplar::Half, int, unsigned>;
TYPED_TEST_SUITE(MultiCombine, Numbers);

TYPED_TEST(MultiCombine, AddsMultipliesAndTakesMaxima) {
  using T = TypeParam;
  for (const SliceCase &c : kSliceCases) {
    SCOPED_TRACE(c.text());
    const std::size_t size = volume(c.sliceShape());
    const std::vector<T> values = countingValues<T>(volume(c.shape));
    // Small factors, so that products of all lookups of one row are exact in half.
    std::vector<T> news = countingValues<T>(kLookups * size, 50), factors;
    for (std::size_t i = 0; i < news.size(); ++i)
      factors.push_back(static_cast<T>(i % 4 == 0 ? 2.0f : 1.0f));
    const T scale = static_cast<T>(3.0f);
    Harness h;
    const std::vector<unsigned> offsets = someOffsets(c, kLookups, 4, true);
    const Tensor at = h.input({kLookups, c.dims.size()}, offsets);
    std::vector<unsigned> added, multiplied, larger;
    for (const Layout layout : kLayouts) {
      const Shape shape = prefixed(kLookups, c.sliceShape());
      const Tensor s = h.input(shape, news, layout), f = h.input(shape, factors, layout);
      Tensor t = h.input(c.shape, values, layout);
      popops::multiUpdateAdd(h.graph, t, s, at, h.input<T>({1}, {scale}), c.dims, c.sizes, h.prog,
                             SlicePlan(), {});
      added.push_back(h.read(t));
      t = h.input(c.shape, values, layout);
      popops::multiUpdateMul(h.graph, t, f, at, c.dims, c.sizes, h.prog, SlicePlan(), {});
      multiplied.push_back(h.read(t));
      t = h.input(c.shape, values, layout);
      popops::multiUpdateMax(h.graph, t, s, at, c.dims, c.sizes, h.prog, SlicePlan(), {});
      larger.push_back(h.read(t));
    }
    h.run();
    std::vector<T> sums = values, products = values, maxima = values;
    for (std::size_t i = 0; i < kLookups; ++i)
      forEachSliced(c, &offsets[i * c.dims.size()], [&](std::size_t to, std::size_t from) {
        const std::size_t k = i * size + from;
        sums[to] = static_cast<T>(static_cast<float>(numberOf(sums[to]) + 3 * numberOf(news[k])));
        products[to] =
            static_cast<T>(static_cast<float>(numberOf(products[to]) * numberOf(factors[k])));
        if (numberOf(maxima[to]) < numberOf(news[k])) maxima[to] = news[k];
      });
    for (std::size_t k = 0; k < kLayouts.size(); ++k) {
      EXPECT_EQ(h.result<T>(added[k]), sums) << "layout " << k;
      EXPECT_EQ(h.result<T>(multiplied[k]), products) << "layout " << k;
      EXPECT_EQ(h.result<T>(larger[k]), maxima) << "layout " << k;
    }
  }
}

TEST(MultiUpdateAdd, TakesAFloatScaleForHalfAndAllSmallTypes) {
  Harness h;
  const Tensor at = h.input<unsigned>({2, 1}, {1, 1});
  const Tensor t = h.input<poplar::Half>({2}, {poplar::Half(1.0f), poplar::Half(2.0f)});
  const Tensor s = h.input<poplar::Half>({2, 1}, {poplar::Half(4.0f), poplar::Half(8.0f)});
  popops::multiUpdateAdd(h.graph, t, s, at, h.input<float>({}, {0.5f}), {0}, {1}, h.prog,
                         SlicePlan(), {});
  const unsigned halves = h.read(t);
  const Tensor bytes = h.input<signed char>({2}, {100, 100});
  popops::multiUpdateAdd(h.graph, bytes, h.input<signed char>({2, 1}, {20, 20}), at,
                         h.input<signed char>({}, {1}), {0}, {1}, h.prog, SlicePlan(), {});
  const unsigned wrapped = h.read(bytes);
  h.run();
  EXPECT_EQ(static_cast<float>(h.result<poplar::Half>(halves)[1]), 8.0f);
  EXPECT_EQ(h.result<signed char>(wrapped),
            (std::vector<signed char>{100, static_cast<signed char>(-116)}));
}

TEST(GroupedMultiSlice, EveryGroupHasItsOwnTable) {
  const SliceCase c{{11, 6}, {0}, {1}};
  constexpr std::size_t kGroups = 3;
  const std::size_t table = volume(c.shape), size = volume(c.sliceShape());
  for (const Layout layout : kLayouts) {
    Harness h;
    const std::vector<float> values = countingValues<float>(kGroups * table);
    const std::vector<float> news = countingValues<float>(kGroups * kLookups * size, 50);
    const std::vector<unsigned> offsets = someOffsets(c, kGroups * kLookups, 5, true);
    const Tensor at = h.input({kGroups, kLookups, 1}, offsets);
    const auto newTable = [&] { return h.input(prefixed(kGroups, c.shape), values, layout); };
    const Tensor s = h.input({kGroups, kLookups, 1, 6}, news);
    const Tensor slices = popops::groupedMultiSlice(h.graph, newTable(), at, c.dims, c.sizes,
                                                    h.prog, SlicePlan(), {});
    ASSERT_EQ(slices.shape(), (Shape{kGroups, kLookups, 1, 6}));
    const unsigned sliced = h.read(slices);
    const Tensor set = newTable(), sum = newTable(), product = newTable(), maximum = newTable();
    const Tensor two = h.input<float>({1}, {2.0f});
    popops::groupedMultiUpdate(h.graph, set, s, at, c.dims, c.sizes, h.prog, SlicePlan(), {});
    popops::groupedMultiUpdateAdd(h.graph, sum, s, at, two, c.dims, c.sizes, h.prog, SlicePlan(),
                                  {});
    popops::groupedMultiUpdateMul(h.graph, product, s, at, c.dims, c.sizes, h.prog, SlicePlan(),
                                  {});
    popops::groupedMultiUpdateMax(h.graph, maximum, s, at, c.dims, c.sizes, h.prog, SlicePlan(),
                                  {});
    const unsigned reads[] = {h.read(set), h.read(sum), h.read(product), h.read(maximum)};
    h.run();
    std::vector<float> expected(news.size()), sets = values, sums = values, products = values,
                                              maxima = values;
    for (std::size_t i = 0; i < kGroups * kLookups; ++i)
      forEachSliced(c, &offsets[i], [&](std::size_t inTable, std::size_t inSlice) {
        const std::size_t at = i / kLookups * table + inTable, k = i * size + inSlice;
        expected[k] = values[at];
        sets[at] = news[k];
        sums[at] = sums[at] + 2.0f * news[k];
        products[at] = products[at] * news[k];
        maxima[at] = std::max(maxima[at], news[k]);
      });
    EXPECT_EQ(h.result<float>(sliced), expected);
    EXPECT_EQ(h.result<float>(reads[0]), sets);
    EXPECT_EQ(h.result<float>(reads[1]), sums);
    EXPECT_EQ(h.result<float>(reads[2]), products);
    EXPECT_EQ(h.result<float>(reads[3]), maxima);
  }
}

TEST(MultiSliceOptions, RemapAndPadding) {
  Harness h;
  const Tensor t = h.input<int>({3, 1}, {7, 8, 9});
  const Tensor at = h.input<unsigned>({4, 1}, {3, 2, 50, 0});
  const auto slice = [&](const poplar::OptionFlags &options) {
    return h.read(popops::multiSlice(h.graph, t, at, {0}, {1}, h.prog, SlicePlan(), options));
  };
  const unsigned plain = slice({}), remap = slice({{"remapOutOfBoundIndices", "true"}}),
                 both = slice({{"remapOutOfBoundIndices", "true"}, {"paddingIndexUsed", "true"}});
  h.run();
  EXPECT_EQ(h.result<int>(plain), (std::vector<int>{0, 9, 0, 7}));
  EXPECT_EQ(h.result<int>(remap), (std::vector<int>{7, 9, 7, 7}));
  EXPECT_EQ(h.result<int>(both), (std::vector<int>{0, 9, 7, 7}));
}

TEST(ConstantOffsets, SliceAndAdd) {
  Harness h;
  const Tensor t = h.input<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor slices = popops::multiSlice(h.graph, t, {2, 0, 2}, 1, h.prog);
  ASSERT_EQ(slices.shape(), (Shape{3, 2, 1}));
  const unsigned sliced = h.read(slices);
  const unsigned padded =
      h.read(popops::multiSlice(h.graph, t, {1, 3}, 1, h.prog, {}, {{"paddingIndexUsed", "true"}}));
  const unsigned remapped = h.read(
      popops::multiSlice(h.graph, t, {1, 9}, 1, h.prog, {}, {{"remapOutOfBoundIndices", "true"}}));
  EXPECT_THROW(popops::multiSlice(h.graph, t, {3}, 1, h.prog), poputil::poplibs_error);
  const Tensor s = h.input<float>({2, 2, 1}, {10, 20, 30, 40});
  const Tensor scale = h.input<float>({1}, {2});
  popops::multiUpdateAdd(h.graph, t, s, {1, 1}, scale, 1, h.prog);
  const unsigned added = h.read(t);
  EXPECT_THROW(popops::multiUpdateAdd(h.graph, t, s, {1}, scale, 1, h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(popops::multiUpdateAdd(h.graph, t, s, {1, 1}, scale, 0, h.prog),
               poputil::poplibs_error);
  h.run();
  EXPECT_EQ(h.result<float>(sliced), (std::vector<float>{3, 6, 1, 4, 3, 6}));
  EXPECT_EQ(h.result<float>(padded), (std::vector<float>{2, 5, 0, 0}));
  EXPECT_EQ(h.result<float>(remapped), (std::vector<float>{2, 5, 1, 4}));
  EXPECT_EQ(h.result<float>(added), (std::vector<float>{1, 82, 3, 4, 125, 6}));
}

TEST(SlicePlans, CompareAndPrintAndNeverChangeResults) {
  Harness h;
  const poplar::OptionFlags options = {{"usedForUpdate", "false"}, {"partialType", "float"}};
  const SlicePlan none, a = popops::embedding::plan(h.graph, poplar::HALF, 20, 4, {8}, options),
                        b = popops::embedding::plan(h.graph, poplar::HALF, 2, 20, 4, {8}, options);
  EXPECT_EQ(none, SlicePlan());
  EXPECT_NE(a, none);
  EXPECT_NE(a, b);
  EXPECT_NE(a < b, b < a);
  std::ostringstream text;
  text << a;
  EXPECT_EQ(text.str(),
            "SlicePlan{type=half, groupSize=1, numEntries=20, outputSize=4, numLookups=[8]}");
  const std::vector<std::size_t> lookups = {8};
  const auto plans =
      popops::embedding::planMultiple({{h.graph, poplar::HALF, 20, 4, lookups, options},
                                       {h.graph, poplar::HALF, 2, 20, 4, lookups, options}});
  EXPECT_EQ(plans, (std::vector<SlicePlan>{a, b}));
  EXPECT_THROW(popops::embedding::plan(h.graph, poplar::HALF, 20, 4, {8},
                                       {{"operationForUpdate", "subtract"}}),
               poplar::invalid_option);

  const Tensor t =
      popops::createSliceableTensor(h.graph, poplar::INT, {40, 3}, {0}, {1}, a, options);
  const std::vector<int> values = countingValues<int>(120);
  h.prog.add(poplar::program::Copy(h.input({40, 3}, values), t));
  const Tensor at = popops::createIndicesTensor(h.graph, {0}, 2, a, options);
  ASSERT_EQ(at.shape(), (Shape{2, 1}));
  h.prog.add(poplar::program::Copy(h.input<unsigned>({2, 1}, {39, 4}), at));
  const unsigned read = h.read(popops::multiSlice(h.graph, t, at, {0}, {1}, h.prog, a, options));
  EXPECT_EQ(
      popops::createSliceTensor(h.graph, poplar::INT, {40, 3}, {0}, {1}, 5, a, options).shape(),
      (Shape{5, 1, 3}));
  EXPECT_EQ(popops::createSliceTensor(h.graph, t, {0}, {1}, 5).shape(), (Shape{5, 1, 3}));
  EXPECT_EQ(
      popops::createGroupedSliceTensor(h.graph, poplar::INT, 2, {40, 3}, {0}, {1}, 5, b, options)
          .shape(),
      (Shape{2, 5, 1, 3}));
  EXPECT_EQ(
      popops::createGroupedSliceableTensor(h.graph, poplar::INT, 2, {40, 3}, {0}, {1}, b, options)
          .shape(),
      (Shape{2, 40, 3}));
  EXPECT_EQ(popops::createGroupedIndicesTensor(h.graph, 2, {0}, 5, b, options).shape(),
            (Shape{2, 5, 1}));
  h.run();
  EXPECT_EQ(h.result<int>(read), (std::vector<int>{values[117], values[118], values[119],
                                                   values[12], values[13], values[14]}));
}

TEST(MultiSliceErrors, NameOperationShapesAndFix) {
  using testing::HasSubstr;
  using testing::ThrowsMessage;
  Harness h;
  const Tensor t = h.input<float>({4, 2}, std::vector<float>(8));
  const Tensor at = h.input<unsigned>({3, 1}, {0, 1, 2});
  const Tensor s = h.input<float>({3, 1, 2}, std::vector<float>(6));
  const Tensor one = h.input<float>({}, {1});
  EXPECT_THAT(
      [&] { popops::multiSlice(h.graph, t, at.flatten(), {0}, {1}, h.prog, SlicePlan(), {}); },
      ThrowsMessage<poputil::poplibs_error>(
          HasSubstr("multiSlice: the offsets are unsigned int[3]")));
  EXPECT_THROW(popops::multiSlice(h.graph, t, at, {}, {}, h.prog, SlicePlan(), {}),
               poputil::poplibs_error);
  EXPECT_THROW(popops::multiSlice(h.graph, t, at, {7}, {1}, h.prog, SlicePlan(), {}),
               poplar::graph_connection_error);
  EXPECT_THAT(
      [&] {
        popops::multiUpdate(h.graph, t, s.slice(0, 2), at, {0}, {1}, h.prog, SlicePlan(), {});
      },
      ThrowsMessage<poputil::poplibs_error>(
          HasSubstr("pass slices of type float and shape [3, 1, 2]")));
  EXPECT_THROW(popops::multiUpdate(h.graph, t, s.reinterpret(poplar::INT), at, {0}, {1}, h.prog,
                                   SlicePlan(), {}),
               poputil::poplibs_error);
  EXPECT_THAT(
      [&] { popops::multiUpdateAdd(h.graph, t, s, at, at[0], {0}, {1}, h.prog, SlicePlan(), {}); },
      ThrowsMessage<poputil::poplibs_error>(HasSubstr("the scale is unsigned int[1]")));
  const Tensor wide = h.input<long long>({4, 2}, std::vector<long long>(8));
  EXPECT_THAT(
      [&] {
        popops::multiUpdateMax(h.graph, wide, wide.slice(0, 3).expand({1}), at, {0}, {1}, h.prog,
                               SlicePlan(), {});
      },
      ThrowsMessage<poputil::poplibs_error>(HasSubstr("use float, half, int or unsigned int")));
}

} // namespace
} // namespace popops_test
