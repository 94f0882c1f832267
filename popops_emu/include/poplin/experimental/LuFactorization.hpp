// SPDX-License-Identifier: MIT
// LU factors without exchange of rows.
#ifndef POPLIN_EXPERIMENTAL_LU_FACTORIZATION_HPP
#define POPLIN_EXPERIMENTAL_LU_FACTORIZATION_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <utility>

namespace poplin {
namespace experimental {

/// (L, U) with input = L U, L [m,m] lower triangular with a diagonal of 1, U [m,n] zero below the
/// diagonal. Rows are not exchanged, so a zero on the way down the diagonal gives infinities or
/// NaNs.
///
/// \param input  [m,n], FLOAT; is not changed
///
/// Throws poputil::poplibs_error for other ranks and types.
/// Cost: a loop of min(m - 1, n) trips; each takes a row to all tiles and subtracts multiples of it
/// from the rows below it, which are spread over all tiles and workers.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
LUFactorization(poplar::Graph &graph, poplar::Tensor &input, poplar::program::Sequence &prog,
                const poplar::DebugContext &debugContext = {});

} // namespace experimental
} // namespace poplin

#endif
