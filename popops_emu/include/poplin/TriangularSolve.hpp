// SPDX-License-Identifier: MIT
// Triangular matrices, and systems of equations of them.
#ifndef POPLIN_TRIANGULAR_SOLVE_HPP
#define POPLIN_TRIANGULAR_SOLVE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poplin/MatMul.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace poplin {

/// A copy of matrices a [..., N, N], of which one triangle (with the diagonal) is kept and the
/// other is 0; with unitDiagonal the diagonal is 1. Any numeric type. Throws poputil::poplibs_error
/// unless the last two dimensions are equal. Cost: one copy.
POPLAR_EMU_EXPORT poplar::Tensor triangularMask(poplar::Graph &graph, const poplar::Tensor &a,
                                                bool lower, bool unitDiagonal,
                                                poplar::program::Sequence &prog,
                                                const poplar::DebugContext &debugContext = {});

/// Solves A X = B (leftSide) or X A = B.
///
/// \param a  [..., N, N], FLOAT or HALF, of which one triangle is read: the lower one if `lower`.
/// With
///           unitDiagonal its diagonal counts as 1.
/// \param b  [..., N, M] (leftSide) or [..., M, N], of a's type and with its leading dimensions
/// \returns  X, in the shape of b
///
/// Options: blockSize [64], the rows that are solved at a time, and those of matMul, for the
/// products in between. Throws poputil::poplibs_error for other shapes and types and for a
/// blockSize of 0; poplar::invalid_option. A zero on the diagonal gives infinities or NaNs. Cost: N
/// / blockSize times a superstep in which each column of X is on one worker, and a product.
POPLAR_EMU_EXPORT poplar::Tensor triangularSolve(poplar::Graph &graph, const poplar::Tensor &a,
                                                 const poplar::Tensor &b, bool leftSide, bool lower,
                                                 bool unitDiagonal, poplar::program::Sequence &prog,
                                                 const poplar::DebugContext &debugContext = {},
                                                 const poplar::OptionFlags &options = {},
                                                 PlanningCache *cache = nullptr);

/// Variables for a and b of triangularSolve, where it reads them best. Any other tensors of these
/// shapes do too. Errors as of triangularSolve.
POPLAR_EMU_EXPORT poplar::Tensor createTriangularSolveInputLHS(
    poplar::Graph &graph, const poplar::Type &inputType, const poplar::Type &outputType,
    const std::vector<std::size_t> &aShape, const std::vector<std::size_t> &bShape, bool leftSide,
    const poplar::DebugContext &debugContext, const poplar::OptionFlags &options = {},
    PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor createTriangularSolveInputRHS(
    poplar::Graph &graph, const poplar::Type &inputType, const poplar::Type &outputType,
    const std::vector<std::size_t> &aShape, const std::vector<std::size_t> &bShape, bool leftSide,
    const poplar::DebugContext &debugContext, const poplar::OptionFlags &options = {},
    PlanningCache *cache = nullptr);

/// The products of a triangularSolve with these arguments, for poplin::preplan.
POPLAR_EMU_EXPORT std::vector<std::pair<MatMulParams, poplar::OptionFlags>>
getTriangularSolveMatMulPrePlanParameters(const poplar::Type &inputType,
                                          const poplar::Type &outputType,
                                          const std::vector<std::size_t> &aShape,
                                          const std::vector<std::size_t> &bShape, bool leftSide,
                                          bool lower, const poplar::OptionFlags &options);

} // namespace poplin

#endif
