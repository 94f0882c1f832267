// SPDX-License-Identifier: MIT
// Cholesky factors of symmetric positive definite matrices.
#ifndef POPLIN_CHOLESKY_HPP
#define POPLIN_CHOLESKY_HPP

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

// Factors of matrices [..., N, N], FLOAT or HALF: L with A = L L' if `lower`, otherwise U with
// A = U' U. Only that triangle of A is read; the other one of the result is 0. A matrix that is not
// positive definite gives NaNs.
//
// Options: blockSize [64], the rows that are done at a time, and those of matMul.
// Throws poputil::poplibs_error for other shapes and types and for a blockSize of 0;
// poplar::invalid_option.
// Cost: N / blockSize times: a superstep in which one worker factorises a block, one that solves
// triangular systems on all tiles, and a product.

POPLAR_EMU_EXPORT poplar::Tensor cholesky(poplar::Graph &graph, const poplar::Tensor &a, bool lower,
                                          poplar::program::Sequence &prog,
                                          const poplar::DebugContext &debugContext = {},
                                          poplar::OptionFlags options = {},
                                          PlanningCache *cache = nullptr);
/// The factor replaces `a`, whose elements must be distinct variables.
POPLAR_EMU_EXPORT void choleskyInPlace(poplar::Graph &graph, const poplar::Tensor &a, bool lower,
                                       poplar::program::Sequence &prog,
                                       const poplar::DebugContext &debugContext = {},
                                       poplar::OptionFlags options = {},
                                       PlanningCache *cache = nullptr);

/// A variable of this shape, where the factorisation reads it best.
POPLAR_EMU_EXPORT poplar::Tensor createCholeskyInput(poplar::Graph &graph, const poplar::Type &type,
                                                     const std::vector<std::size_t> &shape,
                                                     bool lower,
                                                     const poplar::DebugContext &debugContext,
                                                     const poplar::OptionFlags &options = {},
                                                     PlanningCache *cache = nullptr);

/// The products of a factorisation, for poplin::preplan.
POPLAR_EMU_EXPORT std::vector<std::pair<MatMulParams, poplar::OptionFlags>>
getCholeskyMatMulPrePlanParameters(const poplar::Type &type, const std::vector<std::size_t> &shape,
                                   bool lower, poplar::OptionFlags options);

} // namespace poplin

#endif
