// SPDX-License-Identifier: MIT
// Checks of sparse matrices, and their sorted list of blocks.
#include "formats/Blocks.hpp"

#include "support/Errors.hpp"

#include <algorithm>
#include <tuple>

namespace popsparse {

namespace {

using Indices = std::vector<std::size_t>;

class Reader {
 public:
  Reader(const std::string &operation, const Block &block, std::size_t values,
         const MatrixShape &shape)
      : operation_(operation), shape_(shape) {
    if (block.getBlockDimensions() != shape.block)
      fail("the matrix has blocks of " + text(block.getBlockDimensions()) +
               ", but the operation was made for " + text(shape.block),
           "use the same block size for both");
    if (shape.blockSize() == 0 || values % shape.blockSize() != 0)
      fail(std::to_string(values) + " values in blocks of " + text(shape.block),
           "give whole blocks");
    blocks_ = values / shape.blockSize();
  }

  std::size_t blocks() const { return blocks_; }

  [[noreturn]] void fail(const std::string &what, const std::string &fix) const {
    popops::support::fail(operation_, what, fix);
  }

  void checkLength(const char *name, const Indices &indices, std::size_t length) const {
    if (indices.size() != length)
      fail(std::string(name) + " has " + std::to_string(indices.size()) + " entries, not " +
               std::to_string(length),
           "give " + std::to_string(length) + " for " + std::to_string(blocks_) + " blocks in [" +
               std::to_string(shape_.rows) + ", " + std::to_string(shape_.columns) + "]");
  }

  /// Where each line ends, in blocks, from the pointers of a compressed format.
  Indices ends(const char *name, const Indices &pointers, std::size_t lines) const {
    checkLength(name, pointers, lines + 1);
    Indices result;
    for (std::size_t i = 0; i <= lines; ++i) {
      const std::size_t blocks = pointers[i] / shape_.blockSize();
      if (pointers[i] % shape_.blockSize() != 0 || blocks > blocks_ ||
          (i > 0 && pointers[i] < pointers[i - 1]) || (i == 0 && blocks != 0) ||
          (i == lines && blocks != blocks_))
        fail(std::string(name) + "[" + std::to_string(i) + "] is " + std::to_string(pointers[i]),
             "count the values before each line: from 0, never down, up to " +
                 std::to_string(blocks_ * shape_.blockSize()));
      if (i > 0) result.push_back(blocks);
    }
    return result;
  }

  void add(std::size_t row, std::size_t column) {
    if (row >= shape_.rows || column >= shape_.columns || row % shape_.block[0] != 0 ||
        column % shape_.block[1] != 0)
      fail("block " + std::to_string(list_.size()) + " begins at row " + std::to_string(row) +
               " and column " + std::to_string(column) + " of [" + std::to_string(shape_.rows) +
               ", " + std::to_string(shape_.columns) + "]",
           "give multiples of the block size inside the matrix");
    list_.push_back({row / shape_.block[0], column / shape_.block[1], list_.size()});
  }

  std::vector<NzBlock> sorted() {
    std::sort(list_.begin(), list_.end(), [](const NzBlock &a, const NzBlock &b) {
      return std::tie(a.row, a.column) < std::tie(b.row, b.column);
    });
    for (std::size_t i = 1; i < list_.size(); ++i)
      if (list_[i].row == list_[i - 1].row && list_[i].column == list_[i - 1].column)
        fail("the block at row " + std::to_string(list_[i].row * shape_.block[0]) + " and column " +
                 std::to_string(list_[i].column * shape_.block[1]) + " occurs twice",
             "add them up first");
    return std::move(list_);
  }

 private:
  static std::string text(const std::array<std::size_t, 2> &block) {
    return std::to_string(block[0]) + " x " + std::to_string(block[1]);
  }

  std::string operation_;
  MatrixShape shape_;
  std::size_t blocks_ = 0;
  std::vector<NzBlock> list_;
};

} // namespace

template <class T>
std::vector<NzBlock> blocksOf(const std::string &operation, const COOMatrix<T> &matrix,
                              const MatrixShape &shape) {
  Reader reader(operation, matrix, matrix.nzValues.size(), shape);
  reader.checkLength("rowIndices", matrix.rowIndices, reader.blocks());
  reader.checkLength("columnIndices", matrix.columnIndices, reader.blocks());
  for (std::size_t i = 0; i < reader.blocks(); ++i)
    reader.add(matrix.rowIndices[i], matrix.columnIndices[i]);
  return reader.sorted();
}

template <class T>
std::vector<NzBlock> blocksOf(const std::string &operation, const CSRMatrix<T> &matrix,
                              const MatrixShape &shape) {
  Reader reader(operation, matrix, matrix.nzValues.size(), shape);
  reader.checkLength("columnIndices", matrix.columnIndices, reader.blocks());
  const Indices ends = reader.ends("rowIndices", matrix.rowIndices, shape.blockRows());
  for (std::size_t row = 0, i = 0; row < ends.size(); ++row)
    for (; i < ends[row]; ++i)
      reader.add(row * shape.block[0], matrix.columnIndices[i]);
  return reader.sorted();
}

template <class T>
std::vector<NzBlock> blocksOf(const std::string &operation, const CSCMatrix<T> &matrix,
                              const MatrixShape &shape) {
  Reader reader(operation, matrix, matrix.nzValues.size(), shape);
  reader.checkLength("rowIndices", matrix.rowIndices, reader.blocks());
  const Indices ends = reader.ends("columnIndices", matrix.columnIndices, shape.blockColumns());
  for (std::size_t column = 0, i = 0; column < ends.size(); ++column)
    for (; i < ends[column]; ++i)
      reader.add(matrix.rowIndices[i], column * shape.block[1]);
  return reader.sorted();
}

#define INSTANTIATE(T)                                                                             \
  template std::vector<NzBlock> blocksOf(const std::string &, const COOMatrix<T> &,                \
                                         const MatrixShape &);                                     \
  template std::vector<NzBlock> blocksOf(const std::string &, const CSRMatrix<T> &,                \
                                         const MatrixShape &);                                     \
  template std::vector<NzBlock> blocksOf(const std::string &, const CSCMatrix<T> &,                \
                                         const MatrixShape &);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace popsparse
