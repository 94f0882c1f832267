// SPDX-License-Identifier: MIT
// One instance: edges first, then values, then what has neither.
#include "compile/compute/instances/InstanceBuilder.hpp"

#include "compile/compute/operands/RegionSlicer.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

/// Vector state may be read with vector instructions of eight bytes, as on the device.
constexpr std::uint32_t kVectorStateAlign = 8;

} // namespace

void InstanceBuilder::build(VertexId id, const TypeLayout &layout, InstanceOffset at) {
  ++vertex_;
  if (states_.size() < layout.fields.size()) states_.resize(layout.fields.size());
  const ir::Vertex &vertex = table_[id];
  aliasing_.analyse(vertex, layout);

  std::uint32_t ordinal = 0;
  for (std::uint32_t e = vertex.firstEdge; e != ir::kNone; e = table_.edges[e].next, ++ordinal) {
    const ir::Edge &edge = table_.edges[e];
    const FieldLayout &field = layout.fields[edge.field];
    buildEdge(id, edge, field, aliasing_.operand(ordinal, field), at + field.hostOffset);
  }
  for (std::uint32_t v = vertex.firstValue; v != ir::kNone; v = table_.values[v].next) {
    const ir::FieldValue &value = table_.values[v];
    const FieldLayout &field = layout.fields[value.field];
    buildValue(id, value, field, at + field.hostOffset);
  }
  for (std::uint32_t f = 0; f < layout.fields.size(); ++f)
    if (states_[f].vertex != vertex_)
      buildEmpty(id, f, layout.fields[f], at + layout.fields[f].hostOffset);
}

void InstanceBuilder::buildEdge(VertexId id, const ir::Edge &edge, const FieldLayout &field,
                                VertexAliasing::Operand operand, InstanceOffset at) {
  const OperandRequest request{{table_.regions.data() + edge.firstRegion, edge.numRegions},
                               edge.numElements,
                               field.elementBytes,
                               operand.align,
                               field.direction,
                               operand.snapshot};
  if (!ir::isIndexed(field.kind)) {
    stateOf(edge.field).hasEdge = true;
    image_.point(at, placement_.place(request));
    if (field.kind == ir::FieldKind::VectorEdge)
      image_.setSize(at + kPointerBytes, edge.numElements);
    if (field.metadataOffset != 0) pointToMetadata(edge, field, at);
    return;
  }
  const bool elements = field.kind == ir::FieldKind::ScalarEdges;
  if (edge.index == ir::kNone) {
    const std::uint64_t rows = elements ? edge.numElements : table_.explicitSize(id, edge.field);
    const InstanceOffset data = makeTable(edge.field, field, at, rows).data;
    if (elements)
      buildElements(request, data, field.rowBytes);
    else
      buildRows(request, rows, data, field.rowBytes);
  } else {
    const std::uint64_t size = table_.explicitSize(id, edge.field);
    const InstanceOffset row =
        makeTable(edge.field, field, at, size).data + std::uint64_t{edge.index} * field.rowBytes;
    image_.point(row, placement_.place(request));
    if (!elements) image_.setSize(row + kPointerBytes, edge.numElements);
  }
  stateOf(edge.field).hasEdge = true;
  if (field.metadataOffset != 0) pointToMetadata(edge, field, at);
}

/// One metadata tensor for the field, as the codelet asks the field for it; rows repeat it.
void InstanceBuilder::pointToMetadata(const ir::Edge &edge, const FieldLayout &field,
                                      InstanceOffset at) {
  if (edge.numRegions == 0) return;
  const ir::Variable &variable = graph_.variable(table_.regions[edge.firstRegion].variable);
  if (!variable.metadata.valid()) return;
  const ir::Region region{variable.metadataElement, 1, variable.metadata, 1, 1};
  const plan::Address address = placement_.place({{&region, 1}, 1, 1, 1, ir::Direction::In, false});
  if (edge.index == ir::kNone || edge.index == 0) image_.point(at + field.metadataOffset, address);
  if (!ir::isIndexed(field.kind)) return;
  const FieldState &table = states_[edge.field];
  const std::uint64_t begin = edge.index == ir::kNone ? 0 : edge.index;
  const std::uint64_t end = edge.index == ir::kNone ? table.count : begin + 1;
  for (std::uint64_t row = begin; row < end; ++row)
    image_.point(table.data + row * field.rowBytes + field.rowMetadata, address);
}

void InstanceBuilder::buildRows(const OperandRequest &whole, std::uint64_t numRows,
                                InstanceOffset rows, std::uint32_t rowBytes) {
  if (numRows == 0) return;
  RegionSlicer slicer(whole.regions);
  OperandRequest row = whole;
  row.numElements = whole.numElements / numRows;
  for (std::uint64_t r = 0; r < numRows; ++r) {
    slice_.clear();
    slicer.take(row.numElements, slice_);
    row.regions = slice_;
    image_.point(rows + r * rowBytes, placement_.place(row));
    image_.setSize(rows + r * rowBytes + kPointerBytes, row.numElements);
  }
}

void InstanceBuilder::buildElements(const OperandRequest &whole, InstanceOffset pointers,
                                    std::uint32_t rowBytes) {
  RegionSlicer slicer(whole.regions);
  OperandRequest element = whole;
  element.numElements = 1;
  for (std::uint64_t i = 0; i < whole.numElements; ++i) {
    slice_.clear();
    slicer.take(1, slice_);
    element.regions = slice_;
    image_.point(pointers + i * rowBytes, placement_.place(element));
  }
}

void InstanceBuilder::buildValue(VertexId id, const ir::FieldValue &value, const FieldLayout &field,
                                 InstanceOffset at) {
  const std::byte *bytes = table_.valueBytes.data() + value.firstByte;
  switch (field.kind) {
  case ir::FieldKind::ScalarState:
    image_.write(at, bytes, field.elementBytes);
    stateOf(value.field);
    return;
  case ir::FieldKind::ScalarEdge: {
    FieldState &state = stateOf(value.field);
    if (state.hasEdge) return; // a connection stands over a value
    if (state.count == 0) {
      state.data = image_.allocate(field.elementBytes, field.align);
      state.count = 1;
      image_.pointInside(at, state.data);
    }
    image_.write(state.data, bytes, field.elementBytes);
    return;
  }
  case ir::FieldKind::VectorEdge:
  case ir::FieldKind::VectorState:
    return buildVectorValue(id, value, field, at);
  default:
    return buildIndexedValue(id, value, field, at);
  }
}

void InstanceBuilder::buildVectorValue(VertexId id, const ir::FieldValue &value,
                                       const FieldLayout &field, InstanceOffset at) {
  if (states_[value.field].vertex == vertex_ && states_[value.field].hasEdge) return;
  const std::uint32_t size = table_.explicitSize(id, value.field);
  const FieldState &vector =
      makeVector(value.field, field, at, size != ir::kNone ? size : value.numElements);
  const std::uint64_t begin = value.index == ir::kNone ? 0 : value.index;
  if (begin >= vector.count) return;
  const std::uint64_t elements = std::min<std::uint64_t>(value.numElements, vector.count - begin);
  image_.write(vector.data + begin * field.elementBytes, table_.valueBytes.data() + value.firstByte,
               elements * field.elementBytes);
}

void InstanceBuilder::buildIndexedValue(VertexId id, const ir::FieldValue &value,
                                        const FieldLayout &field, InstanceOffset at) {
  const std::uint32_t size = table_.explicitSize(id, value.field);
  if (value.index == ir::kNone || size == ir::kNone || value.index >= size) return;
  if (hasEdge(id, value.field, value.index)) return;
  const InstanceOffset row =
      makeTable(value.field, field, at, size).data + std::uint64_t{value.index} * field.rowBytes;
  const std::uint64_t bytes = std::uint64_t{value.numElements} * field.elementBytes;
  const InstanceOffset data = image_.allocate(bytes, std::max(field.align, kVectorStateAlign));
  image_.write(data, table_.valueBytes.data() + value.firstByte, bytes);
  image_.pointInside(row, data);
  if (field.kind != ir::FieldKind::ScalarEdges)
    image_.setSize(row + kPointerBytes, value.numElements);
}

void InstanceBuilder::buildEmpty(VertexId id, std::uint32_t fieldIndex, const FieldLayout &field,
                                 InstanceOffset at) {
  switch (field.kind) {
  case ir::FieldKind::ScalarState:
    return;
  case ir::FieldKind::VectorState: {
    const std::uint32_t size = table_.explicitSize(id, fieldIndex);
    makeVector(fieldIndex, field, at, size == ir::kNone ? 0 : size);
    return;
  }
  case ir::FieldKind::ScalarEdge:
  case ir::FieldKind::VectorEdge:
    image_.point(at, OperandPlacement::kEmptyOperand);
    return;
  default: {
    const std::uint32_t size = table_.explicitSize(id, fieldIndex);
    const std::uint64_t rows = size == ir::kNone ? 0 : size;
    const InstanceOffset data = makeTable(fieldIndex, field, at, rows).data;
    for (std::uint64_t r = 0; r < rows; ++r)
      image_.point(data + r * field.rowBytes, OperandPlacement::kEmptyOperand);
    return;
  }
  }
}

InstanceBuilder::FieldState &InstanceBuilder::stateOf(std::uint32_t field) {
  FieldState &state = states_[field];
  if (state.vertex != vertex_) state = {vertex_, 0, 0, false};
  return state;
}

InstanceBuilder::FieldState &InstanceBuilder::makeArray(std::uint32_t fieldIndex, InstanceOffset at,
                                                        std::uint64_t count, std::uint64_t bytes,
                                                        std::uint32_t align) {
  if (states_[fieldIndex].vertex == vertex_) return states_[fieldIndex];
  FieldState &state = stateOf(fieldIndex);
  state.count = count;
  if (count == 0) {
    image_.point(at, OperandPlacement::kEmptyOperand);
    return state;
  }
  state.data = image_.allocate(count * bytes, align);
  image_.pointInside(at, state.data);
  image_.setSize(at + kPointerBytes, count);
  return state;
}

InstanceBuilder::FieldState &InstanceBuilder::makeTable(std::uint32_t fieldIndex,
                                                        const FieldLayout &field, InstanceOffset at,
                                                        std::uint64_t count) {
  return makeArray(fieldIndex, at, count, field.rowBytes, kPointerBytes);
}

InstanceBuilder::FieldState &InstanceBuilder::makeVector(std::uint32_t fieldIndex,
                                                         const FieldLayout &field,
                                                         InstanceOffset at, std::uint64_t count) {
  return makeArray(fieldIndex, at, count, field.elementBytes,
                   std::max(field.align, kVectorStateAlign));
}

bool InstanceBuilder::hasEdge(VertexId id, std::uint32_t field, std::uint32_t index) const {
  for (std::uint32_t e = table_[id].firstEdge; e != ir::kNone; e = table_.edges[e].next)
    if (table_.edges[e].field == field &&
        (table_.edges[e].index == index || table_.edges[e].index == ir::kNone))
      return true;
  return false;
}

} // namespace poplar_emu::compile
