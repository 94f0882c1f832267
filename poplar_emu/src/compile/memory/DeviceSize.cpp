// SPDX-License-Identifier: MIT
// Layout sizes.
#include "compile/memory/DeviceSize.hpp"

namespace poplar_emu::compile {
namespace {

using ir::FieldInfo;
using ir::FieldKind;
using ir::VectorLayout;

constexpr std::uint64_t kPointer = 4;

/// The part of a vector that stands in the vertex.
std::uint64_t headerBytes(VectorLayout layout) {
  switch (layout) {
  case VectorLayout::Span:
  case VectorLayout::DeltaN:
  case VectorLayout::DeltaNElements:
    return 8;
  case VectorLayout::ScaledPtr32:
  case VectorLayout::ScaledPtr64:
  case VectorLayout::ScaledPtr128:
  case VectorLayout::CompactPtr:
    return 2;
  case VectorLayout::NotAVector:
  case VectorLayout::ShortSpan:
  case VectorLayout::OnePtr:
  case VectorLayout::CompactDeltaN:
    return kPointer;
  }
  return kPointer;
}

/// Each row, in the table of rows.
std::uint64_t rowBytes(const FieldInfo &field) {
  switch (field.kind) {
  case FieldKind::ScalarEdges:
  case FieldKind::VectorList: // offset and count, packed
    return kPointer;
  case FieldKind::VectorEdges:
  case FieldKind::VectorOfState:
    return headerBytes(field.layout);
  default:
    return 0;
  }
}

std::uint64_t fixedBytes(const FieldInfo &field) {
  switch (field.kind) {
  case FieldKind::ScalarEdge:
    return kPointer;
  case FieldKind::ScalarState:
    return sizeInBytes(field.type);
  case FieldKind::VectorEdge:
  case FieldKind::VectorState:
  case FieldKind::ScalarEdges:
  case FieldKind::VectorList:
    return headerBytes(field.layout);
  case FieldKind::VectorEdges:
  case FieldKind::VectorOfState:
    return headerBytes(field.outerLayout);
  }
  return 0;
}

} // namespace

const DeviceSize::TypeSize &DeviceSize::typeSize(VertexTypeId id) {
  if (sizes_.size() <= id.index()) sizes_.resize(id.index() + 1);
  std::unique_ptr<TypeSize> &size = sizes_[id.index()];
  if (!size) {
    size = std::make_unique<TypeSize>();
    size->type = &types_.type(id);
    for (const FieldInfo &field : size->type->fields) {
      size->fixedBytes += fixedBytes(field);
      size->varies = size->varies || ir::isIndexed(field.kind);
    }
  }
  return *size;
}

std::uint64_t DeviceSize::ofCode(VertexTypeId id) {
  constexpr std::uint64_t kEntryAndLoop = 64;
  constexpr std::uint64_t kAField = 48;
  return kEntryAndLoop + kAField * typeSize(id).type->fields.size();
}

VertexBytes DeviceSize::ofVertex(VertexId id) {
  const TypeSize &size = typeSize(table_[id].type);
  VertexBytes bytes;
  bytes.state = size.fixedBytes;
  if (size.varies) addRowTables(id, size, bytes);
  if (table_[id].firstValue != ir::kNone) addValues(id, size, bytes);
  return bytes;
}

void DeviceSize::addRowTables(VertexId id, const TypeSize &size, VertexBytes &bytes) const {
  for (std::uint32_t s = table_[id].firstSize; s != ir::kNone; s = table_.sizes[s].next) {
    const FieldInfo &field = size.type->fields[table_.sizes[s].field];
    const std::uint64_t each =
        field.kind == FieldKind::VectorState ? sizeInBytes(field.type) : rowBytes(field);
    (field.kind == FieldKind::VectorList ? bytes.descriptors : bytes.fieldData) +=
        each * table_.sizes[s].size;
  }
  for (std::uint32_t e = table_[id].firstEdge; e != ir::kNone; e = table_.edges[e].next) {
    const ir::Edge &edge = table_.edges[e];
    const FieldInfo &field = size.type->fields[edge.field];
    if (field.kind == FieldKind::ScalarEdges && edge.index == ir::kNone &&
        table_.explicitSize(id, edge.field) == ir::kNone)
      bytes.fieldData += kPointer * edge.numElements;
  }
}

void DeviceSize::addValues(VertexId id, const TypeSize &size, VertexBytes &bytes) const {
  for (std::uint32_t v = table_[id].firstValue; v != ir::kNone; v = table_.values[v].next) {
    const ir::FieldValue &value = table_.values[v];
    const FieldInfo &field = size.type->fields[value.field];
    if (field.kind == FieldKind::ScalarState) continue;
    if (field.kind == FieldKind::VectorState && table_.explicitSize(id, value.field) != ir::kNone)
      continue; // counted with the field's size
    bytes.fieldData += value.numElements * sizeInBytes(field.type);
  }
}

} // namespace poplar_emu::compile
