// SPDX-License-Identifier: MIT
// QR and LU factors: their shape, and their product.
#include "Matrices.hpp"

#include <poplar/exceptions.hpp>
#include <poplin/experimental/LuFactorization.hpp>
#include <poplin/experimental/QRFactorization.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace poplin_test;
using poplar::FLOAT;
using poplar::Tensor;
using popops_test::kLayouts;
using popops_test::Layout;
namespace experimental = poplin::experimental;

std::vector<float> identity(std::size_t n) {
  std::vector<float> result(n * n, 0.0f);
  for (std::size_t i = 0; i < n; ++i)
    result[i * n + i] = 1;
  return result;
}

/// a [m,k] times b [k,n].
std::vector<double> times(const std::vector<float> &a, const std::vector<float> &b, std::size_t m,
                          std::size_t k, std::size_t n) {
  std::vector<double> c(m * n, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t l = 0; l < k; ++l)
      for (std::size_t j = 0; j < n; ++j)
        c[i * n + j] += static_cast<double>(a[i * k + l]) * b[l * n + j];
  return c;
}

void expectTriangle(const std::vector<float> &r, std::size_t m, std::size_t n) {
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < i && j < n; ++j)
      ASSERT_EQ(r[i * n + j], 0.0f) << i << "," << j;
}

void checkQR(const std::vector<float> &a, std::size_t m, std::size_t n, Layout layout) {
  Harness h;
  Tensor A = h.input({m, n}, a, layout), Q = h.input({m, m}, identity(m), layout);
  experimental::QRFactorization(h.graph, A, Q, h.prog, "qr");
  const unsigned r = h.read(A), q = h.read(Q);
  h.run();
  const auto gotR = h.result<float>(r), gotQ = h.result<float>(q);
  expectTriangle(gotR, m, n);
  const auto product = times(gotQ, gotR, m, m, n);
  for (std::size_t i = 0; i < m * n; ++i)
    ASSERT_NEAR(product[i], a[i], 1e-5) << "element " << i << " of [" << m << "," << n << "]";
  std::vector<float> transposed(m * m);
  for (std::size_t i = 0; i < m * m; ++i)
    transposed[i] = gotQ[i % m * m + i / m];
  const auto gram = times(transposed, gotQ, m, m, m);
  for (std::size_t i = 0; i < m * m; ++i)
    ASSERT_NEAR(gram[i], i / m == i % m ? 1 : 0, 1e-5) << i;
}

TEST(QRFactorization, Sizes) {
  for (const auto &[m, n] : std::vector<std::pair<std::size_t, std::size_t>>{
           {1, 1}, {2, 1}, {2, 2}, {7, 3}, {13, 13}, {40, 21}})
    checkQR(values<float>(m * n, 1), m, n, Layout::Linear);
}

TEST(QRFactorization, Layouts) {
  for (const Layout layout : kLayouts)
    checkQR(values<float>(5 * 4, 2), 5, 4, layout);
}

TEST(QRFactorization, ColumnsOfZerosAndOfOneDirection) {
  checkQR(std::vector<float>(9, 0.0f), 3, 3, Layout::Linear);
  checkQR({1, 2, 0, 1, 2, 0, 1, 2, 1}, 3, 3, Layout::Linear);
  checkQR({-3, 1, 0, 1, 0, 0}, 3, 2, Layout::Linear);
}

TEST(QRFactorization, CreatedMatrices) {
  Harness h;
  auto matrices = experimental::createQRFactorizationMatrices(h.graph, FLOAT, 6, 4, "qr");
  EXPECT_EQ(matrices[0].shape(), (Shape{6, 4}));
  EXPECT_EQ(matrices[1].shape(), (Shape{6, 6}));
  experimental::QRFactorization(h.graph, matrices[0], matrices[1], h.prog, {},
                                {{"rowsPerIteration", "16"}});
  EXPECT_THROW(experimental::createQRFactorizationMatrices(h.graph, FLOAT, 3, 4, "qr"),
               poputil::poplibs_error);
}

TEST(QRFactorization, Errors) {
  Harness h;
  const auto factorise = [&](Tensor a, Tensor q, const poplar::OptionFlags &options = {}) {
    experimental::QRFactorization(h.graph, a, q, h.prog, {}, options);
  };
  const Tensor a = h.input({3, 2}, values<float>(6, 1)), q = h.input({3, 3}, identity(3));
  EXPECT_THROW(factorise(a.transpose(), q), poputil::poplibs_error);
  EXPECT_THROW(factorise(a, q.slice(0, 2)), poputil::poplibs_error);
  EXPECT_THROW(factorise(a.reinterpret(poplar::INT), q), poputil::poplibs_error);
  EXPECT_THROW(factorise(h.graph.addConstant(FLOAT, {3, 2}, 1.0f), q), poputil::poplibs_error);
  EXPECT_THROW(factorise(a, q, {{"rowsPerIteration", "0"}}), poplar::invalid_option);
  EXPECT_THROW(factorise(a, q, {{"rows", "2"}}), poplar::invalid_option);
}

TEST(LUFactorization, SizesAndLayouts) {
  for (const Layout layout : kLayouts)
    for (const auto &[m, n] : std::vector<std::pair<std::size_t, std::size_t>>{
             {1, 1}, {1, 3}, {4, 4}, {9, 4}, {4, 9}, {20, 20}}) {
      auto a = values<float>(m * n, 5);
      for (std::size_t i = 0; i < std::min(m, n); ++i)
        a[i * n + i] += 6;
      Harness h;
      Tensor input = h.input({m, n}, a, layout);
      const auto [l, u] = experimental::LUFactorization(h.graph, input, h.prog, "lu");
      ASSERT_EQ(l.shape(), (Shape{m, m}));
      ASSERT_EQ(u.shape(), (Shape{m, n}));
      const unsigned first = h.read(l), second = h.read(u), kept = h.read(input);
      h.run();
      const auto gotL = h.result<float>(first), gotU = h.result<float>(second);
      expectTriangle(gotU, m, n);
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = i; j < m; ++j)
          ASSERT_EQ(gotL[i * m + j], i == j ? 1.0f : 0.0f);
      const auto product = times(gotL, gotU, m, m, n);
      for (std::size_t i = 0; i < m * n; ++i)
        ASSERT_NEAR(product[i], a[i], 1e-4) << i << " of [" << m << "," << n << "]";
      EXPECT_EQ(h.result<float>(kept), a);
    }
}

TEST(LUFactorization, Errors) {
  Harness h;
  Tensor vector = h.input({3}, values<float>(3, 1));
  EXPECT_THROW(experimental::LUFactorization(h.graph, vector, h.prog), poputil::poplibs_error);
  Tensor integers = h.input({2, 2}, std::vector<int>{1, 2, 3, 4});
  EXPECT_THROW(experimental::LUFactorization(h.graph, integers, h.prog), poputil::poplibs_error);
}

} // namespace
