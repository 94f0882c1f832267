// SPDX-License-Identifier: MIT
// Elements of rows, sequences of rows, circular buffers and host slices.
#include "SliceTest.hpp"

#include <poplar/exceptions.hpp>
#include <popops/CircBuf.hpp>
#include <popops/HostSliceTensor.hpp>
#include <popops/SelectScalarFromRows.hpp>
#include <popops/SequenceSlice.hpp>
#include <popops/UpdateScalarInRows.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace popops_test {
namespace {

using poplar::Tensor;

constexpr unsigned kMasked = 0xffffffffu;

template <class T>
class RowScalars : public testing::Test {};
using RealTypes = testing::Types<float, poplar::Half>;
TYPED_TEST_SUITE(RowScalars, RealTypes);

TYPED_TEST(RowScalars, SelectAndUpdate) {
  using T = TypeParam;
  for (const Layout layout : kLayouts)
    for (const Shape &shape : {Shape{1, 1}, Shape{5, 3}, Shape{33, 7}, Shape{8, 100}}) {
      const std::vector<T> values = countingValues<T>(volume(shape));
      std::vector<unsigned> indices;
      for (std::size_t r = 0; r < shape[0]; ++r)
        indices.push_back(r % 5 == 3   ? kMasked
                          : r % 5 == 4 ? static_cast<unsigned>(shape[1])
                                       : static_cast<unsigned>(r * 3 % shape[1]));
      Harness h;
      const Tensor t = h.input(shape, values, layout), at = h.input({shape[0]}, indices);
      const unsigned selected = h.read(popops::selectScalarFromRows(h.graph, t, at, h.prog));
      popops::updateScalarInRows(h.graph, t, at, h.prog);
      const unsigned updated = h.read(t);
      h.run();
      const std::vector<T> picks = h.result<T>(selected), rows = h.result<T>(updated);
      for (std::size_t r = 0; r < shape[0]; ++r) {
        const float pick = static_cast<float>(picks[r]);
        if (indices[r] == kMasked)
          EXPECT_EQ(pick, 0);
        else if (indices[r] >= shape[1])
          EXPECT_TRUE(std::isnan(pick));
        else
          EXPECT_EQ(pick, static_cast<float>(values[r * shape[1] + indices[r]]));
        for (std::size_t c = 0; c < shape[1]; ++c) {
          const float now = static_cast<float>(rows[r * shape[1] + c]);
          const float before = static_cast<float>(values[r * shape[1] + c]);
          if (indices[r] == shape[1])
            EXPECT_TRUE(std::isnan(now));
          else
            EXPECT_EQ(now, before - (indices[r] == c ? 1.0f : 0.0f));
        }
      }
    }
}

TEST(RowScalarErrors, AreOfPoplibs) {
  Harness h;
  const Tensor t = h.input<float>({4, 2}, std::vector<float>(8));
  const Tensor at = h.input<unsigned>({4}, {0, 1, 0, 1});
  EXPECT_THROW(popops::selectScalarFromRows(h.graph, t, at.slice(0, 3), h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(popops::selectScalarFromRows(h.graph, t[0], at, h.prog), poputil::poplibs_error);
  EXPECT_THROW(popops::selectScalarFromRows(h.graph, t.reinterpret(poplar::INT), at, h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(popops::updateScalarInRows(h.graph, t, at.reinterpret(poplar::INT), h.prog),
               poputil::poplibs_error);
}

TEST(SequenceSlice, CopiesRunsOfRows) {
  const Shape from = {12, 3, 2}, to = {9, 3, 2};
  const std::vector<int> values = countingValues<int>(volume(from));
  const std::vector<int> before(volume(to), -1);
  const std::vector<unsigned> lengths = {3, 2, 0, 4}, inOffsets = {1, 10, 0, 11},
                              outOffsets = {0, 2, 5, 7};
  for (const Layout layout : kLayouts)
    for (const bool zeroUnused : {false, true}) {
      Harness h;
      const Tensor out = h.input(to, before);
      popops::sequenceSlice(h.graph, h.input(from, values, layout), out, h.input({4}, lengths),
                            h.input({4}, inOffsets), h.input({4}, outOffsets), zeroUnused, h.prog);
      const unsigned read = h.read(out);
      h.run();
      std::vector<int> expected = zeroUnused ? std::vector<int>(before.size(), 0) : before;
      for (std::size_t i = 0; i < lengths.size(); ++i)
        for (std::size_t r = 0; r < lengths[i]; ++r)
          if (inOffsets[i] + r < from[0] && outOffsets[i] + r < to[0])
            for (std::size_t k = 0; k < 6; ++k)
              expected[(outOffsets[i] + r) * 6 + k] = values[(inOffsets[i] + r) * 6 + k];
      EXPECT_EQ(h.result<int>(read), expected);
    }
}

TEST(SequenceSlice, RefusesWhatDoesNotGoTogether) {
  Harness h;
  const Tensor in = h.input<float>({4, 2}, std::vector<float>(8));
  const Tensor out = h.input<float>({3, 2}, std::vector<float>(6));
  const Tensor n = h.input<unsigned>({1}, {1}), two = h.input<unsigned>({2}, {0, 0});
  const auto slice = [&](const Tensor &from, const Tensor &to, const Tensor &offset) {
    return [&, from, to, offset] {
      popops::sequenceSlice(h.graph, from, to, n, offset, n, false, h.prog);
    };
  };
  EXPECT_NO_THROW(slice(in, out, n)());
  EXPECT_THROW(slice(in.transpose(), out, n)(), poplar::graph_connection_error);
  EXPECT_THROW(slice(in.flatten(), out.flatten(), n)(), poplar::graph_connection_error);
  EXPECT_THROW(slice(in.reinterpret(poplar::INT), out, n)(), poplar::graph_connection_error);
  EXPECT_THROW(slice(in, out, two)(), poplar::graph_connection_error);
}

TEST(CircBuf, KeepsTheLastTensors) {
  Harness h;
  popops::CircBuf buffer(h.graph, poplar::FLOAT, 3, {2, 2});
  EXPECT_EQ(buffer.size(), 3u);
  EXPECT_EQ(buffer.getIndex().shape(), (Shape{1}));
  std::size_t mapped = 0;
  for (const auto &regions : buffer.getTileMapping())
    for (const poplar::Interval &region : regions)
      mapped += region.size();
  EXPECT_EQ(mapped, 4u);
  std::vector<std::vector<float>> added;
  std::vector<std::pair<unsigned, std::vector<float>>> expected;
  for (unsigned step = 0; step < 5; ++step) {
    added.push_back(countingValues<float>(4, step));
    buffer.add(h.input({2, 2}, added.back()), h.prog);
    for (unsigned i = 0; i < 3; ++i) {
      const Tensor previous = buffer.prev(i, h.prog);
      ASSERT_EQ(previous.shape(), (Shape{2, 2}));
      expected.emplace_back(h.read(previous),
                            i < added.size() ? added[step - i] : std::vector<float>(4));
    }
  }
  EXPECT_THROW(buffer.prev(3, h.prog), poputil::poplibs_error);
  EXPECT_THROW(buffer.add(buffer.getIndex(), h.prog), poputil::poplibs_error);
  EXPECT_THROW(popops::CircBuf(h.graph, poplar::FLOAT, 0, {2}), poputil::poplibs_error);
  h.run();
  for (const auto &[read, values] : expected)
    EXPECT_EQ(h.result<float>(read), values);
}

TEST(HostSlice, HasIndicesForItsRows) {
  Harness h;
  const auto both = popops::createHostSliceableTensor(h.graph, poplar::FLOAT, {5, 8}, true);
  EXPECT_EQ(both.tensor.shape(), (Shape{5, 8}));
  EXPECT_EQ(both.indices.shape(), (Shape{5}));
  EXPECT_EQ(both.indices.elementType(), poplar::UNSIGNED_INT);
  const auto at = popops::createHostSliceableTensor(h.graph, poplar::FLOAT, {5, 8}, false, 2);
  EXPECT_FALSE(h.graph.getTileMapping(at.tensor)[2].empty());
  EXPECT_EQ(popops::createHostTransferableTensor(h.graph, poplar::HALF, {2, 3}, true).shape(),
            (Shape{2, 3}));
  EXPECT_EQ(popops::createHostTransferableTensor(h.graph, poplar::HALF, {2, 3}, true, 1).shape(),
            (Shape{2, 3}));
  EXPECT_THROW(popops::createHostSliceableTensor(h.graph, poplar::FLOAT, {5}, true),
               poputil::poplibs_error);

  // Rows 4 and 1 of a remote buffer.
  poplar::RemoteBuffer buffer = h.graph.addRemoteBuffer("rows", poplar::INT, 2, 6);
  const auto rows = popops::createHostSliceableTensor(h.graph, poplar::INT, {2, 2}, true);
  const Tensor all = h.input<int>({6, 2}, {0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51});
  const Tensor allRows = h.input<unsigned>({6}, {0, 1, 2, 3, 4, 5});
  h.prog.add(poplar::program::Copy(all, buffer, allRows));
  h.prog.add(poplar::program::Copy(h.input<unsigned>({2}, {4, 1}), rows.indices));
  h.prog.add(poplar::program::Copy(buffer, rows.tensor, rows.indices));
  const unsigned read = h.read(rows.tensor);
  h.run();
  EXPECT_EQ(h.result<int>(read), (std::vector<int>{40, 41, 10, 11}));
}

} // namespace
} // namespace popops_test
