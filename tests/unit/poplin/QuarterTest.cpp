// SPDX-License-Identifier: MIT
// Products of quarters: with metadata of both formats, from views, and into created operands.
#include "Matrices.hpp"

#include <poplin/MatMul.hpp>
#include <popops/Cast.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace poplin_test;
using poplar::Half;
using poplar::HALF;
using poplar::QUARTER;
using poplar::Tensor;
using popops_test::kLayouts;
using popops_test::Layout;
using Format = poplar::QuarterMetadata::Format;

/// Multiples of 1/2 in [-2, 2], which both formats hold.
std::vector<Half> coarse(std::size_t n, unsigned seed) {
  std::vector<Half> result;
  for (const float x : values<float>(n, seed))
    result.push_back(Half(std::round(x * 4) / 2));
  return result;
}

Tensor asQuarter(Harness &h, const Tensor &t, Format format, int scale) {
  const Tensor metadata = poputil::createConstantMetadataTensor(h.graph, format, scale);
  h.graph.setTileMapping(metadata, 0);
  return popops::cast(h.graph, t, QUARTER, metadata, h.prog);
}

void expectProduct(const std::vector<Half> &c, const std::vector<Half> &a,
                   const std::vector<Half> &b, std::size_t groups, std::size_t m, std::size_t k,
                   std::size_t n) {
  ASSERT_EQ(c.size(), groups * m * n);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        float sum = 0;
        for (std::size_t l = 0; l < k; ++l)
          sum += float(a[(g * m + i) * k + l]) * float(b[(g * k + l) * n + j]);
        ASSERT_EQ(float(c[(g * m + i) * n + j]), float(Half(sum))) << g << "," << i << "," << j;
      }
}

TEST(QuarterProducts, FormatsScalesAndLayouts) {
  for (const Layout layout : kLayouts)
    for (const auto &[format, scale] : std::vector<std::pair<Format, int>>{
             {Format::F143, 0}, {Format::F143, 2}, {Format::F152, -1}})
      for (const auto &[m, k, n] :
           std::vector<std::array<std::size_t, 3>>{{1, 1, 1}, {5, 7, 3}, {24, 33, 20}}) {
        Harness h;
        const auto a = coarse(m * k, 1), b = coarse(k * n, 2);
        const Tensor left = asQuarter(h, h.input({m, k}, a, layout), format, scale);
        const Tensor right = asQuarter(h, h.input({k, n}, b, layout), Format::F143, 0);
        const unsigned out = h.read(poplin::matMul(h.graph, left, right, h.prog, HALF, "quarters"));
        h.run();
        expectProduct(h.result<Half>(out), a, b, 1, m, k, n);
      }
}

TEST(QuarterProducts, GroupedAndTransposed) {
  Harness h;
  const auto a = coarse(3 * 4 * 6, 3), b = coarse(3 * 6 * 5, 4);
  std::vector<Half> turned;
  for (std::size_t g = 0; g < 3; ++g)
    for (std::size_t j = 0; j < 5; ++j)
      for (std::size_t l = 0; l < 6; ++l)
        turned.push_back(b[(g * 6 + l) * 5 + j]);
  const Tensor left = asQuarter(h, h.input({3, 4, 6}, a), Format::F152, 0);
  const Tensor right = asQuarter(h, h.input({3, 5, 6}, turned), Format::F143, 1);
  const unsigned out = h.read(
      poplin::matMulGrouped(h.graph, left, poplin::transposeGroupedMatrix(right), h.prog, HALF));
  h.run();
  expectProduct(h.result<Half>(out), a, b, 3, 4, 6, 5);
}

TEST(QuarterProducts, CreatedOperands) {
  Harness h;
  const auto a = coarse(4 * 6, 5), b = coarse(6 * 5, 6);
  const Tensor left = poplin::createMatMulInputLHS(h.graph, QUARTER, HALF, {4, 6}, {6, 5}, "a");
  const Tensor right = poplin::createMatMulInputRHS(h.graph, QUARTER, HALF, {4, 6}, {6, 5}, "b");
  ASSERT_EQ(left.elementType(), QUARTER);
  ASSERT_EQ(right.shape(), (Shape{6, 5}));
  // What is written brings its metadata along.
  h.prog.add(poplar::program::Copy(asQuarter(h, h.input({4, 6}, a), Format::F143, 0), left));
  h.prog.add(poplar::program::Copy(asQuarter(h, h.input({6, 5}, b), Format::F143, 0), right));
  const unsigned out = h.read(poplin::matMul(h.graph, left, right, h.prog, HALF));
  h.run();
  expectProduct(h.result<Half>(out), a, b, 1, 4, 6, 5);
}

TEST(QuarterProducts, OnlyToHalf) {
  Harness h;
  const Tensor a = asQuarter(h, h.input({2, 2}, coarse(4, 1)), Format::F143, 0);
  EXPECT_THROW(poplin::matMul(h.graph, a, a, h.prog), poputil::poplibs_error);
  EXPECT_THROW(poplin::matMul(h.graph, a, a, h.prog, poplar::FLOAT), poputil::poplibs_error);
  EXPECT_THROW(poplin::matMul(h.graph, a, h.input({2, 2}, coarse(4, 1)), h.prog, HALF),
               poputil::poplibs_error);
}

} // namespace
