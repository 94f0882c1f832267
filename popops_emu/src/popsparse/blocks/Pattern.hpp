// SPDX-License-Identifier: MIT
// Which blocks of a matrix exist.
#pragma once

#include <poplar/Tensor.hpp>
#include <popsparse/experimental/BlockSparse.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace popsparse::experimental {

/// A block that exists, counted among those.
struct BlockPlace {
  std::size_t row, column, index;
};

class Pattern {
 public:
  /// Throws poplibs_error for sizes that do not divide each other and for a list of another length.
  Pattern(const std::string &operation, const std::array<int, 2> &dim,
          const std::array<int, 2> &blockSize, const std::vector<unsigned char> &sparsity);

  const std::vector<BlockPlace> &blocks() const { return blocks_; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t blockRows() const { return block_[0]; }
  std::size_t blockColumns() const { return block_[1]; }
  std::size_t blockSize() const { return block_[0] * block_[1]; }

  enum class Line { Row, Column };
  /// Rows or columns of blocks that have as many blocks: number of blocks to lists of them.
  std::map<std::size_t, std::vector<std::vector<BlockPlace>>> linesBySize(Line kind) const;

  /// Whether the element at a row and column of a block counts.
  bool counts(const BlockPlace &block, std::size_t row, std::size_t column,
              SubBlockMask mask) const;

  /// Throws poplibs_error unless t is [blocks, values of a block] and FLOAT or HALF.
  void check(const std::string &operation, const poplar::Tensor &t) const;

 private:
  std::size_t rows_, columns_;
  std::array<std::size_t, 2> block_;
  std::vector<BlockPlace> blocks_;
};

} // namespace popsparse::experimental
