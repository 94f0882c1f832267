// SPDX-License-Identifier: MIT
// Which tile holds which elements.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "api/variables/MappingQuery.hpp"
#include "api/vertex/FieldValues.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

void mapRuns(ir::Graph &graph, const std::vector<view::Run> &runs, TileId tile) {
  for (const view::Run &run : runs) {
    ir::TileMapping &mapping = graph.variable(run.variable).mapping;
    view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      mapping.set(begin, begin + length, tile);
    });
  }
}

enum class Constants { Include, Exclude };

/// The parts of a tensor by tile of the view.
struct MappingResult {
  Graph::TileToTensorMapping byTile;
  std::uint64_t mapped = 0;   ///< elements that lie on a tile of the view
  std::uint64_t external = 0; ///< elements that lie on another tile
  std::uint64_t firstMissing = ~std::uint64_t{0};
};

MappingResult mappingOf(const GraphState &graph, const TensorState &tensor, Constants constants) {
  const ir::Graph &ir = graph.core->graph;
  view::MappingLookup lookup = mappingLookup(ir);
  if (constants == Constants::Exclude) {
    lookup = [&ir, inner = mappingLookup(ir)](VariableId variable, std::uint64_t element) {
      if (!ir.variable(variable).isConstant()) return inner(variable, element);
      return view::MappedInterval{0, ir.variable(variable).numElements, TileId()};
    };
  }
  MappingResult result;
  result.byTile.resize(graph.tiles.numTiles());
  std::uint64_t expected = 0;
  for (const view::MappedInterval &part : view::tileIntervals(tensor.view, lookup)) {
    const std::uint32_t tile = graph.tiles.fromTopLevel(part.tile);
    if (tile == VirtualTiles::kOutside) {
      result.external += part.size();
      continue;
    }
    if (part.begin != expected) result.firstMissing = std::min(result.firstMissing, expected);
    expected = part.end;
    result.byTile[tile].emplace_back(part.begin, part.end);
    result.mapped += part.size();
  }
  if (expected != tensor.view.numElements())
    result.firstMissing = std::min(result.firstMissing, expected);
  return result;
}

[[noreturn]] void raiseIncomplete(const TensorState &tensor, const MappingResult &result) {
  const std::uint64_t total = tensor.view.numElements();
  const std::uint64_t missing = total - result.mapped - result.external;
  Diagnostic error(Code::PE0201, "getTileMapping: {} is not mapped completely",
                   describeTensor(tensor));
  if (missing) error.note("{} of {} elements have no tile", missing, total);
  if (result.external)
    error.note("{} of {} elements lie outside this virtual graph", result.external, total);
  error.note("the first such element is {} of the flattened tensor", result.firstMissing);
  const view::Run first = view::runs(view::slice(view::flatten(tensor.view), result.firstMissing,
                                                 result.firstMissing + 1))
                              .front();
  error.at(tensor.core->graph.variable(first.variable).site, "{} is made here",
           describeVariable(tensor.core->graph, first.variable));
  error.fix("call setTileMapping first, or ask with requireComplete = false");
  error.raise();
}

} // namespace

void Graph::setTileMapping(VertexRef vertex, unsigned tile, SourceLocation loc) {
  const GraphState &state = *need(*this, "setTileMapping", loc);
  const VertexId id = needVertex(*state.core, vertex, "setTileMapping", loc);
  const TileId own = needTile(state, tile, "setTileMapping of a vertex", siteOf(loc));
  state.core->graph.vertexTable.vertices[id.index()].tile = own;
  mapOwnedVariables(*state.core, id, own);
}

void Graph::setTileMapping(const Tensor &tensor, unsigned tile, SourceLocation loc) {
  const GraphState &state = *need(*this, "setTileMapping", loc);
  const TensorState &mapped = *needOf(*state.core, tensor, "setTileMapping", loc);
  if (tile >= state.tiles.numTiles()) {
    Diagnostic(Code::PE0202, "{} cannot be mapped to tile {}", describeTensor(mapped), tile)
        .at(siteOf(loc))
        .note("the graph has {} tiles", state.tiles.numTiles())
        .raise();
  }
  mapRuns(state.core->graph, view::storageRuns(mapped.view), state.tiles.toTopLevel(tile));
}

void Graph::setTileMapping(const Tensor &tensor, const TileToTensorMapping &mapping,
                           SourceLocation loc) {
  const GraphState &state = *need(*this, "setTileMapping", loc);
  const TensorState &mapped = *needOf(*state.core, tensor, "setTileMapping", loc);
  const view::View flat = view::flatten(mapped.view);
  for (std::size_t tile = 0; tile < mapping.size(); ++tile) {
    for (const Interval &interval : mapping[tile]) {
      if (tile >= state.tiles.numTiles()) {
        Diagnostic(Code::PE0202, "{} cannot be mapped to tile {}", describeTensor(mapped), tile)
            .at(siteOf(loc))
            .note("the mapping has {} entries, the graph {} tiles", mapping.size(),
                  state.tiles.numTiles())
            .raise();
      }
      if (interval.end() < interval.begin() || interval.end() > flat.numElements()) {
        Diagnostic(Code::PE0202, "elements [{}, {}) of {} cannot be mapped to tile {}",
                   interval.begin(), interval.end(), describeTensor(mapped), tile)
            .at(siteOf(loc))
            .note("the tensor has {} elements", flat.numElements())
            .raise();
      }
    }
  }
  for (std::size_t tile = 0; tile < mapping.size(); ++tile) {
    for (const Interval &interval : mapping[tile]) {
      if (interval.begin() == interval.end()) continue;
      mapRuns(state.core->graph, view::storageRuns(flat, {interval.begin(), interval.end()}),
              state.tiles.toTopLevel(static_cast<unsigned>(tile)));
    }
  }
}

Graph::TileToTensorMapping Graph::getTileMapping(const Tensor &tensor, bool requireComplete,
                                                 bool allowExternal) const {
  const GraphState &state = *need(*this, "getTileMapping");
  const TensorState &mapped = *needOf(*state.core, tensor, "getTileMapping");
  MappingResult result = mappingOf(state, mapped, Constants::Include);
  const std::uint64_t found = result.mapped + (allowExternal ? result.external : 0);
  if (requireComplete && found != mapped.view.numElements()) raiseIncomplete(mapped, result);
  return std::move(result.byTile);
}

Graph::TileToTensorMapping Graph::getTileMapping(const Tensor &tensor, bool *isComplete,
                                                 bool allowExternal) const {
  const GraphState &state = *need(*this, "getTileMapping");
  const TensorState &mapped = *needOf(*state.core, tensor, "getTileMapping");
  MappingResult result = mappingOf(state, mapped, Constants::Include);
  const std::uint64_t found = result.mapped + (allowExternal ? result.external : 0);
  if (isComplete) *isComplete = found == mapped.view.numElements();
  return std::move(result.byTile);
}

Graph::TileToTensorMapping Graph::getVariableTileMapping(const Tensor &tensor) const {
  const GraphState &state = *need(*this, "getVariableTileMapping");
  const TensorState &mapped = *needOf(*state.core, tensor, "getVariableTileMapping");
  return mappingOf(state, mapped, Constants::Exclude).byTile;
}

} // namespace poplar
