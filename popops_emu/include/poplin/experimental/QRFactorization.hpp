// SPDX-License-Identifier: MIT
// QR factors by Householder reflections.
#ifndef POPLIN_EXPERIMENTAL_QR_FACTORIZATION_HPP
#define POPLIN_EXPERIMENTAL_QR_FACTORIZATION_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <array>
#include <cstddef>

namespace poplin {
namespace experimental {

/// Variables A [m,n] and Q [m,m] for QRFactorization, m >= n, of type FLOAT. Q is not written: fill
/// it with the identity. Throws poputil::poplibs_error for other shapes and types.
POPLAR_EMU_EXPORT std::array<poplar::Tensor, 2>
createQRFactorizationMatrices(poplar::Graph &graph, const poplar::Type &type, std::size_t m,
                              std::size_t n, const poplar::DebugContext &debugContext);

/// A = Q R, with Q orthogonal and R zero below the diagonal, both in place.
///
/// \param A  [m,n], m >= n, FLOAT; becomes R. Elements of the diagonal of R may have any sign.
/// \param Q  [m,m], FLOAT, the identity; becomes Q. Another matrix becomes itself times Q.
///
/// Option: rowsPerIteration [32], accepted as a hint. Throws poputil::poplibs_error for other
/// shapes and types and for tensors whose elements are not distinct variables;
/// poplar::invalid_option. Cost: a loop of min(m - 1, n) trips; each takes a column to a tile,
/// makes the reflection there, and applies it to columns of A and rows of Q, which are spread over
/// all tiles and workers.
POPLAR_EMU_EXPORT void QRFactorization(poplar::Graph &graph, poplar::Tensor &A, poplar::Tensor &Q,
                                       poplar::program::Sequence &prog,
                                       const poplar::DebugContext &debugContext = {},
                                       const poplar::OptionFlags &options = {});

} // namespace experimental
} // namespace poplin

#endif
