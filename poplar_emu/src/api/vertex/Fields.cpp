// SPDX-License-Identifier: MIT
// Look-ups in the vertex tables by field.
#include "api/vertex/Fields.hpp"

#include "api/Access.hpp"
#include "api/Sites.hpp"
#include "support/NearestName.hpp"

#include <algorithm>

namespace poplar_emu::api {
namespace {

std::string_view directionName(ir::Direction direction) {
  switch (direction) {
  case ir::Direction::In:
    return "Input";
  case ir::Direction::Out:
    return "Output";
  case ir::Direction::InOut:
    return "InOut";
  case ir::Direction::None:
    break;
  }
  return "";
}

} // namespace

std::string declarationOf(const ir::FieldInfo &info) {
  const std::string_view direction = directionName(info.direction);
  const std::string_view type = name(info.type);
  switch (info.kind) {
  case ir::FieldKind::ScalarEdge:
    return fmt::format("{}<{}>", direction, type);
  case ir::FieldKind::VectorEdge:
    return fmt::format("{}<Vector<{}>>", direction, type);
  case ir::FieldKind::ScalarEdges:
    return fmt::format("Vector<{}<{}>>", direction, type);
  case ir::FieldKind::VectorEdges:
    return fmt::format("Vector<{}<Vector<{}>>>", direction, type);
  case ir::FieldKind::VectorList:
    return fmt::format("{}<VectorList<{}>>", direction, type);
  case ir::FieldKind::ScalarState:
    return std::string(type);
  case ir::FieldKind::VectorState:
    return fmt::format("Vector<{}>", type);
  case ir::FieldKind::VectorOfState:
    return fmt::format("Vector<Vector<{}>>", type);
  }
  return {};
}

std::string describe(const Field &field) {
  std::string text = fmt::format("{}#{}.{}", field.type.name, field.vertex.value, field.info.name);
  if (!field.isWhole()) text += fmt::format("[{}]", field.index);
  return text;
}

Field resolve(GraphCore &core, const poplar::FieldRef &field, const char *what,
              const poplar::SourceLocation &loc) {
  const std::shared_ptr<GraphState> &owner = Access::graphOf(field);
  if (!owner || owner->core.get() != &core) {
    Diagnostic(Code::PE0215, "{}: the field {}", what,
               owner ? "belongs to a vertex of another graph" : "reference is empty")
        .at(siteOf(loc))
        .raise();
  }
  const VertexId vertex = Access::vertexId(field);
  const std::uint32_t index = Access::fieldIndex(field);
  const ir::VertexType &type = core.registry.type(core.graph.vertexTable[vertex].type);
  Field resolved{core, type, type.fields[index], vertex, index, ir::kNone, siteOf(loc)};
  if (!field.isIndexed()) return resolved;
  const std::size_t element = field.getIndex();
  const std::optional<std::size_t> size =
      sizeOf(core.graph.vertexTable, resolved.info, vertex, index);
  if (element >= size.value_or(ir::kNone)) {
    Diagnostic(Code::PE0210, "{}: element {} of {} does not exist", what, element,
               describe(resolved))
        .at(resolved.site)
        .note("the field has size {}", size.value_or(ir::kNone))
        .raise();
  }
  resolved.index = static_cast<std::uint32_t>(element);
  return resolved;
}

std::optional<std::size_t> sizeOf(const ir::VertexTable &table, const ir::FieldInfo &info,
                                  VertexId vertex, std::uint32_t field) {
  if (info.kind == ir::FieldKind::ScalarEdge || info.kind == ir::FieldKind::ScalarState) return 1;
  const std::uint32_t explicitSize = table.explicitSize(vertex, field);
  if (explicitSize != ir::kNone) return explicitSize;
  std::optional<std::size_t> size;
  if (ir::isEdge(info.kind)) {
    table.forEachEdge(vertex, [&](const ir::Edge &edge) {
      if (edge.field == field && edge.index == ir::kNone) size = edge.numElements;
    });
  } else if (info.kind == ir::FieldKind::VectorState) {
    table.forEachValue(vertex, [&](const ir::FieldValue &value) {
      if (value.field == field && value.index == ir::kNone) size = value.numElements;
    });
  }
  return size;
}

std::optional<std::size_t> rowSizeOf(const ir::VertexTable &table, VertexId vertex,
                                     std::uint32_t field, std::uint32_t row) {
  std::optional<std::size_t> size;
  table.forEachEdge(vertex, [&](const ir::Edge &edge) {
    if (edge.field == field && edge.index == row) size = edge.numElements;
  });
  table.forEachValue(vertex, [&](const ir::FieldValue &value) {
    if (value.field == field && value.index == row) size = value.numElements;
  });
  return size;
}

void setSize(const Field &field, std::size_t size) {
  if (size >= ir::kNone) {
    Diagnostic(Code::PE0210, "{} cannot have size {}", describe(field), size)
        .at(field.site)
        .raise();
  }
  ir::VertexTable &table = field.core.graph.vertexTable;
  ir::Vertex &vertex = table.vertices[field.vertex.index()];
  for (std::uint32_t s = vertex.firstSize; s != ir::kNone; s = table.sizes[s].next) {
    if (table.sizes[s].field == field.field) {
      table.sizes[s].size = static_cast<std::uint32_t>(size);
      return;
    }
  }
  table.sizes.push_back({field.field, static_cast<std::uint32_t>(size), vertex.firstSize});
  vertex.firstSize = static_cast<std::uint32_t>(table.sizes.size() - 1);
}

const ir::Edge *findEdge(const Field &field) {
  const ir::VertexTable &table = field.core.graph.vertexTable;
  for (std::uint32_t e = table[field.vertex].firstEdge; e != ir::kNone; e = table.edges[e].next) {
    const ir::Edge &edge = table.edges[e];
    if (edge.field == field.field && edge.index == field.index) return &edge;
  }
  return nullptr;
}

bool isConnected(const Field &field) {
  const HighestEdge &highest = field.core.highestEdges[field.field % 4];
  if (!field.isWhole() && highest.vertex == field.vertex && highest.field == field.field &&
      field.index > highest.index)
    return false;
  const ir::VertexTable &table = field.core.graph.vertexTable;
  for (std::uint32_t e = table[field.vertex].firstEdge; e != ir::kNone; e = table.edges[e].next) {
    const ir::Edge &edge = table.edges[e];
    if (edge.field != field.field) continue;
    if (field.isWhole() || edge.index == ir::kNone || edge.index == field.index) return true;
  }
  return false;
}

void noteIndexedEdge(const Field &field) {
  HighestEdge &highest = field.core.highestEdges[field.field % 4];
  if (highest.vertex == field.vertex && highest.field == field.field) {
    highest.index = std::max(highest.index, field.index);
    return;
  }
  highest = {field.vertex, field.field, field.index};
  field.core.graph.vertexTable.forEachEdge(field.vertex, [&](const ir::Edge &edge) {
    if (edge.field == field.field && edge.index != ir::kNone)
      highest.index = std::max(highest.index, edge.index);
  });
}

ir::FieldValue *findValue(const Field &field) {
  ir::VertexTable &table = field.core.graph.vertexTable;
  for (std::uint32_t v = table[field.vertex].firstValue; v != ir::kNone; v = table.values[v].next) {
    ir::FieldValue &value = table.values[v];
    if (value.field == field.field && value.index == field.index) return &value;
  }
  return nullptr;
}

} // namespace poplar_emu::api

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {

VertexRef::VertexRef() : id_(~std::uint32_t{0}) {}

FieldRef::FieldRef()
    : vertex_(~std::uint32_t{0}), field_(~std::uint32_t{0}), index_(0), isIndexed_(false) {}

FieldRef VertexRef::operator[](StringRef fieldName) const {
  if (!graph_) {
    Diagnostic(Code::PE0215, "field '{}' of an empty vertex reference",
               std::string_view(fieldName.data(), fieldName.size()))
        .raise();
  }
  const GraphCore &core = *graph_->core;
  const ir::VertexType &type = core.registry.type(core.graph.vertexTable[VertexId(id_)].type);
  const std::string_view name(fieldName.data(), fieldName.size());
  const int index = type.fieldIndex(name);
  if (index < 0) {
    std::vector<std::string> names;
    for (const ir::FieldInfo &field : type.fields)
      names.push_back(field.name);
    const std::string nearest = nearestName(name, names);
    Diagnostic error(Code::PE0205, "vertex type '{}' has no field '{}'", type.name, name);
    error.at(core.graph.vertexTable[VertexId(id_)].site, "{}#{} is made here", type.name, id_);
    if (!nearest.empty())
      error.fix("did you mean '{}'?", nearest);
    else if (!names.empty())
      error.note("its fields are {}", fmt::join(names, ", "));
    error.raise();
  }
  return Access::fieldRef(graph_, VertexId(id_), static_cast<std::uint32_t>(index));
}

FieldRef FieldRef::operator[](std::size_t index) const {
  if (!graph_) Diagnostic(Code::PE0215, "element {} of an empty field reference", index).raise();
  const GraphCore &core = *graph_->core;
  const ir::VertexType &type = core.registry.type(core.graph.vertexTable[VertexId(vertex_)].type);
  const Field whole{*graph_->core, type, type.fields[field_], VertexId(vertex_), field_,
                    ir::kNone,     {}};
  if (!ir::isIndexed(whole.info.kind)) raiseMisuse(whole, "the field has no elements [{}]", index);
  if (isIndexed_) raiseMisuse(whole, "element [{}][{}] cannot be named on its own", index_, index);
  FieldRef element(*this);
  element.index_ = index;
  element.isIndexed_ = true;
  return element;
}

} // namespace poplar
