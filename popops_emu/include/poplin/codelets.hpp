// SPDX-License-Identifier: MIT
// Registers the vertices of poplin with a graph.
#ifndef POPLIN_CODELETS_HPP
#define POPLIN_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace poplin {

/// Registers the vertices and their performance estimators. Call it once a graph, before any other
/// function of poplin; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace poplin

#endif
