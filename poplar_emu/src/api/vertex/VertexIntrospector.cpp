// SPDX-License-Identifier: MIT
// A vertex as performance estimators see it.
#include "api/Access.hpp"
#include "api/tensor/ElementValues.hpp"
#include "api/vertex/Fields.hpp"
#include "api/vertex/Introspection.hpp"
#include "support/NearestName.hpp"

#include <cstring>

namespace poplar_emu::api {
namespace {

const ir::VertexType &typeOf(const GraphCore &core, VertexId vertex) {
  return core.registry.type(core.graph.vertexTable[vertex].type);
}

const ir::FieldInfo &infoOf(const FieldDataState &state) {
  return typeOf(*state.core, state.vertex).fields[state.field];
}

std::string nameForMessage(const FieldDataState &state) {
  return fmt::format("{}#{}.{}", typeOf(*state.core, state.vertex).name, state.vertex.value,
                     infoOf(state).name);
}

/// Stored initial values of a field, or of one of its rows or elements.
const ir::FieldValue *valueOf(const FieldDataState &state, std::uint32_t index) {
  const ir::FieldValue *found = nullptr;
  state.core->graph.vertexTable.forEachValue(state.vertex, [&](const ir::FieldValue &value) {
    if (value.field == state.field && value.index == index) found = &value;
  });
  return found;
}

/// In one pass; 0 for rows that have none yet.
std::vector<std::size_t> rowSizesOf(const FieldDataState &state, std::size_t rows) {
  std::vector<std::size_t> sizes(rows);
  const ir::VertexTable &table = state.core->graph.vertexTable;
  table.forEachEdge(state.vertex, [&](const ir::Edge &edge) {
    if (edge.field == state.field && edge.index < rows) sizes[edge.index] = edge.numElements;
  });
  table.forEachValue(state.vertex, [&](const ir::FieldValue &value) {
    if (value.field == state.field && value.index < rows) sizes[value.index] = value.numElements;
  });
  return sizes;
}

} // namespace

poplar::VertexIntrospector Access::introspector(std::unique_ptr<VertexIntrospectorState> state) {
  poplar::VertexIntrospector introspector;
  introspector.state_ = std::move(state);
  return introspector;
}

poplar::FieldData Access::fieldData(std::unique_ptr<FieldDataState> state) {
  poplar::FieldData data;
  data.state_ = std::move(state);
  return data;
}

} // namespace poplar_emu::api

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

layout::Vector vectorLayout(ir::VectorLayout layout) {
  switch (layout) {
  case ir::VectorLayout::Span:
    return layout::Vector::Span;
  case ir::VectorLayout::ShortSpan:
    return layout::Vector::ShortSpan;
  case ir::VectorLayout::OnePtr:
  case ir::VectorLayout::CompactPtr:
    return layout::Vector::OnePtr;
  case ir::VectorLayout::ScaledPtr32:
    return layout::Vector::ScaledPtr32;
  case ir::VectorLayout::ScaledPtr64:
    return layout::Vector::ScaledPtr64;
  case ir::VectorLayout::ScaledPtr128:
    return layout::Vector::ScaledPtr128;
  default:
    return layout::Vector::NotAVector;
  }
}

layout::VectorList vectorListLayout(ir::VectorLayout layout) {
  switch (layout) {
  case ir::VectorLayout::OnePtr:
    return layout::VectorList::OnePtr;
  case ir::VectorLayout::ScaledPtr32:
    return layout::VectorList::ScaledPtr32;
  case ir::VectorLayout::ScaledPtr64:
    return layout::VectorList::ScaledPtr64;
  case ir::VectorLayout::ScaledPtr128:
    return layout::VectorList::ScaledPtr128;
  case ir::VectorLayout::DeltaN:
    return layout::VectorList::DeltaN;
  case ir::VectorLayout::DeltaNElements:
  case ir::VectorLayout::CompactDeltaN:
    return layout::VectorList::DeltaNElements;
  default:
    return layout::VectorList::NotAVector;
  }
}

/// PE0215 for a default-constructed or moved-from introspector or field.
template <class State>
State &needState(const std::unique_ptr<State> &state) {
  if (!state) {
    Diagnostic(Code::PE0215, "the vertex introspector or field is empty")
        .note("it was default-constructed or moved from")
        .fix("use what the performance estimator was given")
        .raise();
  }
  return *state;
}

} // namespace

VertexIntrospector::VertexIntrospector() = default;
VertexIntrospector::VertexIntrospector(VertexIntrospector &&) noexcept = default;
VertexIntrospector &VertexIntrospector::operator=(VertexIntrospector &&) noexcept = default;
VertexIntrospector::~VertexIntrospector() = default;

FieldData VertexIntrospector::getFieldInfo(const std::string &name) const {
  const ir::VertexType &type = typeOf(*needState(state_).core, needState(state_).vertex);
  const int index = type.fieldIndex(name);
  if (index < 0) {
    std::vector<std::string> names;
    for (const ir::FieldInfo &field : type.fields)
      names.push_back(field.name);
    const std::string nearest = nearestName(name, names);
    Diagnostic error(Code::PE0205, "estimator of '{}': there is no field '{}'", type.name, name);
    if (!nearest.empty()) error.fix("did you mean '{}'?", nearest);
    error.raise();
  }
  return Access::fieldData(std::make_unique<FieldDataState>(FieldDataState{
      needState(state_).core, needState(state_).vertex, static_cast<std::uint32_t>(index)}));
}

ComputeSet VertexIntrospector::getComputeSet() const {
  const ir::Graph &graph = needState(state_).core->graph;
  return Access::element<ComputeSet>(graph,
                                     graph.vertexTable[needState(state_).vertex].computeSet.value);
}

FieldData::FieldData() = default;
FieldData::FieldData(FieldData &&) noexcept = default;
FieldData &FieldData::operator=(FieldData &&) noexcept = default;
FieldData::~FieldData() = default;

unsigned FieldData::rank() const {
  const ir::FieldKind kind = infoOf(needState(state_)).kind;
  if (kind == ir::FieldKind::ScalarEdge || kind == ir::FieldKind::ScalarState) return 0;
  return ir::isTwoLevel(kind) ? 2 : 1;
}

std::size_t FieldData::size() const {
  const std::optional<std::size_t> size =
      sizeOf(needState(state_).core->graph.vertexTable, infoOf(needState(state_)),
             needState(state_).vertex, needState(state_).field);
  if (!size) {
    Diagnostic(Code::PE0209, "the size of {} has not been specified",
               nameForMessage(needState(state_)))
        .raise();
  }
  return *size;
}

std::size_t FieldData::getSizeAtIndex(std::size_t i) const {
  if (rank() != 2) {
    Diagnostic(Code::PE0206, "{} has no rows: it is declared as {}",
               nameForMessage(needState(state_)), declarationOf(infoOf(needState(state_))))
        .raise();
  }
  if (i >= size()) {
    Diagnostic(Code::PE0210, "row {} of {} does not exist", i, nameForMessage(needState(state_)))
        .note("the field has {} rows", size())
        .raise();
  }
  FieldDataState &state = needState(state_);
  if (state.rowSizes.empty()) state.rowSizes = rowSizesOf(state, size());
  return state.rowSizes[i];
}

std::string FieldData::name() const {
  return infoOf(needState(state_)).name;
}

layout::Vector FieldData::getProfilerVectorLayout(std::size_t nestingLevel) const {
  const ir::FieldInfo &info = infoOf(needState(state_));
  if (rank() == 0 || nestingLevel >= rank() || info.kind == ir::FieldKind::VectorList)
    return layout::Vector::NotAVector;
  return vectorLayout(rank() == 2 && nestingLevel == 0 ? info.outerLayout : info.layout);
}

layout::VectorList FieldData::getProfilerVectorListLayout() const {
  const ir::FieldInfo &info = infoOf(needState(state_));
  return info.kind == ir::FieldKind::VectorList ? vectorListLayout(info.layout)
                                                : layout::VectorList::NotAVector;
}

void FieldData::readInitialValues(const Target &, void *values, const TypeTraits &traits,
                                  std::size_t count, std::size_t row) const {
  const ir::FieldInfo &info = infoOf(needState(state_));
  const ir::VertexTable &table = needState(state_).core->graph.vertexTable;
  const std::size_t width = sizeInBytes(info.type);
  std::vector<std::byte> bytes(count * width);
  const auto take = [&](const ir::FieldValue &value, std::size_t at) {
    const std::size_t n = std::min<std::size_t>(value.numElements, count - at);
    std::memcpy(bytes.data() + at * width, table.valueBytes.data() + value.firstByte, n * width);
  };
  bool found = false;
  const std::uint32_t whole = row == kNoRow ? ir::kNone : static_cast<std::uint32_t>(row);
  if (const ir::FieldValue *value = valueOf(needState(state_), whole)) {
    take(*value, 0);
    found = true;
  }
  if (row == kNoRow && rank() == 1) { // values given element by element
    table.forEachValue(needState(state_).vertex, [&](const ir::FieldValue &value) {
      if (value.field != needState(state_).field || value.index >= count) return;
      take(value, value.index);
      found = true;
    });
  }
  if (!found && count != 0) {
    Diagnostic(Code::PE0208, "{} has no initial value", nameForMessage(needState(state_)))
        .at(table[needState(state_).vertex].site, "the vertex is made here")
        .raise();
  }
  fromDevice(info.type, bytes, {values, count, traits},
             [this] { return nameForMessage(needState(state_)); });
}

} // namespace poplar
