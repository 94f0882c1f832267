// SPDX-License-Identifier: MIT
// The product of windows and kernels, with or without all windows in memory.
#pragma once

#include "conv/Problem.hpp"

#include <poplar/Program.hpp>

namespace poplin {

/// out = in * kernel, where kernel is [G, Co, Ci, kernel...].
///
/// One product of all windows, which are copied for it: as many copies of the input as a kernel has
/// elements. When they would take more of the tiles' memory than availableMemoryProportion allows,
/// one product for each kernel element instead, added up in float.
void multiplyWindows(poplar::Graph &graph, const Convolution &convolution, const poplar::Tensor &in,
                     const poplar::Tensor &kernel, const poplar::Tensor &out,
                     poplar::program::Sequence &prog, const poplar::DebugNameAndId &name,
                     PlanningCache *cache);

} // namespace poplin
