// SPDX-License-Identifier: MIT
// Host layout of edges, see ir::FieldInfo.
#include "compile/compute/instances/FieldUses.hpp"

#include "compile/compute/instances/FieldLayout.hpp"

#include "support/Diagnostic.hpp"

namespace poplar_emu::compile {
namespace {

plan::FieldShape shapeOf(ir::FieldKind kind) {
  switch (kind) {
  case ir::FieldKind::ScalarEdge:
    return plan::FieldShape::Scalar;
  case ir::FieldKind::VectorEdge:
    return plan::FieldShape::Vector;
  case ir::FieldKind::ScalarEdges:
    return plan::FieldShape::Scalars;
  default:
    return plan::FieldShape::Vectors;
  }
}

plan::FieldAccess accessOf(ir::Direction direction) {
  if (direction == ir::Direction::InOut) return plan::FieldAccess::ReadWrite;
  return direction == ir::Direction::Out ? plan::FieldAccess::Write : plan::FieldAccess::Read;
}

/// The rows of quarters end with the address of their metadata.
std::uint32_t rowBytes(const ir::FieldInfo &field) {
  const std::uint32_t plain = field.kind == ir::FieldKind::ScalarEdges ? kPointerBytes : kSpanBytes;
  return field.type == ElementType::Quarter ? plain + kPointerBytes : plain;
}

} // namespace

std::vector<plan::FieldUse> fieldUses(const ir::VertexType &type) {
  std::vector<plan::FieldUse> uses;
  for (const ir::FieldInfo &field : type.fields)
    if (ir::isEdge(field.kind))
      uses.push_back({field.name, shapeOf(field.kind), accessOf(field.direction), field.hostOffset,
                      static_cast<std::uint32_t>(sizeInBytes(field.type)), rowBytes(field)});
  return uses;
}

} // namespace poplar_emu::compile
