// SPDX-License-Identifier: MIT
// Registers the vertices of popfloat with a graph.
#ifndef POPFLOAT_EXPERIMENTAL_CODELETS_HPP
#define POPFLOAT_EXPERIMENTAL_CODELETS_HPP

#include <poplar/Graph.hpp>
#include <poplar_emu/Export.hpp>

namespace popfloat {
namespace experimental {

/// Call it once a graph, before any other function of popfloat; calling it again changes nothing.
POPLAR_EMU_EXPORT void addCodelets(poplar::Graph &graph);

} // namespace experimental
} // namespace popfloat

#endif
