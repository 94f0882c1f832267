// SPDX-License-Identifier: MIT
// New variables that are shaped, ordered and mapped like old ones.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "api/variables/MappingQuery.hpp"
#include "api/variables/Variables.hpp"
#include "view/Clone.hpp"
#include "view/Regions.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

view::CloneMethod methodOf(TensorCloneMethod method) {
  switch (method) {
  case TensorCloneMethod::PRESERVE_ORDER_AND_ALIASES:
    return view::CloneMethod::PreserveOrderAndAliases;
  case TensorCloneMethod::CREATE_NEW_ORDER:
    return view::CloneMethod::CreateNewOrder;
  case TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES:
    return view::CloneMethod::PreserveOrderUnlessAliases;
  case TensorCloneMethod::GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES:
    return view::CloneMethod::GatherAndPreserveTileOrderAndAliases;
  }
  POPLAR_EMU_CHECK(false);
  return {};
}

view::CloneDuplication duplicationOf(TensorCloneDuplicationMethod method) {
  return method == TensorCloneDuplicationMethod::DUPLICATE_BY_OUTER_DIMENSION
             ? view::CloneDuplication::ByOuterDimension
             : view::CloneDuplication::ByTileContiguousRegion;
}

struct CloneRequest {
  const TensorState &source;
  ElementType type;
  TensorRef metadata;
  std::string name;
  SiteId site;
};

CloneRequest requestFor(const GraphState &graph, const Type *type, const Tensor *metadata,
                        const Tensor &tensor, const DebugContext &dc) {
  const TensorState &source = *needOf(*graph.core, tensor, "clone", Access::location(dc));
  CloneRequest request{source, type ? Access::elementType(*type) : source.type, nullptr,
                       dc.getPathName(), siteOf(Access::location(dc))};
  if (metadata) request.metadata = metadataArgument(graph, *metadata, request.site);
  if (!request.metadata && request.type == ElementType::Quarter) request.metadata = source.metadata;
  if (request.name.empty()) {
    const std::vector<VariableId> variables = view::variables(source.view);
    if (!variables.empty()) request.name = graph.core->graph.variable(variables.front()).name;
  }
  return request;
}

/// Makes the variables of a plan; each takes the tiles of the elements that it copies.
Tensor carryOut(const GraphState &graph, const view::ClonePlan &plan, const CloneRequest &request) {
  ir::Graph &ir = graph.core->graph;
  const view::MappingLookup lookup = mappingLookup(ir);
  std::vector<VariableId> ids;
  for (const view::CloneVariable &planned : plan.variables) {
    const std::vector<view::MappedInterval> tiles = view::tileIntervals(planned.source, lookup);
    const std::size_t shape[] = {planned.numElements};
    NewVariable description{request.type, shape, request.name, request.site, request.metadata};
    const VariableId id = addVariable(graph, description, ir::VariableKind::Variable);
    for (const view::MappedInterval &part : tiles)
      ir.variable(id).mapping.set(part.begin, part.end, part.tile);
    ids.push_back(id);
  }
  return makeTensor(graph.core, request.type, view::withVariables(plan.view, ids),
                    request.metadata);
}

Tensor cloneAs(const Graph &graph, const Type *type, const Tensor *metadata, const Tensor &tensor,
               const DebugContext &dc, TensorCloneMethod method) {
  const GraphState &state = *need(graph, "clone", Access::location(dc));
  const CloneRequest request = requestFor(state, type, metadata, tensor, dc);
  return carryOut(
      state,
      view::planClone(request.source.view, methodOf(method), mappingLookup(state.core->graph)),
      request);
}

Tensor cloneNAs(const Graph &graph, const Type *type, const Tensor *metadata, const Tensor &tensor,
                std::size_t n, const DebugContext &dc, TensorCloneMethod method,
                TensorCloneDuplicationMethod duplication) {
  const GraphState &state = *need(graph, "cloneN", Access::location(dc));
  const CloneRequest request = requestFor(state, type, metadata, tensor, dc);
  return carryOut(state,
                  view::planCloneN(request.source.view, n, methodOf(method),
                                   duplicationOf(duplication), mappingLookup(state.core->graph),
                                   request.site),
                  request);
}

} // namespace

Tensor Graph::clone(const Type &type, const Tensor &tensor, const DebugContext &dc,
                    TensorCloneMethod method) {
  return cloneAs(*this, &type, nullptr, tensor, dc, method);
}

Tensor Graph::clone(const Type &type, const Tensor &metadata, const Tensor &tensor,
                    const DebugContext &dc, TensorCloneMethod method) {
  return cloneAs(*this, &type, &metadata, tensor, dc, method);
}

Tensor Graph::clone(const Tensor &tensor, const DebugContext &dc, TensorCloneMethod method) {
  return cloneAs(*this, nullptr, nullptr, tensor, dc, method);
}

Tensor Graph::clone(const Tensor &metadata, const Tensor &tensor, const DebugContext &dc,
                    TensorCloneMethod method) {
  return cloneAs(*this, nullptr, &metadata, tensor, dc, method);
}

Tensor Graph::cloneN(const Type &type, const Tensor &tensor, std::size_t N, const DebugContext &dc,
                     TensorCloneMethod method, TensorCloneDuplicationMethod duplication) {
  return cloneNAs(*this, &type, nullptr, tensor, N, dc, method, duplication);
}

Tensor Graph::cloneN(const Type &type, const Tensor &metadata, const Tensor &tensor, std::size_t N,
                     const DebugContext &dc, TensorCloneMethod method,
                     TensorCloneDuplicationMethod duplication) {
  return cloneNAs(*this, &type, &metadata, tensor, N, dc, method, duplication);
}

Tensor Graph::cloneN(const Tensor &tensor, std::size_t N, const DebugContext &dc,
                     TensorCloneMethod method, TensorCloneDuplicationMethod duplication) {
  return cloneNAs(*this, nullptr, nullptr, tensor, N, dc, method, duplication);
}

Tensor Graph::cloneN(const Tensor &metadata, const Tensor &tensor, std::size_t N,
                     const DebugContext &dc, TensorCloneMethod method,
                     TensorCloneDuplicationMethod duplication) {
  return cloneNAs(*this, nullptr, &metadata, tensor, N, dc, method, duplication);
}

} // namespace poplar
