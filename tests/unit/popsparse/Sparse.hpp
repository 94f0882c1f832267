// SPDX-License-Identifier: MIT
// Random sparse matrices, in all formats and as plain tables.
#pragma once

#include "../popops/Harness.hpp"

#include <popsparse/SparseStorageFormats.hpp>
#include <popsparse/codelets.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <array>

namespace popsparse_test {

using popops_test::Layout;
using popops_test::Shape;

struct Harness : popops_test::Harness {
  explicit Harness(unsigned tiles = 6) : popops_test::Harness(tiles) {
    popsparse::addCodelets(graph);
  }
};

class Random {
 public:
  explicit Random(unsigned seed) : state_(seed * 2654435761u + 1) {}

  unsigned below(unsigned n) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) % n;
  }
  /// A multiple of 1/16 in [-2, 2].
  float value() { return (static_cast<float>(below(65)) - 32) / 16; }

 private:
  unsigned state_;
};

inline std::vector<float> random(std::size_t n, unsigned seed) {
  Random numbers(seed);
  std::vector<float> result(n);
  for (float &x : result)
    x = numbers.value();
  return result;
}

/// Which blocks are not zero, and all values, row-major.
struct Matrix {
  std::size_t rows, columns;
  std::array<std::size_t, 2> block;
  std::vector<std::vector<bool>> pattern;
  std::vector<float> values;

  std::size_t blocks() const {
    std::size_t count = 0;
    for (const auto &row : pattern)
      for (const bool bit : row)
        count += bit;
    return count;
  }
  std::size_t nonZeros() const { return blocks() * block[0] * block[1]; }
};

/// Each block is there with a chance of `percent`.
inline Matrix makeMatrix(std::size_t rows, std::size_t columns, std::array<std::size_t, 2> block,
                         unsigned percent, unsigned seed) {
  Random random(seed);
  Matrix m{rows, columns, block, {}, std::vector<float>(rows * columns, 0.0f)};
  for (std::size_t i = 0; i < rows / block[0]; ++i) {
    m.pattern.emplace_back();
    for (std::size_t j = 0; j < columns / block[1]; ++j)
      m.pattern[i].push_back(random.below(100) < percent);
  }
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      if (m.pattern[i / block[0]][j / block[1]]) m.values[i * columns + j] = random.value();
  return m;
}

template <class T>
void appendBlock(std::vector<T> &values, const Matrix &m, std::size_t i, std::size_t j) {
  for (std::size_t r = 0; r < m.block[0]; ++r)
    for (std::size_t c = 0; c < m.block[1]; ++c)
      values.push_back(
          static_cast<T>(m.values[(i * m.block[0] + r) * m.columns + j * m.block[1] + c]));
}

template <class T>
popsparse::CSRMatrix<T> asCSR(const Matrix &m) {
  popsparse::CSRMatrix<T> result(m.rows, m.columns, std::vector<T>{}, {}, {0}, m.block);
  for (std::size_t i = 0; i < m.pattern.size(); ++i) {
    for (std::size_t j = 0; j < m.pattern[i].size(); ++j)
      if (m.pattern[i][j]) {
        appendBlock(result.nzValues, m, i, j);
        result.columnIndices.push_back(j * m.block[1]);
      }
    result.rowIndices.push_back(result.nzValues.size());
  }
  return result;
}

template <class T>
popsparse::CSCMatrix<T> asCSC(const Matrix &m) {
  popsparse::CSCMatrix<T> result(m.rows, m.columns, std::vector<T>{}, {0}, {}, m.block);
  for (std::size_t j = 0; j < m.columns / m.block[1]; ++j) {
    for (std::size_t i = 0; i < m.pattern.size(); ++i)
      if (m.pattern[i][j]) {
        appendBlock(result.nzValues, m, i, j);
        result.rowIndices.push_back(i * m.block[0]);
      }
    result.columnIndices.push_back(result.nzValues.size());
  }
  return result;
}

/// From the last block to the first, so that it is in no useful order.
template <class T>
popsparse::COOMatrix<T> asCOO(const Matrix &m) {
  popsparse::COOMatrix<T> result(m.rows, m.columns, std::vector<T>{}, {}, {}, m.block);
  for (std::size_t i = m.pattern.size(); i-- > 0;)
    for (std::size_t j = m.pattern[i].size(); j-- > 0;)
      if (m.pattern[i][j]) {
        appendBlock(result.nzValues, m, i, j);
        result.rowIndices.push_back(i * m.block[0]);
        result.columnIndices.push_back(j * m.block[1]);
      }
  return result;
}

} // namespace popsparse_test
