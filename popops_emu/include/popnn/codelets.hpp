// SPDX-License-Identifier: MIT
// Registers the vertices of popnn with a graph.
#ifndef POPNN_CODELETS_HPP
#define POPNN_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace popnn {

/// Registers the vertices and their performance estimators. Call it once a graph, before any other
/// function of popnn; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace popnn

#endif
