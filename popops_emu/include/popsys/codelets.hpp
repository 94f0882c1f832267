// SPDX-License-Identifier: MIT
// Registers the vertices of popsys with a graph.
#ifndef POPSYS_CODELETS_HPP
#define POPSYS_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace popsys {

/// Call it once a graph, before any other function of popsys; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace popsys

#endif
