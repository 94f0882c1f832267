// SPDX-License-Identifier: MIT
// Graphs and tiles as arguments.
#pragma once

#include "api/Access.hpp"
#include "api/Sites.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Graph.hpp>

namespace poplar_emu::api {

/// PE0215 for a default-constructed or moved-from graph.
inline const std::shared_ptr<GraphState> &need(const poplar::Graph &graph, const char *what,
                                               const poplar::SourceLocation &loc = {}) {
  const std::shared_ptr<GraphState> &state = Access::state(graph);
  if (!state) {
    Diagnostic(Code::PE0215, "{}: the graph is empty", what)
        .at(siteOf(loc))
        .note("it was default-constructed or moved from")
        .raise();
  }
  return state;
}

/// The tile of the device that a tile number of the view means; PE0202 if there is none.
inline TileId needTile(const GraphState &graph, std::size_t tile, const char *what, SiteId site) {
  if (tile >= graph.tiles.numTiles()) {
    Diagnostic(Code::PE0202, "{}: tile {} does not exist", what, tile)
        .at(site)
        .note("the graph has {} tiles", graph.tiles.numTiles())
        .raise();
  }
  return graph.tiles.toTopLevel(static_cast<unsigned>(tile));
}

/// PE0215 unless it is a vertex of this graph.
inline VertexId needVertex(const GraphCore &core, const poplar::VertexRef &vertex, const char *what,
                           const poplar::SourceLocation &loc = {}) {
  const std::shared_ptr<GraphState> &owner = Access::graphOf(vertex);
  if (!owner || owner->core.get() != &core) {
    Diagnostic(Code::PE0215, "{}: the vertex {}", what,
               owner ? "belongs to another graph" : "reference is empty")
        .at(siteOf(loc))
        .raise();
  }
  return Access::vertexId(vertex);
}

/// PE0115 for a compute set or function of another graph. One made from a bare id passes.
template <class Element>
void needOwn(const GraphCore &core, const Element &element, const char *call, const char *what,
             SiteId site) {
  const std::uint64_t owner = Access::graphIdOf(element);
  if (owner == 0 || owner == core.graph.id) return;
  Diagnostic(Code::PE0115, "{}: {} belongs to another graph", call, what).at(site).raise();
}

inline std::string_view text(poplar::StringRef s) {
  return {s.data(), s.size()};
}

} // namespace poplar_emu::api
