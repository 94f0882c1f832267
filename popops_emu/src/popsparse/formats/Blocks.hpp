// SPDX-License-Identifier: MIT
// Non-zero blocks of any storage format as one list.
#pragma once

#include <popsparse/SparseStorageFormats.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace popsparse {

/// Row and column counted in blocks; `index` is the place among the blocks of nzValues.
struct NzBlock {
  std::size_t row, column, index;
};

/// Rows and columns of a matrix in single values.
struct MatrixShape {
  std::size_t rows, columns;
  std::array<std::size_t, 2> block;

  std::size_t blockRows() const { return rows / block[0]; }
  std::size_t blockColumns() const { return columns / block[1]; }
  std::size_t blockSize() const { return block[0] * block[1]; }
};

// The blocks by row, in each row by column. Throws poplibs_error for another block size, lists
// whose lengths do not fit each other, indices outside the matrix or inside a block, and repeated
// blocks.

template <class T>
std::vector<NzBlock> blocksOf(const std::string &operation, const COOMatrix<T> &matrix,
                              const MatrixShape &shape);
template <class T>
std::vector<NzBlock> blocksOf(const std::string &operation, const CSRMatrix<T> &matrix,
                              const MatrixShape &shape);
template <class T>
std::vector<NzBlock> blocksOf(const std::string &operation, const CSCMatrix<T> &matrix,
                              const MatrixShape &shape);

} // namespace popsparse
