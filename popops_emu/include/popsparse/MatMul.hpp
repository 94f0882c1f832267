// SPDX-License-Identifier: MIT
// Products of a sparse and a dense matrix.
#ifndef POPSPARSE_MAT_MUL_HPP
#define POPSPARSE_MAT_MUL_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <popsparse/MatMulParams.hpp>
#include <popsparse/PlanningCache.hpp>
#include <popsparse/SparseStorageFormats.hpp>
#include <popsparse/SparseTensor.hpp>

namespace popsparse {

// Types: FLOAT and HALF, both operands and the result alike; sums are kept in float.
//
// Options of the dynamic functions: metaInfoBucketOversizeProportion [0.3], the room that each tile
// has beyond an even share of the non-zeros. Accepted too, without effect on results:
// availableMemoryProportion, partialsType, sharedBuckets, doGradAPass, doGradWPass,
// planConstraints, enableStructuredRearrangements, partitioner.optimiseForSpeed,
// partitioner.forceBucketSpills.
//
// Errors: poputil::poplibs_error for other types and shapes, and for more than one group;
// poplar::invalid_option.

namespace dynamic {

/// A sparse matrix [m, k], without contents.
POPLAR_EMU_EXPORT SparseTensor createSparseDenseMatMulLHS(
    poplar::Graph &graph, const poplar::Type &inputType, const MatMulParams &params,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {},
    PlanningCache *cache = nullptr);
/// A variable [groups, k, n] for the dense operand.
POPLAR_EMU_EXPORT poplar::Tensor
createSparseDenseMatMulRHS(poplar::Graph &graph, const poplar::Type &inputType,
                           const MatMulParams &params,
                           const poplar::DebugContext &debugContext = {},
                           const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// lhs * rhs, where rhs has shape [groups, k, n] and the result [groups, m, n]. With transposeLHS
/// it is lhs' * rhs, of [groups, m, n], and the result is [groups, k, n]; with transposeRHS the
/// last two dimensions of rhs are exchanged.
///
/// Cost: a tile has rows and columns of the result, and reads the non-zeros of its rows. As many
/// supersteps as tiles that these overflow to, at least one; with transposeLHS one for each part of
/// the rows.
POPLAR_EMU_EXPORT poplar::Tensor
sparseDenseMatMul(poplar::Graph &graph, const SparseTensor &lhs, const poplar::Tensor &rhs,
                  poplar::program::Sequence &prog, bool transposeLHS = false,
                  bool transposeRHS = false, const poplar::DebugContext &debugContext = {},
                  const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

} // namespace dynamic

namespace static_ {

/// A sparse matrix [m, k] with the pattern (not the values) of `matrix`; float and double.
template <typename T>
POPLAR_EMU_EXPORT SparseTensor createSparseDenseMatMulLHS(
    poplar::Graph &graph, const poplar::Type &inputType, const MatMulParams &params,
    const CSRMatrix<T> &matrix, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
/// A variable [groups, k, n] for the dense operand.
POPLAR_EMU_EXPORT poplar::Tensor
createSparseDenseMatMulRHS(poplar::Graph &graph, const poplar::Type &inputType,
                           const MatMulParams &params,
                           const poplar::DebugContext &debugContext = {},
                           const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
/// The same with the pattern of the sparse operand, which does not change it.
template <typename T>
POPLAR_EMU_EXPORT poplar::Tensor
createSparseDenseMatMulRHS(poplar::Graph &graph, const poplar::Type &inputType,
                           const MatMulParams &params, const CSRMatrix<T> &matrix,
                           const poplar::DebugContext &debugContext = {},
                           const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// A sparse matrix [k, m] with the pattern of `matrix`.
template <typename T>
POPLAR_EMU_EXPORT SparseTensor createDenseSparseMatMulRHS(
    poplar::Graph &graph, const poplar::Type &inputType, const MatMulParams &params,
    const CSRMatrix<T> &matrix, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
/// A variable [groups, n, k] for the dense operand.
POPLAR_EMU_EXPORT poplar::Tensor
createDenseSparseMatMulLHS(poplar::Graph &graph, const poplar::Type &inputType,
                           const MatMulParams &params,
                           const poplar::DebugContext &debugContext = {},
                           const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
template <typename T>
POPLAR_EMU_EXPORT poplar::Tensor
createDenseSparseMatMulLHS(poplar::Graph &graph, const poplar::Type &inputType,
                           const MatMulParams &params, const CSRMatrix<T> &matrix,
                           const poplar::DebugContext &debugContext = {},
                           const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// As the dynamic function. Cost: one superstep; rows are spread so that tiles have equally many
/// non-zeros.
POPLAR_EMU_EXPORT poplar::Tensor
sparseDenseMatMul(poplar::Graph &graph, const SparseTensor &lhs, const poplar::Tensor &rhs,
                  poplar::program::Sequence &prog, bool transposeLHS = false,
                  bool transposeRHS = false, const poplar::DebugContext &debugContext = {},
                  const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
/// lhs [groups, n, k] times rhs [k, m]: [groups, n, m]. Either may be the transposed of what is
/// given.
POPLAR_EMU_EXPORT poplar::Tensor
denseSparseMatMul(poplar::Graph &graph, const poplar::Tensor &lhs, const SparseTensor &rhs,
                  poplar::program::Sequence &prog, bool transposeLHS = false,
                  bool transposeRHS = false, const poplar::DebugContext &debugContext = {},
                  const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

} // namespace static_
} // namespace popsparse

#endif
