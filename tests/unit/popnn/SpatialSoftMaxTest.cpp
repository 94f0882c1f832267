// SPDX-License-Identifier: MIT
// Expected coordinates against sums in double.
#include "Networks.hpp"

#include <poplar/exceptions.hpp>
#include <poplin/codelets.hpp>
#include <popnn/SpatialSoftMax.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popnn_test;
using poplar::Half;
using popops_test::kLayouts;
using popops_test::Layout;

double coordinate(std::size_t i, std::size_t n) {
  return n == 1 ? -1.0 : -1.0 + 2.0 * static_cast<double>(i) / static_cast<double>(n - 1);
}

template <class T>
void check(std::size_t f, std::size_t height, std::size_t width, float temperature, bool disable,
           Layout layout, double tolerance) {
  Harness h;
  poplin::addCodelets(h.graph);
  const auto fields = values<T>(f * height * width, 3);
  const auto [out, scale] =
      popnn::spatialSoftMax2D(h.graph, h.prog, h.input({f, height, width}, fields, layout),
                              temperature, disable, "spatial");
  ASSERT_EQ(out.shape(), (Shape{f, 2}));
  ASSERT_EQ(scale.rank(), 0u);
  const unsigned number = h.read(out), second = h.read(scale);
  h.run();
  EXPECT_EQ(static_cast<float>(h.result<T>(second)[0]), temperature);
  const auto got = h.result<T>(number);
  for (std::size_t i = 0; i < f; ++i) {
    double sum = 0, y = 0, x = 0;
    for (std::size_t j = 0; j < height * width; ++j) {
      const double value = static_cast<float>(fields[i * height * width + j]);
      const double weight = disable ? value : std::exp(value / temperature);
      sum += weight;
      y += weight * coordinate(j / width, height);
      x += weight * coordinate(j % width, width);
    }
    const double divisor = disable ? 1 : sum;
    ASSERT_NEAR(static_cast<float>(got[i * 2]), y / divisor, tolerance) << i;
    ASSERT_NEAR(static_cast<float>(got[i * 2 + 1]), x / divisor, tolerance) << i;
  }
}

TEST(SpatialSoftMax, ShapesTypesAndLayouts) {
  for (const Layout layout : kLayouts)
    for (const auto &[f, height, width] :
         std::vector<std::array<std::size_t, 3>>{{1, 1, 1}, {3, 4, 5}, {2, 1, 7}, {5, 9, 2}})
      for (const bool disable : {false, true}) {
        check<float>(f, height, width, 0.25f, disable, layout, 1e-5);
        check<Half>(f, height, width, 2.0f, disable, layout, 2e-2);
      }
}

TEST(SpatialSoftMax, Errors) {
  Harness h;
  poplin::addCodelets(h.graph);
  EXPECT_THROW(popnn::spatialSoftMax2D(h.graph, h.prog, h.input({2, 2}, values<float>(4, 1)), 1.0f),
               poplar::poplar_error);
  EXPECT_THROW(
      popnn::spatialSoftMax2D(h.graph, h.prog, h.input({1, 1, 2}, std::vector<int>{1, 2}), 1.0f),
      poputil::poplibs_error);
}

} // namespace
