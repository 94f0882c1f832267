// SPDX-License-Identifier: MIT
// Sparse matrices on the host: lists of coordinates, compressed rows, compressed columns. Non-zeros
// are single values or dense blocks of one size.
#ifndef POPSPARSE_SPARSE_STORAGE_FORMATS_HPP
#define POPSPARSE_SPARSE_STORAGE_FORMATS_HPP

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace popsparse {

/// Rows and columns of the blocks that a matrix is made of; {1, 1} for single values.
struct Block {
  explicit Block(const std::array<std::size_t, 2> &block) : dimensions_(block) {}

  const std::array<std::size_t, 2> &getBlockDimensions() const { return dimensions_; }
  std::size_t getNumRowsInBlock() const { return dimensions_[0]; }
  std::size_t getNumColumnsInBlock() const { return dimensions_[1]; }
  /// Values in a block.
  std::size_t getBlockSize() const { return dimensions_[0] * dimensions_[1]; }

 private:
  std::array<std::size_t, 2> dimensions_;
};

// In all three formats nzValues holds the blocks one after another, each row-major. Row and column
// indices are those of the first value of a block, in single rows and columns.

/// Coordinates: one row index and one column index for each block, in any order.
template <typename T>
struct COOMatrix : public Block {
  std::size_t numRows = 0;
  std::size_t numColumns = 0;
  std::vector<T> nzValues;
  std::vector<std::size_t> columnIndices;
  std::vector<std::size_t> rowIndices;

  COOMatrix(const std::vector<T> &nzValues, const std::vector<std::size_t> &columnIndices,
            const std::vector<std::size_t> &rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), nzValues(nzValues), columnIndices(columnIndices), rowIndices(rowIndices) {}
  COOMatrix(std::vector<T> &&nzValues, std::vector<std::size_t> &&columnIndices,
            std::vector<std::size_t> &&rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), nzValues(std::move(nzValues)), columnIndices(std::move(columnIndices)),
        rowIndices(std::move(rowIndices)) {}
  COOMatrix(std::size_t numRows, std::size_t numColumns, const std::vector<T> &nzValues,
            const std::vector<std::size_t> &columnIndices,
            const std::vector<std::size_t> &rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numRows(numRows), numColumns(numColumns), nzValues(nzValues),
        columnIndices(columnIndices), rowIndices(rowIndices) {}
  COOMatrix(std::size_t numRows, std::size_t numColumns, std::vector<T> &&nzValues,
            std::vector<std::size_t> &&columnIndices, std::vector<std::size_t> &&rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numRows(numRows), numColumns(numColumns), nzValues(std::move(nzValues)),
        columnIndices(std::move(columnIndices)), rowIndices(std::move(rowIndices)) {}
  /// Room for numNz values.
  COOMatrix(std::size_t numNz, const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), nzValues(numNz), columnIndices(numNz / getBlockSize()),
        rowIndices(numNz / getBlockSize()) {}
  COOMatrix(const std::array<std::size_t, 2> &block = {{1, 1}}) : Block(block) {}
  COOMatrix(const COOMatrix &) = default;
  COOMatrix &operator=(const COOMatrix &) = default;
};

/// Compressed rows: rowIndices[r] is where the values of block row r begin in nzValues; one more
/// entry is where the last row ends. columnIndices has one entry a block.
template <typename T>
struct CSRMatrix : public Block {
  std::size_t numRows = 0;
  std::size_t numColumns = 0;
  std::vector<T> nzValues;
  std::vector<std::size_t> columnIndices;
  std::vector<std::size_t> rowIndices;

  CSRMatrix(const std::vector<T> &nzValues, const std::vector<std::size_t> &columnIndices,
            const std::vector<std::size_t> &rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), nzValues(nzValues), columnIndices(columnIndices), rowIndices(rowIndices) {}
  CSRMatrix(std::vector<T> &&nzValues, std::vector<std::size_t> &&columnIndices,
            std::vector<std::size_t> &&rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), nzValues(std::move(nzValues)), columnIndices(std::move(columnIndices)),
        rowIndices(std::move(rowIndices)) {}
  CSRMatrix(std::size_t numRows, std::size_t numColumns, const std::vector<T> &nzValues,
            const std::vector<std::size_t> &columnIndices,
            const std::vector<std::size_t> &rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numRows(numRows), numColumns(numColumns), nzValues(nzValues),
        columnIndices(columnIndices), rowIndices(rowIndices) {}
  CSRMatrix(std::size_t numRows, std::size_t numColumns, std::vector<T> &&nzValues,
            std::vector<std::size_t> &&columnIndices, std::vector<std::size_t> &&rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numRows(numRows), numColumns(numColumns), nzValues(std::move(nzValues)),
        columnIndices(std::move(columnIndices)), rowIndices(std::move(rowIndices)) {}
  /// Room for numNz values in numRows rows.
  CSRMatrix(std::size_t numNz, std::size_t numRows,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numRows(numRows), nzValues(numNz), columnIndices(numNz / getBlockSize()),
        rowIndices(numRows / getNumRowsInBlock() + 1) {}
  CSRMatrix(const std::array<std::size_t, 2> &block = {{1, 1}}) : Block(block) {}
  CSRMatrix(const CSRMatrix &) = default;
  CSRMatrix &operator=(const CSRMatrix &) = default;
};

/// Compressed columns: columnIndices[c] is where the values of block column c begin in nzValues;
/// one more entry is where the last column ends. rowIndices has one entry a block.
template <typename T>
struct CSCMatrix : public Block {
  std::size_t numRows = 0;
  std::size_t numColumns = 0;
  std::vector<T> nzValues;
  std::vector<std::size_t> columnIndices;
  std::vector<std::size_t> rowIndices;

  CSCMatrix(const std::vector<T> &nzValues, const std::vector<std::size_t> &columnIndices,
            const std::vector<std::size_t> &rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), nzValues(nzValues), columnIndices(columnIndices), rowIndices(rowIndices) {}
  CSCMatrix(std::vector<T> &&nzValues, std::vector<std::size_t> &&columnIndices,
            std::vector<std::size_t> &&rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), nzValues(std::move(nzValues)), columnIndices(std::move(columnIndices)),
        rowIndices(std::move(rowIndices)) {}
  CSCMatrix(std::size_t numRows, std::size_t numColumns, const std::vector<T> &nzValues,
            const std::vector<std::size_t> &columnIndices,
            const std::vector<std::size_t> &rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numRows(numRows), numColumns(numColumns), nzValues(nzValues),
        columnIndices(columnIndices), rowIndices(rowIndices) {}
  CSCMatrix(std::size_t numRows, std::size_t numColumns, std::vector<T> &&nzValues,
            std::vector<std::size_t> &&columnIndices, std::vector<std::size_t> &&rowIndices,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numRows(numRows), numColumns(numColumns), nzValues(std::move(nzValues)),
        columnIndices(std::move(columnIndices)), rowIndices(std::move(rowIndices)) {}
  /// Room for numNz values in numColumns columns.
  CSCMatrix(std::size_t numNz, std::size_t numColumns,
            const std::array<std::size_t, 2> &block = {{1, 1}})
      : Block(block), numColumns(numColumns), nzValues(numNz),
        columnIndices(numColumns / getNumColumnsInBlock() + 1), rowIndices(numNz / getBlockSize()) {
  }
  CSCMatrix(const std::array<std::size_t, 2> &block = {{1, 1}}) : Block(block) {}
  CSCMatrix(const CSCMatrix &) = default;
  CSCMatrix &operator=(const CSCMatrix &) = default;
};

} // namespace popsparse

#endif
