// SPDX-License-Identifier: MIT
// Single slices and updates against plain loops, for all types, shapes, layouts and offsets.
#include "SliceTest.hpp"

#include <poplar/exceptions.hpp>
#include <popops/DynamicSlice.hpp>
#include <poputil/exceptions.hpp>

#include <gmock/gmock.h>

namespace popops_test {
namespace {

using popops::dynamicSlice;
using popops::dynamicSliceWithOutput;
using popops::dynamicUpdate;

template <class T>
class DynamicSlice : public testing::Test {};
using MovableTypes = testing::Types<float, poplar::Half, int, unsigned, bool, char, signed char,
                                    unsigned char, long long, unsigned long long>;
TYPED_TEST_SUITE(DynamicSlice, MovableTypes);

TYPED_TEST(DynamicSlice, TakesWhatAPlainLoopTakes) {
  using T = TypeParam;
  for (const SliceCase &c : kSliceCases) {
    SCOPED_TRACE(c.text());
    const std::vector<T> values = countingValues<T>(volume(c.shape));
    Harness h;
    std::vector<unsigned> reads;
    std::vector<std::vector<unsigned>> offsets;
    for (const Layout layout : kLayouts) {
      const poplar::Tensor t = h.input(c.shape, values, layout);
      for (unsigned seed = 0; seed < 2; ++seed) {
        offsets.push_back(someOffsets(c, 1, seed, false));
        const poplar::Tensor offset = h.input({c.dims.size()}, offsets.back());
        const poplar::Tensor slice = dynamicSlice(h.graph, t, offset, c.dims, c.sizes, h.prog);
        ASSERT_EQ(slice.shape(), c.sliceShape());
        reads.push_back(h.read(slice));
      }
    }
    h.run();
    for (std::size_t k = 0; k < reads.size(); ++k) {
      std::vector<T> expected(volume(c.sliceShape()));
      forEachSliced(c, offsets[k].data(),
                    [&](std::size_t from, std::size_t to) { expected[to] = values[from]; });
      EXPECT_EQ(h.result<T>(reads[k]), expected) << "case " << k;
    }
  }
}

TYPED_TEST(DynamicSlice, UpdatesWhatAPlainLoopUpdates) {
  using T = TypeParam;
  for (const SliceCase &c : kSliceCases) {
    SCOPED_TRACE(c.text());
    const std::vector<T> values = countingValues<T>(volume(c.shape));
    const std::vector<T> news = countingValues<T>(volume(c.sliceShape()), 50);
    Harness h;
    std::vector<unsigned> reads;
    std::vector<std::vector<unsigned>> offsets;
    for (const Layout layout : kLayouts) {
      const poplar::Tensor t = h.input(c.shape, values, layout);
      const poplar::Tensor s = h.input(c.sliceShape(), news, layout);
      offsets.push_back(someOffsets(c, 1, 3, false));
      dynamicUpdate(h.graph, t, s, h.input({c.dims.size()}, offsets.back()), c.dims, c.sizes,
                    h.prog);
      reads.push_back(h.read(t));
    }
    h.run();
    for (std::size_t k = 0; k < reads.size(); ++k) {
      std::vector<T> expected = values;
      forEachSliced(c, offsets[k].data(),
                    [&](std::size_t to, std::size_t from) { expected[to] = news[from]; });
      EXPECT_EQ(h.result<T>(reads[k]), expected) << "layout " << k;
    }
  }
}

TEST(DynamicSliceOffsets, OutsideLeavesTheDestination) {
  for (const SliceCase &c : kSliceCases) {
    SCOPED_TRACE(c.text());
    const std::vector<int> values = countingValues<int>(volume(c.shape));
    const std::vector<int> before(volume(c.sliceShape()), -5);
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
      Harness h;
      std::vector<unsigned> offset(c.dims.size(), 0);
      offset[d] = static_cast<unsigned>(c.shape[c.dims[d]]);
      const poplar::Tensor t = h.input(c.shape, values), output = h.input(c.sliceShape(), before);
      const poplar::Tensor at = h.input({c.dims.size()}, offset);
      dynamicSliceWithOutput(h.graph, output, t, at, c.dims, c.sizes, h.prog);
      const unsigned sliced = h.read(output);
      const poplar::Tensor t2 = h.input(c.shape, values), s = h.input(c.sliceShape(), before);
      dynamicUpdate(h.graph, t2, s, at, c.dims, c.sizes, h.prog);
      const unsigned updated = h.read(t2);
      // Taken for 0, it slices.
      const unsigned remapped = h.read(dynamicSlice(h.graph, t, at, c.dims, c.sizes, h.prog, {},
                                                    {{"remapOutOfBoundIndices", "true"}}));
      h.run();
      EXPECT_EQ(h.result<int>(sliced), before);
      EXPECT_EQ(h.result<int>(updated), values);
      std::vector<int> first(before.size());
      const std::vector<unsigned> zeros(c.dims.size(), 0);
      forEachSliced(c, zeros.data(),
                    [&](std::size_t from, std::size_t to) { first[to] = values[from]; });
      EXPECT_EQ(h.result<int>(remapped), first);
    }
  }
}

TEST(DynamicSliceOffsets, MayBeInt) {
  Harness h;
  const poplar::Tensor t = h.input<float>({4, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  const unsigned slice = h.read(dynamicSlice(h.graph, t, h.input<int>({1}, {3}), {0}, {2}, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(slice), (std::vector<float>{6, 7, 0, 1}));
}

TEST(DynamicSliceDims, NoneCopiesTheWholeTensorAndSizeZeroDoesNothing) {
  Harness h;
  const std::vector<int> values = countingValues<int>(6), others = countingValues<int>(6, 40);
  const poplar::Tensor t = h.input({2, 3}, values), none = h.input<unsigned>({0}, {});
  const unsigned whole = h.read(dynamicSlice(h.graph, t, none, {}, {}, h.prog));
  const poplar::Tensor t2 = h.input({2, 3}, values);
  dynamicUpdate(h.graph, t2, h.input({2, 3}, others), none, {}, {}, h.prog);
  const unsigned updated = h.read(t2);
  const poplar::Tensor zero = h.input<unsigned>({1}, {0});
  EXPECT_EQ(dynamicSlice(h.graph, t, zero, {1}, {0}, h.prog).shape(), (Shape{2, 0}));
  dynamicUpdate(h.graph, t, t.slice(0, 0, 1), zero, {1}, {0}, h.prog);
  h.run();
  EXPECT_EQ(h.result<int>(whole), values);
  EXPECT_EQ(h.result<int>(updated), others);
}

TEST(CreateSliceable, LayoutsSliceWithoutSplittingAndHaveAllTiles) {
  for (const SliceCase &c : kSliceCases) {
    SCOPED_TRACE(c.text());
    Harness h;
    const std::vector<float> values = countingValues<float>(volume(c.shape));
    const poplar::Tensor t =
        popops::createSliceableTensor(h.graph, poplar::FLOAT, c.shape, c.dims, c.sizes);
    ASSERT_EQ(t.shape(), c.shape);
    h.prog.add(poplar::program::Copy(h.input(c.shape, values), t));
    const std::vector<unsigned> offsets = someOffsets(c, 1, 9, false);
    const poplar::Tensor at = h.input({c.dims.size()}, offsets);
    const poplar::Tensor out = popops::createDynamicSliceOutput(h.graph, t, at, c.dims, c.sizes);
    ASSERT_EQ(out.shape(), c.sliceShape());
    dynamicSliceWithOutput(h.graph, out, t, at, c.dims, c.sizes, h.prog);
    EXPECT_EQ(h.graph.getTileMapping(out), popops::getSliceMapping(h.graph, t, c.dims, c.sizes));
    const unsigned read = h.read(out);
    h.run();
    std::vector<float> expected(volume(c.sliceShape()));
    forEachSliced(c, offsets.data(),
                  [&](std::size_t from, std::size_t to) { expected[to] = values[from]; });
    EXPECT_EQ(h.result<float>(read), expected);
  }
}

TEST(CreateSliceableFromSlice, IsManySlicesLaidOutAlike) {
  Harness h;
  const poplar::Tensor s = h.input<float>({2, 3, 4}, std::vector<float>(24), Layout::Scattered);
  const poplar::Tensor t = popops::createSliceableTensorFromSlice(h.graph, s, {2, 0}, {5, 3});
  ASSERT_EQ(t.shape(), (Shape{6, 3, 20}));
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned j = 0; j < 5; ++j)
      EXPECT_EQ(h.graph.getTileMapping(t.slice({2 * i, 0, 4 * j}, {2 * i + 2, 3, 4 * j + 4})),
                h.graph.getTileMapping(s));
}

TEST(DynamicSliceErrors, NameOperationShapesAndFix) {
  using testing::AllOf;
  using testing::HasSubstr;
  using testing::ThrowsMessage;
  Harness h;
  const poplar::Tensor t = h.input<float>({4, 2}, std::vector<float>(8));
  const poplar::Tensor one = h.input<unsigned>({1}, {0}), two = h.input<unsigned>({2}, {0, 0});
  const auto slice = [&](const poplar::Tensor &offset, const Shape &dims, const Shape &sizes) {
    return [&, dims, sizes] { dynamicSlice(h.graph, t, offset, dims, sizes, h.prog); };
  };
  EXPECT_THAT(slice(one, {0}, {1, 1}),
              ThrowsMessage<poputil::poplibs_error>(
                  AllOf(HasSubstr("dynamicSlice: dims [0] and sizes [1, 1]"), HasSubstr("fix: "))));
  EXPECT_THAT(slice(two, {0}, {1}),
              ThrowsMessage<poputil::poplibs_error>(HasSubstr("the offsets are unsigned int[2]")));
  EXPECT_THROW(slice(t[0].slice(0, 1), {0}, {1})(), poputil::poplibs_error);
  EXPECT_THAT(slice(one, {2}, {1}),
              ThrowsMessage<poplar::graph_connection_error>(HasSubstr("there is no dimension 2")));
  EXPECT_THAT(slice(one, {0}, {5}), ThrowsMessage<poplar::graph_connection_error>(
                                        HasSubstr("a slice of 5 from dimension 0 of size 4")));
  EXPECT_THAT(slice(two, {1, 1}, {1, 1}),
              ThrowsMessage<poplar::graph_connection_error>(HasSubstr("dimension 1 occurs twice")));
  EXPECT_THAT(
      [&] { dynamicUpdate(h.graph, t, t.slice(0, 2), one, {0}, {1}, h.prog); },
      ThrowsMessage<poputil::poplibs_error>(
          AllOf(HasSubstr("the slice is float[2, 2]"), HasSubstr("a slice of it is float[1, 2]"))));
  EXPECT_THAT(
      [&] {
        dynamicUpdate(h.graph, t[0].broadcast(4, 0).reshape({4, 2}), t.slice(0, 1), one, {0}, {1},
                      h.prog);
      },
      ThrowsMessage<poputil::poplibs_error>(HasSubstr("occur more than once")));
  EXPECT_THROW(dynamicSlice(h.graph, t, one, {0}, {1}, h.prog, {}, {{"remapOutOfBounds", "true"}}),
               poplar::invalid_option);
  EXPECT_THROW(
      dynamicSlice(h.graph, t, one, {0}, {1}, h.prog, {}, {{"availableMemoryProportion", "0"}}),
      poplar::invalid_option);
}

} // namespace
} // namespace popops_test
