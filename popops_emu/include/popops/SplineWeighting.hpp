// SPDX-License-Identifier: MIT
// Graph convolutions with B-spline kernels.
#ifndef POPOPS_SPLINE_WEIGHTING_HPP
#define POPOPS_SPLINE_WEIGHTING_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// out[e][o] = sum over s and i of basis[e][s] * input[e][i] * weight[weightIndex[e][s]][i][o].
///
/// \param input        [E, I], FLOAT or HALF
/// \param weight       [K, I, O], of the same type
/// \param basis        [E, S], of the same type, see splineBasis
/// \param weightIndex  [E, S], INT; what is not in [0, K) adds nothing
/// \returns [E, O], of the same type; sums are made in float and rounded once
///
/// Throws poputil::poplibs_error for other types and shapes. One superstep; each tile receives the
/// weights of some output channels, at most 128 KiB where that is possible.
POPLAR_EMU_EXPORT poplar::Tensor
splineWeighting(poplar::Graph &graph, const poplar::Tensor &input, const poplar::Tensor &weight,
                const poplar::Tensor &basis, const poplar::Tensor &weightIndex,
                poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
