// SPDX-License-Identifier: MIT
// Tells the user of a race: both vertices, both lines, the elements.
#pragma once

#include "compile/races/VertexAccess.hpp"
#include "ir/Graph.hpp"

namespace poplar_emu::compile {

/// Throws PE0203, or PE0212 when both accesses are those of one vertex.
[[noreturn]] void raiseConflict(const ir::Graph &graph, const ir::VertexTypes &types,
                                const ir::ComputeSet &computeSet, const Conflict &conflict);

} // namespace poplar_emu::compile
