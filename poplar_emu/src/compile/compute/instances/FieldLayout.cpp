// SPDX-License-Identifier: MIT
// From a reflected vertex type to the numbers that its instances are built with.
#include "compile/compute/instances/FieldLayout.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

/// Quarters carry a pointer to their metadata behind pointer and size.
void layOutRows(FieldLayout &field, ElementType type) {
  const auto bytesOf = [](bool scalar) { return scalar ? kPointerBytes : kSpanBytes; };
  field.rowBytes = bytesOf(field.kind == ir::FieldKind::ScalarEdges);
  if (type != ElementType::Quarter || !ir::isEdge(field.kind)) {
    if (type == ElementType::Quarter) field.rowBytes += kPointerBytes;
    return;
  }
  field.metadataOffset = bytesOf(field.kind == ir::FieldKind::ScalarEdge);
  field.rowMetadata = field.rowBytes;
  field.rowBytes += kPointerBytes;
}

} // namespace

const TypeLayout &TypeLayouts::add(VertexTypeId id) {
  const ir::VertexType &type = types_.type(id);
  auto layout = std::make_unique<TypeLayout>();
  layout->type = &type;
  layout->align = std::max(type.hostAlign, 1u);
  // An object without members still has an address of its own.
  const std::uint32_t size = std::max(type.hostSize, 1u);
  layout->stride = (size + layout->align - 1) / layout->align * layout->align;
  layout->runsAlone = type.kind != ir::VertexKind::Vertex;
  layout->spansTiles = !type.usesContext && !type.hasMutableStatics;
  layout->fields.reserve(type.fields.size());
  for (const ir::FieldInfo &field : type.fields) {
    const auto bytes = static_cast<std::uint32_t>(sizeInBytes(field.type));
    layout->fields.push_back({field.kind, field.direction, field.hostOffset, bytes,
                              std::max({bytes, field.minAlign, 1u})});
    layOutRows(layout->fields.back(), field.type);
    if (ir::isEdge(field.kind)) ++layout->numEdgeFields;
  }
  if (layouts_.size() <= id.index()) layouts_.resize(id.index() + 1);
  layouts_[id.index()] = std::move(layout);
  return *layouts_[id.index()];
}

} // namespace poplar_emu::compile
