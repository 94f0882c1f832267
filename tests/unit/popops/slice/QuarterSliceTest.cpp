// SPDX-License-Identifier: MIT
// Rows of quarters: moved with their metadata, never added to.
#include "SliceTest.hpp"

#include <popops/Cast.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/Gather.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace popops_test {
namespace {

using poplar::Half;
using poplar::Tensor;
using Format = poplar::QuarterMetadata::Format;

constexpr std::size_t kRows = 9, kColumns = 6;

/// Rows of equal elements: row r holds r / 2.
std::vector<Half> rows(std::size_t n, float first = 0) {
  std::vector<Half> result;
  for (std::size_t row = 0; row < n; ++row)
    result.insert(result.end(), kColumns, Half(first + static_cast<float>(row) / 2));
  return result;
}

struct Quarters : Harness {
  Tensor quarter(const Shape &shape, const std::vector<Half> &values, Layout layout) {
    const Tensor metadata = poputil::createConstantMetadataTensor(graph, Format::F143, 1);
    graph.setTileMapping(metadata, 0);
    return popops::cast(graph, input(shape, values, layout), poplar::QUARTER, metadata, prog);
  }
  unsigned readHalf(const Tensor &t) { return read(popops::cast(graph, t, poplar::HALF, prog)); }
  /// The first element of each row.
  std::vector<float> firsts(unsigned number) {
    const auto values = result<Half>(number);
    std::vector<float> list;
    for (std::size_t i = 0; i < values.size(); i += kColumns)
      list.push_back(float(values[i]));
    return list;
  }
};

TEST(QuarterSlices, MoveWithTheirMetadata) {
  for (const Layout layout : kLayouts) {
    Quarters h;
    const Tensor table = h.quarter({kRows, kColumns}, rows(kRows), layout);
    const Tensor at = h.input({3, 1}, std::vector<unsigned>{8, 0, 5});
    const Tensor many = popops::multiSlice(h.graph, table, at, {0}, {1}, h.prog, {}, {});
    const unsigned out = h.readHalf(many);
    const unsigned gathered =
        h.readHalf(popops::gather(h.graph, table, at.flatten(), 0, h.prog, {}));
    const unsigned fixed =
        h.readHalf(popops::multiSlice(h.graph, table, std::vector<unsigned>{1, 4}, 0, h.prog));
    popops::multiUpdate(h.graph, table, h.quarter({3, 1, kColumns}, rows(3, 4), layout), at, {0},
                        {1}, h.prog, {}, {});
    const unsigned updated = h.readHalf(table);
    h.run();
    EXPECT_EQ(h.firsts(out), (std::vector<float>{4, 0, 2.5f}));
    EXPECT_EQ(h.firsts(gathered), (std::vector<float>{4, 0, 2.5f}));
    EXPECT_EQ(h.firsts(fixed), (std::vector<float>{0.5f, 2}));
    EXPECT_EQ(h.firsts(updated), (std::vector<float>{4.5f, 0.5f, 1, 1.5f, 2, 5, 3, 3.5f, 4}));
  }
}

TEST(QuarterSlices, AreNotAddedTo) {
  Quarters h;
  const Tensor table = h.quarter({kRows, kColumns}, rows(kRows), Layout::Linear);
  const Tensor at = h.input({1, 1}, std::vector<unsigned>{2});
  const Tensor scale = h.input({}, std::vector<float>{1});
  const Tensor update = h.quarter({1, 1, kColumns}, rows(1), Layout::Linear);
  EXPECT_THROW(popops::multiUpdateAdd(h.graph, table, update, at, scale, {0}, {1}, h.prog, {}, {}),
               poputil::poplibs_error);
}

} // namespace
} // namespace popops_test
