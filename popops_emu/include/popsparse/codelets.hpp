// SPDX-License-Identifier: MIT
// Registers the vertices of popsparse with a graph.
#ifndef POPSPARSE_CODELETS_HPP
#define POPSPARSE_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace popsparse {

/// Call it once a graph, before any other function of popsparse; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace popsparse

#endif
