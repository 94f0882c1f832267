// SPDX-License-Identifier: MIT
// Softmax over the rows of matrices of which only some blocks exist.
#ifndef POPSPARSE_EXPERIMENTAL_BLOCK_SPARSE_HPP
#define POPSPARSE_EXPERIMENTAL_BLOCK_SPARSE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <array>
#include <vector>

namespace popsparse {
namespace experimental {

/// Which elements of a matrix do not count although their block exists.
enum class SubBlockMask {
  None,
  /// Those above the diagonal.
  ZeroUpperTriangle,
  /// Those below the diagonal.
  ZeroLowerTriangle
};

// A block-sparse matrix is a tensor [blocks, rows of a block * columns of a block], FLOAT or HALF.
// The blocks that exist are in the order of the matrix, row by row, and each block is row-major.
//
//  dim        rows and columns of the matrix
//  blockSize  rows and columns of a block
//  sparsity   for each block of the matrix, row by row, whether it exists (not 0)
//
// Errors: poputil::poplibs_error for a tensor, a block size or a pattern that do not fit each
// other, and other types. Cost: a few supersteps for each number of blocks that rows have.

/// Softmax along the rows, over the elements that exist and count; the others of existing blocks
/// become 0.
POPLAR_EMU_EXPORT poplar::Tensor
bsSoftmax(poplar::Graph &graph, poplar::Tensor sparseTensor, const std::array<int, 2> &dim,
          const std::array<int, 2> &blockSize, const std::vector<unsigned char> &sparsity,
          SubBlockMask subBlockMaskType, poplar::program::Sequence &prog,
          const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void
bsSoftmaxInPlace(poplar::Graph &graph, poplar::Tensor sparseTensor, const std::array<int, 2> &dim,
                 const std::array<int, 2> &blockSize, const std::vector<unsigned char> &sparsity,
                 SubBlockMask subBlockMaskType, poplar::program::Sequence &prog,
                 const poplar::DebugContext &debugContext = {});

/// The gradient of what went into bsSoftmax, from its result and the gradient of that.
POPLAR_EMU_EXPORT poplar::Tensor
bsSoftmaxGrad(poplar::Graph &graph, poplar::Tensor sparseOut, poplar::Tensor sparseOutGrad,
              const std::array<int, 2> &dim, const std::array<int, 2> &blockSize,
              const std::vector<unsigned char> &sparsity, poplar::program::Sequence &prog,
              const poplar::DebugContext &debugContext = {});

} // namespace experimental
} // namespace popsparse

#endif
