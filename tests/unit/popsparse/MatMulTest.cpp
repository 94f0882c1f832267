// SPDX-License-Identifier: MIT
// Sparse products against plain loops.
#include "Sparse.hpp"

#include <poplar/exceptions.hpp>
#include <popsparse/MatMul.hpp>
#include <popsparse/SparsePartitioner.hpp>

namespace {

using namespace popsparse_test;
using poplar::FLOAT;
using poplar::Half;
using poplar::Tensor;
using popops_test::kLayouts;
namespace dynamic = popsparse::dynamic;
namespace static_ = popsparse::static_;

/// One combination of what changes a product.
struct Case {
  std::size_t m, k, n;
  std::array<std::size_t, 2> block = {1, 1};
  unsigned percent = 20;
  bool transposeLHS = false, transposeRHS = false;
  Layout layout = Layout::Linear;
  const char *room = "0.3";
  unsigned tiles = 6;
};

/// The dense operand [rows, n] for S or S', row-major.
std::vector<float> denseOf(const Case &c) {
  Random random(99);
  std::vector<float> result((c.transposeLHS ? c.m : c.k) * c.n);
  for (float &x : result)
    x = random.value();
  return result;
}

template <class T>
std::vector<T> stored(const std::vector<float> &x, std::size_t n, bool transposed) {
  std::vector<T> result;
  const std::size_t rows = n == 0 ? 0 : x.size() / n;
  for (std::size_t i = 0; i < x.size(); ++i)
    result.push_back(static_cast<T>(transposed ? x[i % rows * n + i / rows] : x[i]));
  return result;
}

template <class T>
void expectProduct(const std::vector<T> &got, const Case &c, const Matrix &s,
                   const std::vector<float> &x, double tolerance) {
  const std::size_t rows = c.transposeLHS ? c.k : c.m, inner = c.transposeLHS ? c.m : c.k;
  ASSERT_EQ(got.size(), rows * c.n);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < c.n; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l < inner; ++l)
        sum += static_cast<double>(c.transposeLHS ? s.values[l * c.k + i] : s.values[i * c.k + l]) *
               x[l * c.n + j];
      ASSERT_NEAR(static_cast<float>(got[i * c.n + j]), sum, tolerance * (1 + std::abs(sum)))
          << i << "," << j;
    }
}

template <class T>
void checkDynamic(const Case &c, double tolerance) {
  Harness h(c.tiles);
  const Matrix s = makeMatrix(c.m, c.k, c.block, c.percent, 5);
  const poplar::OptionFlags options = {{"metaInfoBucketOversizeProportion", c.room}};
  const auto params = dynamic::MatMulParams::createWithNumNonZeroValues(
      {dynamic::SparsityType::Element, dynamic::SparsityStructure::Unstructured, c.block},
      std::max(s.nonZeros(), c.block[0] * c.block[1]), 1, c.m, c.k, c.n);
  const poplar::Type type = poplar::equivalent_device_type<T>().value;
  dynamic::PlanningCache cache;
  const auto lhs =
      dynamic::createSparseDenseMatMulLHS(h.graph, type, params, "lhs", options, &cache);
  const dynamic::Partitioner<float> partitioner(params, type, h.graph.getTarget(), options, &cache);
  const auto data = partitioner.createSparsityDataImpl(asCSR<float>(s));
  ASSERT_EQ(data.metaInfo.size(), lhs.getMetaInfoTensor().numElements());
  ASSERT_EQ(lhs.getMetaInfoTensor().elementType(), poplar::UNSIGNED_SHORT);
  const std::vector<unsigned short> meta(data.metaInfo.begin(), data.metaInfo.end());
  h.prog.add(poplar::program::Copy(h.input({meta.size()}, meta), lhs.getMetaInfoTensor()));
  h.prog.add(poplar::program::Copy(
      h.input({data.nzValues.size()}, stored<T>(data.nzValues, data.nzValues.size(), false)),
      lhs.getNzValuesTensor()));
  const auto x = denseOf(c);
  const std::size_t inner = c.transposeLHS ? c.m : c.k;
  const Tensor rhs = h.input(c.transposeRHS ? Shape{1, c.n, inner} : Shape{1, inner, c.n},
                             stored<T>(x, c.n, c.transposeRHS), c.layout);
  const Tensor out = dynamic::sparseDenseMatMul(h.graph, lhs, rhs, h.prog, c.transposeLHS,
                                                c.transposeRHS, "product", options, &cache);
  ASSERT_EQ(out.shape(), (Shape{1, c.transposeLHS ? c.k : c.m, c.n}));
  const unsigned number = h.read(out);
  h.run();
  expectProduct(h.result<T>(number), c, s, x, tolerance);
}

template <class T>
void checkStatic(const Case &c, double tolerance) {
  Harness h(c.tiles);
  const Matrix s = makeMatrix(c.m, c.k, c.block, c.percent, 6);
  const poplar::Type type = poplar::equivalent_device_type<T>().value;
  const auto params = static_::MatMulParams::createForSparseDense(1, c.m, c.k, c.n);
  const auto csr = asCSR<double>(s);
  const auto lhs = static_::createSparseDenseMatMulLHS(h.graph, type, params, csr, "lhs");
  const static_::Partitioner<double> partitioner(params, type, h.graph.getTarget(), {});
  const auto data = partitioner.createSparsityDataImpl(asCOO<double>(s));
  ASSERT_EQ(data.nzValues, csr.nzValues);
  std::vector<T> values;
  for (const double value : data.nzValues)
    values.push_back(static_cast<T>(static_cast<float>(value)));
  h.prog.add(poplar::program::Copy(h.input({values.size()}, values), lhs.getNzValuesTensor()));
  const auto x = denseOf(c);
  const std::size_t inner = c.transposeLHS ? c.m : c.k;
  const Tensor rhs = h.input(c.transposeRHS ? Shape{1, c.n, inner} : Shape{1, inner, c.n},
                             stored<T>(x, c.n, c.transposeRHS), c.layout);
  const Tensor out = static_::sparseDenseMatMul(h.graph, lhs, rhs, h.prog, c.transposeLHS,
                                                c.transposeRHS, "product");
  // The same as (x' S')'.
  const Tensor turned = static_::denseSparseMatMul(h.graph, rhs, lhs, h.prog, !c.transposeRHS,
                                                   !c.transposeLHS, "turned");
  ASSERT_EQ(out.shape(), (Shape{1, c.transposeLHS ? c.k : c.m, c.n}));
  const unsigned number = h.read(out), second = h.read(turned.dimShuffle({0, 2, 1}));
  h.run();
  expectProduct(h.result<T>(number), c, s, x, tolerance);
  expectProduct(h.result<T>(second), c, s, x, tolerance);
}

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const bool lhs : {false, true})
    for (const bool rhs : {false, true}) {
      result.push_back({1, 1, 1, {1, 1}, 100, lhs, rhs});
      result.push_back({7, 5, 3, {1, 1}, 40, lhs, rhs});
      result.push_back({33, 40, 50, {1, 1}, 10, lhs, rhs});
      result.push_back({24, 36, 20, {4, 6}, 50, lhs, rhs});
      result.push_back({24, 36, 1, {2, 1}, 30, lhs, rhs, Layout::Linear, "0"});
      result.push_back({16, 12, 9, {1, 1}, 0, lhs, rhs});
      result.push_back({64, 30, 40, {1, 1}, 25, lhs, rhs, Layout::Linear, "0.1", 40});
    }
  for (const Layout layout : kLayouts)
    result.push_back({12, 8, 6, {1, 1}, 50, true, true, layout});
  return result;
}

TEST(DynamicSparseDense, AgainstPlainLoops) {
  for (const Case &c : cases()) {
    checkDynamic<float>(c, 1e-6);
    checkDynamic<Half>(c, 1e-3);
  }
}

TEST(StaticSparseDense, AgainstPlainLoops) {
  for (const Case &c : cases()) {
    checkStatic<float>(c, 1e-6);
    checkStatic<Half>(c, 1e-3);
  }
}

TEST(DynamicSparseDense, OperandsThatAreLargeForATile) {
  // 1.3 MB of dense operand: no tile has room for all of it.
  Case c{300, 1100, 300, {1, 1}, 2};
  c.tiles = 20;
  checkDynamic<float>(c, 1e-6);
  checkStatic<float>(c, 1e-6);
}

TEST(DynamicSparseDense, NewPatternsWithoutCompilingAgain) {
  // A pattern whose non-zeros are all in the last row, then a spread one.
  Harness h(8);
  const auto params = dynamic::MatMulParams::createWithNzRatio({}, 0.25, 1, 32, 16, 4);
  const auto lhs = dynamic::createSparseDenseMatMulLHS(h.graph, FLOAT, params, "lhs");
  const Tensor rhs = dynamic::createSparseDenseMatMulRHS(h.graph, FLOAT, params, "rhs");
  ASSERT_EQ(rhs.shape(), (Shape{1, 16, 4}));
  const dynamic::Partitioner<float> partitioner(params, FLOAT, h.graph.getTarget(), {});
  const Case c{32, 16, 4};
  const auto x = denseOf(c);
  h.prog.add(poplar::program::Copy(h.input({1, 16, 4}, x), rhs));
  std::vector<Matrix> matrices = {makeMatrix(32, 16, {1, 1}, 0, 1),
                                  makeMatrix(32, 16, {1, 1}, 20, 2)};
  for (std::size_t j = 0; j < 16; ++j)
    for (const std::size_t row : {30, 31}) {
      matrices[0].pattern[row][j] = true;
      matrices[0].values[row * 16 + j] = static_cast<float>(j + row);
    }
  std::vector<unsigned> numbers;
  poplar::program::Sequence product;
  const Tensor out = dynamic::sparseDenseMatMul(h.graph, lhs, rhs, product);
  const poplar::Function function = h.graph.addFunction(product);
  for (const Matrix &m : matrices) {
    const auto data = partitioner.createSparsityDataImpl(asCOO<float>(m));
    const std::vector<unsigned short> meta(data.metaInfo.begin(), data.metaInfo.end());
    h.prog.add(poplar::program::Copy(h.input({meta.size()}, meta), lhs.getMetaInfoTensor()));
    h.prog.add(poplar::program::Copy(h.input({data.nzValues.size()}, data.nzValues),
                                     lhs.getNzValuesTensor()));
    h.prog.add(poplar::program::Call(function));
    const Tensor kept = h.graph.clone(out);
    h.prog.add(poplar::program::Copy(out, kept));
    numbers.push_back(h.read(kept));
  }
  h.run();
  for (std::size_t i = 0; i < matrices.size(); ++i)
    expectProduct(h.result<float>(numbers[i]), c, matrices[i], x, 1e-6);
}

TEST(SparseDense, Errors) {
  Harness h;
  const auto params = dynamic::MatMulParams::createWithNzRatio({}, 0.5, 1, 8, 6, 4);
  const auto lhs = dynamic::createSparseDenseMatMulLHS(h.graph, FLOAT, params);
  const auto product = [&](const Tensor &rhs, bool transposeLHS, bool transposeRHS) {
    dynamic::sparseDenseMatMul(h.graph, lhs, rhs, h.prog, transposeLHS, transposeRHS);
  };
  const Tensor rhs = h.input({1, 6, 4}, std::vector<float>(24, 1.0f));
  EXPECT_NO_THROW(product(rhs, false, false));
  EXPECT_THROW(product(rhs, true, false), poputil::poplibs_error);
  EXPECT_THROW(product(rhs, false, true), poputil::poplibs_error);
  EXPECT_THROW(product(rhs[0], false, false), poputil::poplibs_error);
  EXPECT_THROW(product(rhs.reinterpret(poplar::INT), false, false), poputil::poplibs_error);
  EXPECT_THROW(dynamic::sparseDenseMatMul(h.graph, {}, rhs, h.prog), poputil::poplibs_error);
  EXPECT_THROW(dynamic::createSparseDenseMatMulLHS(h.graph, poplar::INT, params),
               poputil::poplibs_error);
  EXPECT_THROW(dynamic::createSparseDenseMatMulRHS(h.graph, FLOAT, params, {}, {{"a", "b"}}),
               poplar::invalid_option);
  EXPECT_THROW(static_::sparseDenseMatMul(h.graph, {}, rhs, h.prog), poputil::poplibs_error);
  const auto fixed = static_::MatMulParams::createForDenseSparse(1, 5, 6, 8);
  const Matrix m = makeMatrix(8, 6, {1, 1}, 50, 1);
  EXPECT_THROW(static_::createDenseSparseMatMulRHS(h.graph, FLOAT, fixed, asCSR<float>(m)),
               poputil::poplibs_error);
  EXPECT_EQ(static_::createDenseSparseMatMulLHS(h.graph, FLOAT, fixed).shape(), (Shape{1, 5, 6}));
}

} // namespace
