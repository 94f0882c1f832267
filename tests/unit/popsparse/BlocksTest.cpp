// SPDX-License-Identifier: MIT
// Block-sparse products and softmax against plain loops.
#include "Sparse.hpp"

#include <poplar/exceptions.hpp>
#include <poplin/codelets.hpp>
#include <popsparse/experimental/BlockSparseMatMul.hpp>

#include <functional>
#include <limits>

namespace {

using namespace popsparse_test;
using namespace popsparse::experimental;
using poplar::FLOAT;
using poplar::Half;
using poplar::HALF;
using poplar::Tensor;

struct Linear : Harness {
  Linear() { poplin::addCodelets(graph); }
};

std::vector<unsigned char> bits(const Matrix &m) {
  std::vector<unsigned char> result;
  for (const auto &row : m.pattern)
    for (const bool bit : row)
      result.push_back(bit);
  return result;
}

/// The existing blocks, one after another.
template <class T>
std::vector<T> packed(const Matrix &m) {
  return asCSR<T>(m).nzValues;
}
std::vector<Half> packedHalf(const Matrix &m) {
  std::vector<Half> result;
  for (const float x : packed<float>(m))
    result.push_back(Half(x));
  return result;
}

constexpr int kM = 12, kK = 16, kN = 20, kBlockM = 4, kBlockK = 8, kBlockN = 5;

TEST(BlockSparse, DenseTimesSparse) {
  for (const bool transpose : {false, true})
    for (const unsigned percent : {0, 40, 100}) {
      Linear h;
      const Matrix rhs = transpose ? makeMatrix(kN, kK, {kBlockN, kBlockK}, percent, 1)
                                   : makeMatrix(kK, kN, {kBlockK, kBlockN}, percent, 1);
      const BSMatMulParams params({kM, kK, kN}, {kBlockM, kBlockK, kBlockN}, bits(rhs), transpose,
                                  FLOAT, FLOAT, FLOAT);
      const auto a = random(kM * kK, 3);
      ASSERT_EQ(createBSMatMulInputLHS(h.graph, params, "lhs").shape(), (Shape{kM, kK}));
      const Tensor b = createBSMatMulInputRHS(h.graph, params, "rhs");
      ASSERT_EQ(b.shape(), (Shape{rhs.blocks(), kBlockK * kBlockN}));
      h.prog.add(poplar::program::Copy(h.input(b.shape(), packed<float>(rhs)), b));
      const Tensor out = bsMatMul(h.graph, params, h.prog, h.input({kM, kK}, a), b, {}, "product");
      ASSERT_EQ(out.shape(), (Shape{kM, kN}));
      const unsigned number = h.read(out);
      h.run();
      const auto got = h.result<float>(number);
      for (std::size_t i = 0; i < kM; ++i)
        for (std::size_t j = 0; j < kN; ++j) {
          double sum = 0;
          for (std::size_t l = 0; l < kK; ++l)
            sum += static_cast<double>(a[i * kK + l]) *
                   rhs.values[transpose ? j * kK + l : l * kN + j];
          ASSERT_NEAR(got[i * kN + j], sum, 1e-4) << i << "," << j;
        }
    }
}

TEST(BlockSparse, SparseOfDense) {
  for (const SubBlockMask mask :
       {SubBlockMask::None, SubBlockMask::ZeroUpperTriangle, SubBlockMask::ZeroLowerTriangle}) {
    Linear h;
    const Matrix result = makeMatrix(kM, kN, {kBlockM, kBlockN}, 60, 2);
    const BSMatMulParams params({kM, kK, kN}, {kBlockM, kBlockK, kBlockN}, bits(result), HALF,
                                FLOAT, FLOAT, mask);
    const auto a = random(kM * kK, 3), b = random(kK * kN, 4);
    ASSERT_EQ(createBSMatMulInputRHS(h.graph, params).shape(), (Shape{kK, kN}));
    const auto halves = [](const std::vector<float> &x) {
      return std::vector<Half>(x.begin(), x.end());
    };
    const Tensor out = bsMatMul(h.graph, params, h.prog, h.input({kM, kK}, halves(a)),
                                h.input({kK, kN}, halves(b)));
    ASSERT_EQ(out.shape(), (Shape{result.blocks(), kBlockM * kBlockN}));
    const unsigned number = h.read(out);
    h.run();
    Matrix wanted = result;
    for (std::size_t i = 0; i < kM; ++i)
      for (std::size_t j = 0; j < kN; ++j) {
        float sum = 0;
        for (std::size_t l = 0; l < kK; ++l)
          sum += a[i * kK + l] * b[l * kN + j];
        const bool masked = (mask == SubBlockMask::ZeroUpperTriangle && j > i) ||
                            (mask == SubBlockMask::ZeroLowerTriangle && j < i);
        wanted.values[i * kN + j] = masked ? 0.0f : sum;
      }
    const auto got = h.result<float>(number), exact = packed<float>(wanted);
    for (std::size_t i = 0; i < exact.size(); ++i)
      ASSERT_NEAR(got[i], exact[i], 1e-4) << i;
  }
}

/// Softmax of existing elements, in double; others are 0.
Matrix softmaxOf(const Matrix &m, SubBlockMask mask) {
  Matrix result = m;
  for (std::size_t i = 0; i < m.rows; ++i) {
    const auto counts = [&](std::size_t j) {
      if (!m.pattern[i / m.block[0]][j / m.block[1]]) return false;
      return mask == SubBlockMask::None ||
             (mask == SubBlockMask::ZeroUpperTriangle ? j <= i : j >= i);
    };
    double sum = 0;
    for (std::size_t j = 0; j < m.columns; ++j)
      if (counts(j)) sum += std::exp(static_cast<double>(m.values[i * m.columns + j]));
    for (std::size_t j = 0; j < m.columns; ++j)
      result.values[i * m.columns + j] =
          counts(j)
              ? static_cast<float>(std::exp(static_cast<double>(m.values[i * m.columns + j])) / sum)
              : 0.0f;
  }
  return result;
}

TEST(BlockSparse, SoftmaxEqualsTheDenseOne) {
  for (const SubBlockMask mask :
       {SubBlockMask::None, SubBlockMask::ZeroUpperTriangle, SubBlockMask::ZeroLowerTriangle})
    for (const unsigned percent : {0, 50, 100}) {
      Linear h;
      const Matrix m = makeMatrix(12, 20, {4, 5}, percent, 7);
      const Shape shape = {m.blocks(), 20};
      const Tensor in = h.input(shape, packed<float>(m)), half = h.input(shape, packedHalf(m));
      const unsigned out =
          h.read(bsSoftmax(h.graph, in, {12, 20}, {4, 5}, bits(m), mask, h.prog, "softmax"));
      bsSoftmaxInPlace(h.graph, half, {12, 20}, {4, 5}, bits(m), mask, h.prog);
      const unsigned inPlace = h.read(half);
      h.run();
      const auto exact = packed<float>(softmaxOf(m, mask));
      const auto got = h.result<float>(out);
      const auto gotHalf = h.result<Half>(inPlace);
      for (std::size_t i = 0; i < exact.size(); ++i) {
        ASSERT_NEAR(got[i], exact[i], 1e-6) << i;
        ASSERT_NEAR(float(gotHalf[i]), exact[i], 1e-3) << i;
      }
    }
}

TEST(BlockSparse, SoftmaxGradientByDifferences) {
  Linear h;
  const Matrix m = makeMatrix(4, 9, {2, 3}, 70, 9);
  const std::size_t n = m.nonZeros();
  const auto g = random(n, 10);
  const Tensor in = h.input({m.blocks(), 6}, packed<float>(m));
  const Tensor y = bsSoftmax(h.graph, in, {4, 9}, {2, 3}, bits(m), SubBlockMask::None, h.prog);
  const unsigned out = h.read(
      bsSoftmaxGrad(h.graph, y, h.input({m.blocks(), 6}, g), {4, 9}, {2, 3}, bits(m), h.prog));
  h.run();
  const auto got = h.result<float>(out);
  // Where the packed values are in the matrix.
  Matrix places = m;
  for (std::size_t i = 0; i < places.values.size(); ++i)
    places.values[i] = static_cast<float>(i);
  const auto order = packed<float>(places);
  const auto loss = [&](const Matrix &x) {
    const auto p = packed<float>(softmaxOf(x, SubBlockMask::None));
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += static_cast<double>(p[i]) * g[i];
    return sum;
  };
  for (std::size_t i = 0; i < n; ++i) {
    constexpr float kStep = 1.0f / 64;
    Matrix above = m, below = m;
    above.values[static_cast<std::size_t>(order[i])] += kStep;
    below.values[static_cast<std::size_t>(order[i])] -= kStep;
    ASSERT_NEAR(got[i], (loss(above) - loss(below)) / (2 * kStep), 2e-4) << i;
  }
}

TEST(BlockSparse, Errors) {
  Linear h;
  const std::vector<unsigned char> four(4, 1), three(3, 1);
  const auto make = [&](std::array<int, 3> dim, const std::vector<unsigned char> &pattern,
                        const poplar::Type &type = FLOAT, unsigned groups = 1) {
    return BSMatMulParams(dim, {2, 2, 2}, pattern, false, type, type, type, groups);
  };
  EXPECT_THROW(make({4, 4, 4}, three), poputil::poplibs_error);
  EXPECT_THROW(make({4, 4, 5}, four), poputil::poplibs_error);
  EXPECT_THROW(make({4, 4, 4}, four, poplar::INT), poputil::poplibs_error);
  EXPECT_THROW(make({4, 4, 4}, four, FLOAT, 2), poputil::poplibs_error);
  const BSMatMulParams params = make({4, 4, 4}, four);
  const Tensor dense = h.input({4, 4}, random(16, 1)), sparse = h.input({3, 4}, random(12, 1));
  EXPECT_NO_THROW(bsMatMul(h.graph, params, h.prog, dense, dense));
  EXPECT_THROW(bsMatMul(h.graph, params, h.prog, dense, sparse), poputil::poplibs_error);
  EXPECT_THROW(bsMatMul(h.graph, params, h.prog, dense.slice(0, 2), dense), poputil::poplibs_error);
  EXPECT_THROW(bsMatMul(h.graph, params, h.prog, dense, dense, {{"a", "b"}}),
               poplar::invalid_option);
  EXPECT_THROW(bsSoftmax(h.graph, sparse, {4, 4}, {2, 2}, four, SubBlockMask::None, h.prog),
               poputil::poplibs_error);
}

} // namespace
