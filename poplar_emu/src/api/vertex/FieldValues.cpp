// SPDX-License-Identifier: MIT
// The rules of what initial value suits which field.
#include "api/vertex/FieldValues.hpp"

#include "api/variables/InitialValues.hpp"
#include "api/variables/Variables.hpp"
#include "api/vertex/Connect.hpp"

#include <algorithm>

namespace poplar_emu::api {
namespace {

bool isStateKind(const Field &field) {
  return !ir::isEdge(field.info.kind);
}

/// The tensor behind an edge, read back from its regions.
TensorState tensorBehind(const GraphState &graph, const Field &field, const ir::Edge &edge) {
  const ir::VertexTable &table = field.core.graph.vertexTable;
  std::vector<view::Piece> pieces;
  std::uint64_t at = 0;
  for (std::uint32_t r = edge.firstRegion; r < edge.firstRegion + edge.numRegions; ++r) {
    const ir::Region &region = table.regions[r];
    for (std::uint32_t row = 0; row < region.count; ++row) {
      view::Piece piece;
      piece.variable = region.variable;
      piece.offset = static_cast<std::int64_t>(region.start) + region.stride * row;
      const view::Digit digit{region.length, 1};
      piece.addAxis(at, region.length > 1 ? std::span(&digit, 1) : std::span<const view::Digit>());
      pieces.push_back(std::move(piece));
      at += region.length;
    }
  }
  return {graph.core, field.info.type, view::View(view::Shape{at}, std::move(pieces)), nullptr};
}

/// Values of an edge that no tensor stands behind: it gets one of its own.
void ownVariable(const GraphState &graph, const Field &field, const HostValues &values) {
  GraphCore &core = field.core;
  const std::size_t shape[] = {values.count};
  NewVariable description{field.info.type, shape, describe(field), field.site, nullptr};
  const ValueTarget target{field.info.type, [&] { return describe(field); }, field.site, {}};
  std::vector<std::byte> bytes = toDevice(values, target);
  const bool isInput = field.info.direction == ir::Direction::In;
  const VariableId id = addVariable(
      graph, description, isInput ? ir::VariableKind::Constant : ir::VariableKind::Variable);
  ir::Variable &variable = core.graph.variable(id);
  if (isInput)
    variable.constant = {std::move(bytes), false};
  else
    variable.initialValues.push_back({0, values.count, {std::move(bytes), false}, {}});
  const TileId tile = core.graph.vertexTable[field.vertex].tile;
  if (tile.valid()) variable.mapping.set(0, values.count, tile);
  core.ownedVariables[field.vertex].push_back(id);
  addEdge(field, view::wholeVariable(id, shape));
}

void setEdgeValues(const GraphState &graph, const Field &field, const HostValues &values) {
  const ir::VertexTable &table = field.core.graph.vertexTable;
  if (const ir::Edge *edge = findEdge(field)) {
    if (edge->numElements != values.count) {
      Diagnostic(Code::PE0213, "initial value of {} needs {} values and got {}", describe(field),
                 edge->numElements, values.count)
          .at(field.site)
          .raise();
    }
    const auto &owned = field.core.ownedVariables.find(field.vertex);
    const VariableId behind =
        edge->numRegions ? table.regions[edge->firstRegion].variable : VariableId();
    const bool ownsIt =
        owned != field.core.ownedVariables.end() &&
        std::find(owned->second.begin(), owned->second.end(), behind) != owned->second.end();
    ir::Variable *variable = behind.valid() ? &field.core.graph.variable(behind) : nullptr;
    if (ownsIt && variable->isConstant()) {
      variable->constant.bytes =
          toDevice(values, {field.info.type, [&] { return describe(field); }, field.site, {}});
      return;
    }
    setInitialValues(tensorBehind(graph, field, *edge), values, Spread::OneForEach, field.site);
    return;
  }
  if (isConnected(field)) raiseMisuse(field, "its elements are connected one by one");
  ownVariable(graph, field, values);
}

[[noreturn]] void raiseCount(const Field &field, std::size_t needed, std::size_t given) {
  Diagnostic(Code::PE0213, "initial value of {} needs {} values and got {}", describe(field),
             needed, given)
      .at(field.site)
      .note("the field is declared as {}", declarationOf(field.info))
      .raise();
}

} // namespace

void setFieldValue(const GraphState &graph, const Field &field, const HostValues &value) {
  switch (field.info.kind) {
  case ir::FieldKind::ScalarState:
    storeValues(field, value);
    return;
  case ir::FieldKind::VectorState:
    if (field.isWhole()) raiseMisuse(field, "it takes a list of values, not one value");
    storeValues(field, value);
    return;
  case ir::FieldKind::ScalarEdge:
  case ir::FieldKind::ScalarEdges:
    if (ir::isIndexed(field.info.kind) && field.isWhole())
      raiseMisuse(field, "it takes a list of values, not one value");
    if (field.info.direction == ir::Direction::In && !isConnected(field)) {
      storeValues(field, value);
      return;
    }
    setEdgeValues(graph, field, value);
    return;
  default:
    raiseMisuse(field, "it takes a list of values, not one value");
  }
}

void setFieldValues(const GraphState &graph, const Field &field, const HostValues &values) {
  switch (field.info.kind) {
  case ir::FieldKind::ScalarState:
  case ir::FieldKind::ScalarEdge:
    if (values.count != 1) raiseCount(field, 1, values.count);
    setFieldValue(graph, field, values);
    return;
  case ir::FieldKind::VectorState:
  case ir::FieldKind::ScalarEdges:
    if (!field.isWhole()) {
      if (values.count != 1) raiseCount(field, 1, values.count);
      setFieldValue(graph, field, values);
      return;
    }
    break;
  case ir::FieldKind::VectorEdge:
    setEdgeValues(graph, field, values);
    return;
  default:
    if (field.isWhole()) raiseMisuse(field, "its rows take their values one by one: field[row]");
    if (isStateKind(field))
      storeValues(field, values);
    else
      setEdgeValues(graph, field, values);
    return;
  }

  const ir::VertexTable &table = field.core.graph.vertexTable;
  const std::optional<std::size_t> size = sizeOf(table, field.info, field.vertex, field.field);
  const bool resizable =
      isStateKind(field) && table.explicitSize(field.vertex, field.field) == ir::kNone;
  if (size && *size != values.count && !resizable) raiseCount(field, *size, values.count);
  if (isStateKind(field)) {
    storeValues(field, values);
    return;
  }
  setSize(field, values.count);
  Field element = field;
  for (std::size_t i = 0; i < values.count; ++i) {
    element.index = static_cast<std::uint32_t>(i);
    const auto *bytes = static_cast<const std::byte *>(values.data) + i * values.traits.size;
    setFieldValue(graph, element, {bytes, 1, values.traits});
  }
}

void mapOwnedVariables(GraphCore &core, VertexId vertex, TileId tile) {
  if (core.ownedVariables.empty()) return;
  const auto owned = core.ownedVariables.find(vertex);
  if (owned == core.ownedVariables.end()) return;
  for (const VariableId id : owned->second) {
    ir::Variable &variable = core.graph.variable(id);
    variable.mapping.set(0, variable.numElements, tile);
  }
}

} // namespace poplar_emu::api
