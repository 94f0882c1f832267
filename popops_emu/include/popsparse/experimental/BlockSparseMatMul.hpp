// SPDX-License-Identifier: MIT
// Products in which one matrix has only some of its blocks.
#ifndef POPSPARSE_EXPERIMENTAL_BLOCK_SPARSE_MAT_MUL_HPP
#define POPSPARSE_EXPERIMENTAL_BLOCK_SPARSE_MAT_MUL_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <popsparse/experimental/BlockSparse.hpp>

#include <array>
#include <memory>
#include <vector>

namespace popsparse {
namespace experimental {

class BSMatMulImpl;

/// Which matrix is sparse, where its blocks are, and the shapes and types of a product of lhs
/// [dim[0], dim[1]] and rhs [dim[1], dim[2]]. blockSize are the rows and columns of blocks of lhs
/// and the columns of those of rhs; each divides its dimension. Types: FLOAT and HALF.
///
/// Throws poputil::poplibs_error for sizes and patterns that do not fit, for other types, and for
/// more than one group.
class POPLAR_EMU_EXPORT BSMatMulParams {
 public:
  /// dense = dense * sparse. rhsSparsity has an entry for each block of rhs, row by row, not 0
  /// where it exists. With rhsNeedTranspose, rhs is given as its transposed: pattern, order of the
  /// blocks and each block.
  BSMatMulParams(const std::array<int, 3> &dim, const std::array<int, 3> &blockSize,
                 const std::vector<unsigned char> &rhsSparsity, bool rhsNeedTranspose,
                 poplar::Type inDataType, poplar::Type outDataType, poplar::Type partialDataType,
                 unsigned numGroupsIn = 1);
  /// sparse = dense * dense: only the blocks of resSparsity are computed.
  BSMatMulParams(const std::array<int, 3> &dim, const std::array<int, 3> &blockSize,
                 const std::vector<unsigned char> &resSparsity, poplar::Type inDataType,
                 poplar::Type outDataType, poplar::Type partialDataType,
                 SubBlockMask subBlockMask = SubBlockMask::None, unsigned numGroupsIn = 1);
  BSMatMulParams(BSMatMulParams &&other) noexcept;
  BSMatMulParams &operator=(BSMatMulParams &&other) noexcept;
  ~BSMatMulParams();

  std::unique_ptr<BSMatMulImpl> impl;
};

/// A variable [dim[0], dim[1]].
POPLAR_EMU_EXPORT poplar::Tensor
createBSMatMulInputLHS(poplar::Graph &graph, const BSMatMulParams &bsMatMul,
                       const poplar::DebugContext &debugContext = {});
/// A variable [dim[1], dim[2]] or, for a sparse rhs, [blocks, values of a block].
POPLAR_EMU_EXPORT poplar::Tensor
createBSMatMulInputRHS(poplar::Graph &graph, const BSMatMulParams &bsMatMul,
                       const poplar::DebugContext &debugContext = {});

/// The product: [dim[0], dim[2]], or [blocks, values of a block] when it is sparse.
///
/// Options, accepted and ignored: memoryCycleRatio, partitionMethod. Throws poputil::poplibs_error
/// for other operands; poplar::invalid_option. Cost: one grouped product for each number of blocks
/// that columns of rhs have, or one for all blocks of a sparse result.
POPLAR_EMU_EXPORT poplar::Tensor
bsMatMul(poplar::Graph &graph, const BSMatMulParams &bsMatMulParams,
         poplar::program::Sequence &prog, const poplar::Tensor &lhsMatrix,
         const poplar::Tensor &rhsMatrix, const poplar::OptionFlags &options = {},
         const poplar::DebugContext &debugContext = {});

} // namespace experimental
} // namespace popsparse

#endif
