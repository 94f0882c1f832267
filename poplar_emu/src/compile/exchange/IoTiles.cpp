// SPDX-License-Identifier: MIT
// Looks at the mappings of what is transferred, and at the tiles of vertices.
#include "compile/exchange/IoTiles.hpp"

namespace poplar_emu::compile {
namespace {

/// What the library adds on its own, such as the difference of two cycle stamps, takes no time that
/// would make a tile one that computes.
bool isOfUser(const ir::VertexType &type) {
  return !type.name.starts_with("poplar_emu_builtin::");
}

} // namespace

std::vector<std::uint32_t> findIoTiles(const Input &input, const Usage &usage) {
  const ir::Graph &graph = input.graph;
  std::vector<bool> serves(graph.machine.numTiles()), computes(graph.machine.numIpus);
  for (std::size_t v = 0; v < usage.transferred.size(); ++v) {
    if (!usage.transferred[v]) continue;
    const ir::Variable &variable = graph.variables[v];
    variable.mapping.forEach(
        0, variable.numElements,
        [&](std::uint64_t, std::uint64_t, TileId tile) { serves[tile.index()] = true; });
  }
  for (const ComputeSetId id : usage.computeSets)
    for (const VertexId vertex : graph.computeSets[id.index()].vertices) {
      const ir::Vertex &v = graph.vertexTable[vertex];
      if (!v.tile.valid() || !isOfUser(input.types.type(v.type))) continue;
      serves[v.tile.index()] = false;
      computes[v.tile.index() / graph.machine.tilesPerIpu] = true;
    }
  std::vector<std::uint32_t> tiles;
  for (std::uint32_t tile = 0; tile < serves.size(); ++tile)
    if (serves[tile] && computes[tile / graph.machine.tilesPerIpu]) tiles.push_back(tile);
  return tiles;
}

} // namespace poplar_emu::compile
