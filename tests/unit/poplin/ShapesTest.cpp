// SPDX-License-Identifier: MIT
// Grids and triangles.
#include "Matrices.hpp"

#include <poplar/exceptions.hpp>
#include <poplin/MeshGrid.hpp>
#include <poplin/TriangularSolve.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace poplin_test;
using poplar::FLOAT;
using poplar::Tensor;

TEST(MeshGrid, NumbersAndViews) {
  Harness h;
  const Tensor x = poplin::linspace(h.graph, FLOAT, -1, 1, 5);
  const Tensor y = h.input({2}, std::vector<float>{7, 8});
  const auto grid = poplin::meshgrid2d(h.graph, x, y);
  ASSERT_EQ(grid.size(), 2u);
  ASSERT_EQ(grid[0].shape(), (Shape{2, 5}));
  const unsigned a = h.read(grid[0]), b = h.read(grid[1]);
  h.run();
  EXPECT_EQ(h.result<float>(a), (std::vector<float>{-1, -0.5, 0, 0.5, 1, -1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(h.result<float>(b), (std::vector<float>{7, 7, 7, 7, 7, 8, 8, 8, 8, 8}));
  EXPECT_THROW(poplin::linspace(h.graph, poplar::INT, 0, 1, 2), poplar::poplar_error);
  EXPECT_THROW(poplin::meshgrid2d(h.graph, x, grid[0]), poplar::poplar_error);
}

TEST(TriangularMask, KeepsOneTriangle) {
  for (const bool lower : {false, true})
    for (const bool unit : {false, true}) {
      Harness h;
      const auto a = values<float>(2 * 16, 1);
      const unsigned number = h.read(
          poplin::triangularMask(h.graph, h.input({2, 4, 4}, a), lower, unit, h.prog, "mask"));
      h.run();
      const auto out = h.result<float>(number);
      for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t row = i / 4 % 4, column = i % 4;
        const bool kept = lower ? column <= row : column >= row;
        ASSERT_EQ(out[i], row == column && unit ? 1.0f : kept ? a[i] : 0.0f) << i;
      }
      EXPECT_THROW(poplin::triangularMask(h.graph, h.input({2, 3}, values<float>(6, 1)), lower,
                                          unit, h.prog),
                   poputil::poplibs_error);
    }
}

} // namespace
