// SPDX-License-Identifier: MIT
// Registers the vertices of popops with a graph.
#ifndef POPOPS_CODELETS_HPP
#define POPOPS_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// Registers the vertices and their performance estimators. Call it once a graph, before any other
/// function of popops; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace popops

#endif
