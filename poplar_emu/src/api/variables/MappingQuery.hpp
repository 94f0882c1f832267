// SPDX-License-Identifier: MIT
// Tile mappings of variables as the view layer asks for them.
#pragma once

#include "ir/Graph.hpp"
#include "view/Mapping.hpp"

namespace poplar_emu::api {

/// Answers from the variables of a graph, which must outlive it.
inline view::MappingLookup mappingLookup(const ir::Graph &graph) {
  return [&graph](VariableId variable, std::uint64_t element) {
    const ir::TileInterval interval = graph.variable(variable).mapping.around(element);
    return view::MappedInterval{interval.begin, interval.end, interval.tile};
  };
}

} // namespace poplar_emu::api
