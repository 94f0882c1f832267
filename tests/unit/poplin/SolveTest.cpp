// SPDX-License-Identifier: MIT
// Triangular systems and Cholesky factors: what they give is multiplied back.
#include "Matrices.hpp"

#include <poplar/exceptions.hpp>
#include <poplin/Cholesky.hpp>
#include <poplin/TriangularSolve.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace poplin_test;
using poplar::FLOAT;
using poplar::HALF;
using poplar::Half;
using poplar::Tensor;
using popops_test::kLayouts;
using popops_test::Layout;

/// Matrices whose triangles are well conditioned: a diagonal near 2, the rest small.
template <class T>
std::vector<T> triangles(std::size_t batch, std::size_t n) {
  std::vector<T> a = values<T>(batch * n * n, 3);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool diagonal = i / n % n == i % n;
    a[i] = static_cast<T>(diagonal ? 2.0f + static_cast<float>(a[i]) / 2
                                   : static_cast<float>(a[i]) / static_cast<float>(n));
  }
  return a;
}

struct System {
  std::size_t batch, n, columns;
  bool leftSide, lower, unit;
};

template <class T>
void checkSystem(const System &s, Layout layout, const poplar::OptionFlags &options,
                 double tolerance) {
  const auto [batch, n, columns, leftSide, lower, unit] = s;
  const std::vector<T> a = triangles<T>(batch, n), b = values<T>(batch * n * columns, 4);
  Harness h;
  const Shape shape = leftSide ? Shape{batch, n, columns} : Shape{batch, columns, n};
  const Tensor x =
      poplin::triangularSolve(h.graph, h.input({batch, n, n}, a, layout), h.input(shape, b, layout),
                              leftSide, lower, unit, h.prog, "solve", options);
  ASSERT_EQ(x.shape(), shape);
  const unsigned number = h.read(x);
  h.run();
  const auto got = h.result<T>(number);
  const auto element = [&](std::size_t g, std::size_t i, std::size_t j) -> double {
    if (i == j && unit) return 1;
    if (lower ? j > i : j < i) return 0;
    return static_cast<float>(a[(g * n + i) * n + j]);
  };
  for (std::size_t g = 0; g < batch; ++g)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < columns; ++c) {
        const auto at = [&](std::size_t row) {
          return leftSide ? (g * n + row) * columns + c : (g * columns + c) * n + row;
        };
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j)
          sum += (leftSide ? element(g, i, j) : element(g, j, i)) *
                 static_cast<double>(static_cast<float>(got[at(j)]));
        ASSERT_NEAR(sum, static_cast<float>(b[at(i)]), tolerance)
            << "row " << i << " of " << n << ", column " << c << ", left " << leftSide << ", lower "
            << lower << ", unit " << unit;
      }
}

TEST(TriangularSolve, AllKindsAndSizes) {
  for (const bool leftSide : {false, true})
    for (const bool lower : {false, true})
      for (const bool unit : {false, true})
        for (const auto &[batch, n, columns] :
             std::vector<std::array<std::size_t, 3>>{{1, 1, 1}, {2, 5, 3}, {1, 17, 1}, {1, 9, 20}})
          for (const char *block : {"4", "64"})
            checkSystem<float>({batch, n, columns, leftSide, lower, unit}, Layout::Linear,
                               {{"blockSize", block}}, 1e-5);
  checkSystem<float>({1, 150, 7, true, false, false}, Layout::Linear, {}, 1e-4);
}

TEST(TriangularSolve, LayoutsAndHalves) {
  for (const Layout layout : kLayouts) {
    checkSystem<float>({2, 6, 5, true, true, false}, layout, {{"blockSize", "4"}}, 1e-5);
    checkSystem<Half>({1, 8, 5, false, true, false}, layout, {{"blockSize", "3"}}, 2e-2);
  }
}

TEST(TriangularSolve, CreatedOperands) {
  Harness h;
  for (const bool leftSide : {false, true}) {
    const Shape a = {2, 4, 4}, b = leftSide ? Shape{2, 4, 9} : Shape{2, 9, 4};
    const Tensor left =
        poplin::createTriangularSolveInputLHS(h.graph, FLOAT, FLOAT, a, b, leftSide, "a");
    const Tensor right =
        poplin::createTriangularSolveInputRHS(h.graph, FLOAT, FLOAT, a, b, leftSide, "b");
    EXPECT_EQ(left.shape(), a);
    EXPECT_EQ(right.shape(), b);
    EXPECT_EQ(poplin::triangularSolve(h.graph, left, right, leftSide, true, false, h.prog).shape(),
              b);
  }
}

TEST(TriangularSolve, ProductsToPlan) {
  const auto products = poplin::getTriangularSolveMatMulPrePlanParameters(
      FLOAT, FLOAT, {3, 10, 10}, {3, 10, 7}, true, true, {{"blockSize", "4"}});
  ASSERT_EQ(products.size(), 2u);
  EXPECT_EQ(products[0].first.aShape, (Shape{3, 6, 4}));
  EXPECT_EQ(products[1].first.bShape, (Shape{3, 4, 7}));
}

TEST(TriangularSolve, Errors) {
  Harness h;
  const Tensor a = h.input({3, 3}, values<float>(9, 1)), b = h.input({3, 2}, values<float>(6, 1));
  const auto solve = [&](const Tensor &left, const Tensor &right, bool leftSide,
                         const poplar::OptionFlags &options = {}) {
    poplin::triangularSolve(h.graph, left, right, leftSide, true, false, h.prog, {}, options);
  };
  EXPECT_THROW(solve(a, b, false), poputil::poplibs_error);
  EXPECT_THROW(solve(b, b, true), poputil::poplibs_error);
  EXPECT_THROW(solve(a, b.expand({0}), true), poputil::poplibs_error);
  EXPECT_THROW(solve(a, h.graph.addConstant(HALF, {3, 2}, 1.0f), true), poputil::poplibs_error);
  EXPECT_THROW(solve(a, b, true, {{"blockSize", "0"}}), poputil::poplibs_error);
  EXPECT_THROW(solve(a, b, true, {{"blokSize", "8"}}), poplar::invalid_option);
  EXPECT_NO_THROW(solve(a, b, true, {{"partialsType", "float"}}));
}

/// Symmetric positive definite: a Gram matrix and n on the diagonal.
std::vector<double> definite(std::size_t batch, std::size_t n) {
  const auto factor = values<float>(batch * n * n, 6);
  std::vector<double> a(batch * n * n, 0.0);
  for (std::size_t g = 0; g < batch; ++g)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double sum = i == j ? 1 : 0;
        for (std::size_t k = 0; k < n; ++k)
          sum += static_cast<double>(factor[(g * n + i) * n + k]) * factor[(g * n + j) * n + k];
        a[(g * n + i) * n + j] = sum;
      }
  return a;
}

template <class T>
void checkCholesky(std::size_t batch, std::size_t n, bool lower, bool inPlace, Layout layout,
                   const char *block, double tolerance) {
  const auto exact = definite(batch, n);
  std::vector<T> a;
  // The other triangle must not be read.
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const bool kept = lower ? i % n <= i / n % n : i % n >= i / n % n;
    a.push_back(static_cast<T>(kept ? static_cast<float>(exact[i]) : 77.0f));
  }
  Harness h;
  Tensor t = h.input({batch, n, n}, a, layout);
  if (inPlace)
    poplin::choleskyInPlace(h.graph, t, lower, h.prog, "chol", {{"blockSize", block}});
  else
    t = poplin::cholesky(h.graph, t, lower, h.prog, "chol", {{"blockSize", block}});
  ASSERT_EQ(t.shape(), (Shape{batch, n, n}));
  const unsigned number = h.read(t);
  h.run();
  const auto got = h.result<T>(number);
  for (std::size_t g = 0; g < batch; ++g)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const auto l = [&](std::size_t row, std::size_t column) {
          return static_cast<double>(static_cast<float>(lower ? got[(g * n + row) * n + column]
                                                              : got[(g * n + column) * n + row]));
        };
        if (j > i) {
          ASSERT_EQ(l(i, j), 0.0) << i << "," << j;
        }
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k)
          sum += l(i, k) * l(j, k);
        ASSERT_NEAR(sum, exact[(g * n + i) * n + j], tolerance) << i << "," << j << " of " << n;
      }
}

TEST(Cholesky, TimesItsTransposeIsTheMatrix) {
  for (const bool lower : {false, true})
    for (const bool inPlace : {false, true})
      for (const char *block : {"1", "4", "64"})
        for (const std::size_t n : {1, 2, 5, 11})
          checkCholesky<float>(2, n, lower, inPlace, Layout::Linear, block, 1e-4);
  checkCholesky<float>(1, 130, true, false, Layout::Linear, "64", 2e-3);
}

TEST(Cholesky, LayoutsAndHalves) {
  for (const Layout layout : kLayouts) {
    checkCholesky<float>(1, 7, true, true, layout, "3", 1e-4);
    checkCholesky<Half>(1, 6, false, false, layout, "4", 5e-2);
  }
}

TEST(Cholesky, ErrorsAndPlans) {
  Harness h;
  const Tensor a = h.input({3, 3}, values<float>(9, 1));
  EXPECT_THROW(poplin::cholesky(h.graph, a.slice(0, 2), true, h.prog), poputil::poplibs_error);
  EXPECT_THROW(poplin::choleskyInPlace(h.graph, a[0].expand({0}).broadcast(3, 0), true, h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(poplin::cholesky(h.graph, a, true, h.prog, {}, {{"blockSize", "0"}}),
               poputil::poplibs_error);
  EXPECT_THROW(poplin::createCholeskyInput(h.graph, poplar::INT, {3, 3}, true, "a"),
               poputil::poplibs_error);
  EXPECT_EQ(poplin::createCholeskyInput(h.graph, HALF, {2, 3, 3}, false, "a").shape(),
            (Shape{2, 3, 3}));
  const auto products =
      poplin::getCholeskyMatMulPrePlanParameters(FLOAT, {9, 9}, true, {{"blockSize", "4"}});
  ASSERT_EQ(products.size(), 2u);
  EXPECT_EQ(products[0].first.aShape, (Shape{1, 5, 4}));
  EXPECT_EQ(products[1].first.bShape, (Shape{1, 4, 1}));
}

} // namespace
