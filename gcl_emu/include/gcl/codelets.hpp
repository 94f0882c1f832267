// SPDX-License-Identifier: MIT
// Registers the vertices of gcl with a graph.
#ifndef GCL_CODELETS_HPP
#define GCL_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace gcl {

/// Call it once a graph, before any other function of gcl; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace gcl

#endif
