// SPDX-License-Identifier: MIT
// How errors call vertices, fields and parts of variables: by the user's names.
#pragma once

#include "compile/compute/operands/Regions.hpp"
#include "ir/Graph.hpp"

#include <string>

namespace poplar_emu::compile {

/// "Stencil#17 (tile 3)"; without the tile while it is unmapped.
std::string vertexName(const ir::Graph &graph, const ir::VertexType &type, VertexId vertex);

/// "Stencil#17.out (tile 3)", or "Stencil#17.rows[2] (tile 3)".
std::string edgeName(const ir::Graph &graph, const ir::VertexType &type, VertexId vertex,
                     const ir::Edge &edge);

/// "grid", or "variable #12" when it has no name.
std::string variableName(const ir::Graph &graph, VariableId variable);

/// "grid[0:130)".
std::string rangeName(const ir::Graph &graph, VariableId variable, ElementRange range);

/// "1 element", "3 elements".
std::string counted(std::uint64_t number, const char *noun);

/// The line of the connection, or that of the vertex when the former is unknown.
SiteId siteOf(const ir::Graph &graph, VertexId vertex, const ir::Edge &edge);

} // namespace poplar_emu::compile
