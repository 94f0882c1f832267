// SPDX-License-Identifier: MIT
// Patterns of blocks: checks, and lines of equal length.
#include "blocks/Pattern.hpp"

#include "matmul/Plan.hpp"
#include "support/Errors.hpp"

namespace popsparse::experimental {

Pattern::Pattern(const std::string &operation, const std::array<int, 2> &dim,
                 const std::array<int, 2> &blockSize, const std::vector<unsigned char> &sparsity) {
  const std::string what = "a matrix of " + std::to_string(dim[0]) + " x " +
                           std::to_string(dim[1]) + " in blocks of " +
                           std::to_string(blockSize[0]) + " x " + std::to_string(blockSize[1]);
  for (int d = 0; d < 2; ++d)
    if (dim[d] <= 0 || blockSize[d] <= 0 || dim[d] % blockSize[d] != 0)
      popops::support::fail(operation, what, "choose blocks that divide the matrix");
  rows_ = static_cast<std::size_t>(dim[0]);
  columns_ = static_cast<std::size_t>(dim[1]);
  block_ = {static_cast<std::size_t>(blockSize[0]), static_cast<std::size_t>(blockSize[1])};
  const std::size_t width = columns_ / block_[1], height = rows_ / block_[0];
  if (sparsity.size() != width * height)
    popops::support::fail(
        operation, what + ", and a pattern of " + std::to_string(sparsity.size()) + " entries",
        "give " + std::to_string(width * height) + " entries, row by row");
  for (std::size_t i = 0; i < sparsity.size(); ++i)
    if (sparsity[i] != 0) blocks_.push_back({i / width, i % width, blocks_.size()});
}

std::map<std::size_t, std::vector<std::vector<BlockPlace>>> Pattern::linesBySize(Line kind) const {
  std::map<std::size_t, std::vector<BlockPlace>> lines;
  for (const BlockPlace &block : blocks_)
    lines[kind == Line::Column ? block.column : block.row].push_back(block);
  std::map<std::size_t, std::vector<std::vector<BlockPlace>>> result;
  for (auto &[line, blocks] : lines)
    result[blocks.size()].push_back(std::move(blocks));
  return result;
}

bool Pattern::counts(const BlockPlace &block, std::size_t row, std::size_t column,
                     SubBlockMask mask) const {
  row += block.row * block_[0];
  column += block.column * block_[1];
  if (mask == SubBlockMask::ZeroUpperTriangle) return column <= row;
  return mask == SubBlockMask::None || column >= row;
}

void Pattern::check(const std::string &operation, const poplar::Tensor &t) const {
  checkType(operation, t.elementType());
  if (t.rank() != 2 || t.dim(0) != blocks_.size() || t.dim(1) != blockSize())
    popops::support::fail(operation,
                          "the sparse matrix is " + popops::support::describe(t) +
                              ", and its pattern has " + std::to_string(blocks_.size()) +
                              " blocks of " + std::to_string(blockSize()) + " values",
                          "give it shape [blocks, values of a block]");
}

} // namespace popsparse::experimental
