// SPDX-License-Identifier: MIT
// B-spline bases of graph convolutions.
#ifndef POPOPS_SPLINE_BASIS_HPP
#define POPOPS_SPLINE_BASIS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// The weights of the S = (degree + 1)^D control points around each edge's pseudo-coordinates, and
/// which ones they are (Fey et al., SplineCNN, 2018). With v = pseudo[e][d] * (kernelSize[d] -
/// degree * isOpenSpline[d]), s = s_0 + s_1 (degree + 1) + ...: basis[e][s] is the product over d
/// of the B-spline s_d at the fraction of v; weightIndex[e][s] is the mixed-radix number of the
/// digits (floor(v) + s_d) mod kernelSize[d], the first dimension lowest.
///
/// \param pseudo        [E, D], FLOAT or HALF, from 0 to 1
/// \param kernelSize    [D], INT
/// \param isOpenSpline  [D], UNSIGNED_CHAR
/// \param basis         [E, S], of pseudo's type, written
/// \param weightIndex   [E, S], INT, written
/// \param degree        1, 2 or 3
///
/// Computes in float and rounds once. Throws poputil::poplibs_error for other types, shapes and
/// degrees. One superstep.
POPLAR_EMU_EXPORT void splineBasis(poplar::Graph &graph, const poplar::Tensor &pseudo,
                                   const poplar::Tensor &kernelSize,
                                   const poplar::Tensor &isOpenSpline, const poplar::Tensor &basis,
                                   const poplar::Tensor &weightIndex, unsigned degree,
                                   poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
