// SPDX-License-Identifier: MIT
// Virtual graphs and the translation of tile numbers between them.
#include "api/graph/GraphNeed.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

Graph graphOver(const GraphState &parent, VirtualTiles tiles) {
  Target target = parent.target.createVirtualTarget(tiles.numIpus(), tiles.tilesPerIpu());
  return Access::graph(
      std::make_shared<GraphState>(GraphState{parent.core, std::move(tiles), std::move(target)}));
}

[[noreturn]] void raiseNoTile(const char *what, std::size_t tile, std::size_t numTiles) {
  Diagnostic(Code::PE0202, "{}: tile {} does not exist", what, tile)
      .note("there are {} tiles", numTiles)
      .raise();
}

/// The view's number of a tile of the device.
unsigned fromTopLevel(const GraphState &graph, const char *what, std::size_t tile) {
  const std::size_t numTiles = graph.core->graph.machine.numTiles();
  if (tile >= numTiles) raiseNoTile(what, tile, numTiles);
  const std::uint32_t own = graph.tiles.fromTopLevel(TileId(tile));
  if (own == VirtualTiles::kOutside) {
    Diagnostic(Code::PE0202, "{}: tile {} of the device lies outside this virtual graph", what,
               tile)
        .raise();
  }
  return own;
}

} // namespace

Graph Graph::createVirtualGraph(unsigned numTilesPerIPU, SourceLocation loc) {
  const GraphState &state = *need(*this, "createVirtualGraph", loc);
  return graphOver(state, state.tiles.firstOfEachIpu(numTilesPerIPU, siteOf(loc)));
}

Graph Graph::createVirtualGraph(unsigned lowerTile, unsigned upperTile, SourceLocation loc) {
  const GraphState &state = *need(*this, "createVirtualGraph", loc);
  return graphOver(state, state.tiles.range(lowerTile, upperTile, siteOf(loc)));
}

Graph Graph::createVirtualGraph(const std::vector<unsigned> &perIpuTiles, SourceLocation loc) {
  const GraphState &state = *need(*this, "createVirtualGraph", loc);
  return graphOver(state, state.tiles.listOfEachIpu(perIpuTiles, siteOf(loc)));
}

Graph Graph::getTopLevelGraph() {
  const GraphState &state = *need(*this, "getTopLevelGraph");
  const ir::Machine &machine = state.core->graph.machine;
  return Access::graph(std::make_shared<GraphState>(GraphState{
      state.core, VirtualTiles(machine.numIpus, machine.tilesPerIpu), state.core->target}));
}

Graph Graph::createReplicatedGraph(unsigned replicationFactor, SourceLocation loc) {
  need(*this, "createReplicatedGraph", loc);
  Diagnostic(Code::PE0220, "createReplicatedGraph({}) is not supported", replicationFactor)
      .at(siteOf(loc))
      .note("replication is a property of the whole graph since Poplar 2.0")
      .fix("construct the graph with replication_factor({})", replicationFactor)
      .raise();
}

Tensor Graph::getNonReplicatedTensor(const Tensor &tensor) const {
  need(*this, "getNonReplicatedTensor");
  return tensor;
}

unsigned Graph::convertTileToTopLevelGraphTile(unsigned tile) const {
  const GraphState &state = *need(*this, "convertTileToTopLevelGraphTile");
  return needTile(state, tile, "convertTileToTopLevelGraphTile", {}).value;
}

unsigned Graph::convertTopLevelGraphTileToTile(unsigned tile) const {
  return fromTopLevel(*need(*this, "convertTopLevelGraphTileToTile"),
                      "convertTopLevelGraphTileToTile", tile);
}

unsigned Graph::convertVirtualTileToPhysicalTile(unsigned virtualTile) const {
  const GraphState &state = *need(*this, "convertVirtualTileToPhysicalTile");
  return needTile(state, virtualTile, "convertVirtualTileToPhysicalTile", {}).value;
}

unsigned Graph::convertPhysicalTileToVirtualTile(unsigned physicalTile) const {
  return fromTopLevel(*need(*this, "convertPhysicalTileToVirtualTile"),
                      "convertPhysicalTileToVirtualTile", physicalTile);
}

unsigned Graph::convertPhysicalTileToVirtualTile(unsigned ipu, unsigned physicalTile) const {
  const GraphState &state = *need(*this, "convertPhysicalTileToVirtualTile");
  const ir::Machine &machine = state.core->graph.machine;
  if (ipu >= machine.numIpus || physicalTile >= machine.tilesPerIpu) {
    Diagnostic(Code::PE0202, "convertPhysicalTileToVirtualTile: tile {} of IPU {} does not exist",
               physicalTile, ipu)
        .note("there are {} IPUs of {} tiles", machine.numIpus, machine.tilesPerIpu)
        .raise();
  }
  return fromTopLevel(state, "convertPhysicalTileToVirtualTile",
                      std::size_t(ipu) * machine.tilesPerIpu + physicalTile);
}

} // namespace poplar
