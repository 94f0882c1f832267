// SPDX-License-Identifier: MIT
// Triangular matrices.
#ifndef POPLIN_TRIANGULAR_SOLVE_HPP
#define POPLIN_TRIANGULAR_SOLVE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace poplin {

/// A copy of matrices a [..., N, N], of which one triangle (with the diagonal) is kept and the
/// other is 0; with unitDiagonal the diagonal is 1. Any numeric type. Throws poputil::poplibs_error
/// unless the last two dimensions are equal. Cost: one copy.
POPLAR_EMU_EXPORT poplar::Tensor triangularMask(poplar::Graph &graph, const poplar::Tensor &a,
                                                bool lower, bool unitDiagonal,
                                                poplar::program::Sequence &prog,
                                                const poplar::DebugContext &debugContext = {});

} // namespace poplin

#endif
