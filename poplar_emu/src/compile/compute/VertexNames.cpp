// SPDX-License-Identifier: MIT
// Words for error messages.
#include "compile/compute/VertexNames.hpp"

#include <fmt/format.h>

namespace poplar_emu::compile {
namespace {

std::string onTile(TileId tile) {
  return tile.valid() ? fmt::format(" (tile {})", tile.value) : std::string();
}

} // namespace

std::string vertexName(const ir::Graph &graph, const ir::VertexType &type, VertexId vertex) {
  return fmt::format("{}#{}{}", type.name, vertex.value, onTile(graph.vertexTable[vertex].tile));
}

std::string edgeName(const ir::Graph &graph, const ir::VertexType &type, VertexId vertex,
                     const ir::Edge &edge) {
  const std::string index = edge.index == ir::kNone ? "" : fmt::format("[{}]", edge.index);
  return fmt::format("{}#{}.{}{}{}", type.name, vertex.value, type.fields[edge.field].name, index,
                     onTile(graph.vertexTable[vertex].tile));
}

std::string variableName(const ir::Graph &graph, VariableId variable) {
  const std::string &name = graph.variable(variable).name;
  return name.empty() ? fmt::format("variable #{}", variable.value) : name;
}

std::string rangeName(const ir::Graph &graph, VariableId variable, ElementRange range) {
  return fmt::format("{}[{}:{})", variableName(graph, variable), range.begin, range.end);
}

std::string counted(std::uint64_t number, const char *noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

SiteId siteOf(const ir::Graph &graph, VertexId vertex, const ir::Edge &edge) {
  return edge.site.valid() ? edge.site : graph.vertexTable[vertex].site;
}

} // namespace poplar_emu::compile
