// SPDX-License-Identifier: MIT
// Recognises Input, Output, InOut, Vector and VectorList by their qualified names.
#include "reflect/FieldReflection.hpp"

#include <clang/AST/DeclTemplate.h>

#include <string>

namespace poplar_emu::popc {
namespace {

using clang::QualType;
using ir::Direction;
using ir::FieldInfo;
using ir::FieldKind;
using ir::VectorLayout;

/// The template's arguments if `type` is poplar::`name`<...>.
const clang::TemplateArgumentList *poplarTemplate(QualType type, llvm::StringRef name) {
  const auto *record = type.getCanonicalType()->getAsCXXRecordDecl();
  const auto *special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!special || special->getName() != name) return nullptr;
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(special->getDeclContext());
  if (!space || space->getName() != "poplar" || !space->getParent()->isTranslationUnit())
    return nullptr;
  return &special->getTemplateArgs();
}

ElementType elementType(QualType written) {
  const QualType type = written.getCanonicalType().getUnqualifiedType();
  if (const auto *e = type->getAs<clang::EnumType>())
    return elementType(e->getDecl()->getIntegerType());
  if (const auto *record = type->getAsCXXRecordDecl()) {
    const bool global = record->getDeclContext()->isTranslationUnit();
    return global && record->getName() == "quarter" ? ElementType::Quarter : ElementType::Invalid;
  }
  const auto *builtin = type->getAs<clang::BuiltinType>();
  if (!builtin) return ElementType::Invalid;
  switch (builtin->getKind()) {
  case clang::BuiltinType::Bool:
    return ElementType::Bool;
  case clang::BuiltinType::Char_S:
  case clang::BuiltinType::Char_U:
    return ElementType::Char;
  case clang::BuiltinType::SChar:
    return ElementType::SignedChar;
  case clang::BuiltinType::UChar:
    return ElementType::UnsignedChar;
  case clang::BuiltinType::Short:
    return ElementType::Short;
  case clang::BuiltinType::UShort:
    return ElementType::UnsignedShort;
  case clang::BuiltinType::Int:
    return ElementType::Int;
  case clang::BuiltinType::UInt:
    return ElementType::UnsignedInt;
  // On the host int64_t and uint64_t are long.
  case clang::BuiltinType::Long:
  case clang::BuiltinType::LongLong:
    return ElementType::LongLong;
  case clang::BuiltinType::ULong:
  case clang::BuiltinType::ULongLong:
    return ElementType::UnsignedLongLong;
  case clang::BuiltinType::Float16:
    return ElementType::Half;
  case clang::BuiltinType::Float:
    return ElementType::Float;
  case clang::BuiltinType::Double:
    return ElementType::Double;
  default:
    return ElementType::Invalid;
  }
}

VectorLayout vectorLayout(std::int64_t value) {
  // The order of poplar::VectorLayout in <poplar/FieldTypes.hpp>.
  constexpr VectorLayout kLayouts[] = {VectorLayout::NotAVector,   VectorLayout::Span,
                                       VectorLayout::ShortSpan,    VectorLayout::OnePtr,
                                       VectorLayout::ScaledPtr32,  VectorLayout::ScaledPtr64,
                                       VectorLayout::ScaledPtr128, VectorLayout::CompactPtr};
  return value >= 0 && value < 8 ? kLayouts[value] : VectorLayout::NotAVector;
}

VectorLayout listLayout(std::int64_t value) {
  constexpr VectorLayout kLayouts[] = {VectorLayout::NotAVector,     VectorLayout::OnePtr,
                                       VectorLayout::ScaledPtr32,    VectorLayout::ScaledPtr64,
                                       VectorLayout::ScaledPtr128,   VectorLayout::DeltaN,
                                       VectorLayout::DeltaNElements, VectorLayout::CompactDeltaN};
  return value >= 0 && value < 8 ? kLayouts[value] : VectorLayout::NotAVector;
}

struct VectorArguments {
  QualType element;
  VectorLayout layout;
  std::uint32_t minAlign;
  bool interleaved;
};

VectorArguments vectorArguments(const clang::TemplateArgumentList &list, VectorLayout layout) {
  return {list[0].getAsType(), layout,
          static_cast<std::uint32_t>(list[2].getAsIntegral().getExtValue()),
          list[3].getAsIntegral().getBoolValue()};
}

std::optional<VectorArguments> asVector(QualType type) {
  const auto *list = poplarTemplate(type, "Vector");
  if (!list) return std::nullopt;
  return vectorArguments(*list, vectorLayout((*list)[1].getAsIntegral().getExtValue()));
}

std::optional<VectorArguments> asVectorList(QualType type) {
  const auto *list = poplarTemplate(type, "VectorList");
  if (!list) return std::nullopt;
  return vectorArguments(*list, listLayout((*list)[1].getAsIntegral().getExtValue()));
}

struct Edge {
  Direction direction;
  QualType inner;
};

std::optional<Edge> asEdge(QualType type) {
  if (const auto *list = poplarTemplate(type, "Input"))
    return Edge{Direction::In, (*list)[0].getAsType()};
  if (const auto *list = poplarTemplate(type, "Output"))
    return Edge{Direction::Out, (*list)[0].getAsType()};
  if (const auto *list = poplarTemplate(type, "InOut"))
    return Edge{Direction::InOut, (*list)[0].getAsType()};
  return std::nullopt;
}

std::optional<FieldInfo> finish(FieldInfo field, QualType element) {
  field.type = elementType(element);
  if (field.type == ElementType::Invalid) return std::nullopt;
  return field;
}

void setInner(FieldInfo &field, const VectorArguments &vector) {
  field.layout = vector.layout;
  field.minAlign = vector.minAlign;
  field.interleaved = vector.interleaved;
}

std::optional<FieldInfo> edgeField(const Edge &edge) {
  FieldInfo field;
  field.direction = edge.direction;
  if (const auto vector = asVector(edge.inner)) {
    field.kind = FieldKind::VectorEdge;
    setInner(field, *vector);
    return finish(field, vector->element);
  }
  if (const auto list = asVectorList(edge.inner)) {
    field.kind = FieldKind::VectorList;
    setInner(field, *list);
    field.outerLayout = list->layout;
    return finish(field, list->element);
  }
  field.kind = FieldKind::ScalarEdge;
  return finish(field, edge.inner);
}

std::optional<FieldInfo> vectorField(const VectorArguments &outer) {
  FieldInfo field;
  field.outerLayout = outer.layout;
  field.outerAlign = outer.minAlign;
  if (const auto edge = asEdge(outer.element)) {
    field.direction = edge->direction;
    if (const auto inner = asVector(edge->inner)) {
      field.kind = FieldKind::VectorEdges;
      setInner(field, *inner);
      return finish(field, inner->element);
    }
    field.kind = FieldKind::ScalarEdges;
    field.layout = outer.layout;
    return finish(field, edge->inner);
  }
  if (const auto inner = asVector(outer.element)) {
    field.kind = FieldKind::VectorOfState;
    setInner(field, *inner);
    return finish(field, inner->element);
  }
  field.kind = FieldKind::VectorState;
  setInner(field, outer);
  field.outerLayout = VectorLayout::NotAVector;
  field.outerAlign = 0;
  return finish(field, outer.element);
}

} // namespace

std::optional<FieldInfo> reflectFieldType(QualType type) {
  if (const auto edge = asEdge(type)) return edgeField(*edge);
  if (const auto vector = asVector(type)) return vectorField(*vector);
  FieldInfo field;
  field.kind = FieldKind::ScalarState;
  return finish(field, type);
}

std::vector<VectorAlign> vectorAligns(QualType type) {
  std::vector<VectorAlign> aligns;
  for (;;) {
    if (const auto edge = asEdge(type)) {
      type = edge->inner;
      continue;
    }
    auto vector = asVector(type);
    if (!vector) vector = asVectorList(type);
    if (!vector) return aligns;
    aligns.push_back({vector->minAlign, vector->element});
    type = vector->element;
  }
}

} // namespace poplar_emu::popc
