// SPDX-License-Identifier: MIT
// Vertices that evaluate typed expressions.
#pragma once

#include "map/Computation.hpp"

#include <poplar/Graph.hpp>

#include <vector>

namespace popops::map_detail {

/// Adds vertices that compute all results at once, on the tiles of outs[0].
///
/// inputs: a tensor of the shape of the results, or of one element, for each tensor of the
/// expressions (those that none uses may be invalid). outs: one a result, of equal shapes. An input
/// may be the same elements in the same order as a result; no other overlap is legal. False, and
/// nothing is done, if the expressions are too large for one vertex.
bool addMapVertices(poplar::Graph &graph, const Computation &computation,
                    const std::vector<poplar::Tensor> &inputs,
                    const std::vector<poplar::Tensor> &outs, poplar::ComputeSet cs);

} // namespace popops::map_detail
