// SPDX-License-Identifier: MIT
// One-hot encodings and counting, in every type and layout.
#include "../Harness.hpp"

#include <popops/Encoding.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

template <class T>
class EncodingOf : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned>;
TYPED_TEST_SUITE(EncodingOf, Types);

template <class T, class Index>
void encode(std::size_t n, std::size_t classes, Layout layout, bool withValues) {
  Harness h;
  std::vector<Index> indices;
  for (std::size_t i = 0; i < n; ++i)
    indices.push_back(i % 7 == 3   ? static_cast<Index>(MASKED_LABEL_CODE)
                      : i % 7 == 5 ? static_cast<Index>(classes + i)
                                   : static_cast<Index>(i * 5 % classes));
  const T on = withValues ? T(3) : T(1), off = withValues ? T(2) : T(0);
  const Tensor in = h.input({n}, indices, layout);
  const Tensor encoded = h.input({n, classes}, std::vector<T>(n * classes, T(9)), layout);
  if (withValues)
    popops::encodeOneHot(h.graph, in, encoded, h.prog, h.input<T>({1}, {on}),
                         h.input<T>({}, {off}));
  else
    popops::encodeOneHot(h.graph, in, encoded, h.prog);
  const unsigned out = h.read(encoded);
  h.run();
  std::vector<T> expected(n * classes, off);
  for (std::size_t i = 0; i < n; ++i)
    if (static_cast<unsigned>(indices[i]) < classes)
      expected[i * classes + static_cast<unsigned>(indices[i])] = on;
  EXPECT_EQ(difference(h.result<T>(out), expected), "") << n << " x " << classes;
}

TYPED_TEST(EncodingOf, RowsHaveOneElementOn) {
  using T = TypeParam;
  for (const Layout layout : kLayouts)
    for (const bool withValues : {false, true}) {
      encode<T, unsigned>(1, 1, layout, withValues);
      encode<T, int>(13, 10, layout, withValues);
      encode<T, unsigned>(9, 131, layout, withValues);
      encode<T, int>(200, 3, layout, withValues);
    }
}

TEST(Encoding, OfNothing) {
  Harness h;
  popops::encodeOneHot(h.graph, h.input<int>({0}, {}), h.input<float>({0, 4}, {}), h.prog);
  popops::encodeOneHot(h.graph, h.input<int>({2}, {0, 1}), h.input<float>({2, 0}, {}), h.prog);
  h.run();
}

template <class T>
void count(std::size_t n, T start, Layout layout) {
  Harness h;
  const Tensor t = h.input({n}, std::vector<T>(n, T(5)), layout);
  popops::iota(h.graph, t, start, h.prog, "count");
  const unsigned out = h.read(t);
  h.run();
  std::vector<T> expected;
  for (std::size_t i = 0; i < n; ++i)
    expected.push_back(static_cast<T>(static_cast<unsigned>(start) + i));
  EXPECT_EQ(difference(h.result<T>(out), expected), "") << n;
}

TEST(Iota, CountsFromAnyStart) {
  for (const Layout layout : kLayouts)
    for (const std::size_t n : {1u, 7u, 100u, 1001u}) {
      count<unsigned>(n, 0, layout);
      count<unsigned>(n, 0xfffffff0u, layout);
      count<int>(n, -50, layout);
      count<int>(n, 12, layout);
    }
}

TEST(Iota, OfAScalarAndOfNothing) {
  Harness h;
  const Tensor scalar = h.input<int>({}, {0}), empty = h.input<unsigned>({0}, {});
  popops::iota(h.graph, scalar, -3, h.prog);
  popops::iota(h.graph, empty, 3u, h.prog);
  const unsigned out = h.read(scalar);
  h.run();
  EXPECT_EQ(h.result<int>(out)[0], -3);
}

} // namespace
