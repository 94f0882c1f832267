// SPDX-License-Identifier: MIT
// Registers the vertices of poprand with a graph.
#ifndef POPRAND_CODELETS_HPP
#define POPRAND_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace poprand {

/// Registers the vertices and their performance estimators. Call it once a graph, before any other
/// function of poprand; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace poprand

#endif
