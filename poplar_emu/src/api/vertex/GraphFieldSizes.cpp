// SPDX-License-Identifier: MIT
// Sizes of fields, and the limits that their types and layouts set.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/ElementValues.hpp"
#include "api/vertex/Fields.hpp"
#include "support/NearestName.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

struct NamedField {
  const ir::VertexType &type;
  const ir::FieldInfo &info;
};

NamedField fieldByName(const Graph &graph, StringRef vertexName, StringRef fieldName,
                       const char *what) {
  const GraphCore &core = *need(graph, what)->core;
  const ir::VertexType &type = core.registry.type(core.registry.require(text(vertexName), {}));
  const int index = type.fieldIndex(text(fieldName));
  if (index < 0) {
    std::vector<std::string> names;
    for (const ir::FieldInfo &field : type.fields)
      names.push_back(field.name);
    const std::string nearest = nearestName(text(fieldName), names);
    Diagnostic error(Code::PE0205, "{}: vertex type '{}' has no field '{}'", what, type.name,
                     text(fieldName));
    if (!nearest.empty()) error.fix("did you mean '{}'?", nearest);
    error.raise();
  }
  return {type, type.fields[index]};
}

/// No tile holds more elements than this, so that a layout without a limit of its own has this one.
constexpr std::size_t kUnlimited = (std::size_t{1} << 20) - 1;
constexpr std::size_t kShortSpanLimit = (std::size_t{1} << 11) - 1; ///< an 11-bit count
constexpr std::size_t kDeltaNLimit = (std::size_t{1} << 14) - 1;    ///< 18-bit offset, 14-bit count

std::size_t layoutLimit(ir::VectorLayout layout) {
  switch (layout) {
  case ir::VectorLayout::ShortSpan:
    return kShortSpanLimit;
  case ir::VectorLayout::DeltaN:
  case ir::VectorLayout::DeltaNElements:
  case ir::VectorLayout::CompactDeltaN:
    return kDeltaNLimit;
  default:
    return kUnlimited;
  }
}

} // namespace

void Graph::setFieldSize(FieldRef reference, std::size_t size, SourceLocation loc) {
  const Field field =
      resolve(*need(*this, "setFieldSize", loc)->core, reference, "setFieldSize", loc);
  if (!ir::isIndexed(field.info.kind) || !field.isWhole())
    raiseMisuse(field, "its size cannot be set");
  const ir::VertexTable &table = field.core.graph.vertexTable;
  const std::optional<std::size_t> size0 = sizeOf(table, field.info, field.vertex, field.field);
  const bool isFixed = size0 && table.explicitSize(field.vertex, field.field) == ir::kNone;
  if (isFixed && *size0 != size)
    raiseMisuse(field, "it has size {} through what it is given already", *size0);
  const auto raiseIfBeyond = [&](std::uint32_t f, std::uint32_t index) {
    if (f == field.field && index != ir::kNone && index >= size) {
      Diagnostic(Code::PE0210, "size {} is too small for {}", size, describe(field))
          .at(field.site)
          .note("element {} is in use already", index)
          .raise();
    }
  };
  table.forEachEdge(field.vertex, [&](const ir::Edge &e) { raiseIfBeyond(e.field, e.index); });
  table.forEachValue(field.vertex,
                     [&](const ir::FieldValue &v) { raiseIfBeyond(v.field, v.index); });
  setSize(field, size);
}

std::size_t Graph::getFieldSize(FieldRef reference) const {
  const Field field = resolve(*need(*this, "getFieldSize")->core, reference, "getFieldSize", {});
  const ir::VertexTable &table = field.core.graph.vertexTable;
  std::optional<std::size_t> size;
  if (field.isWhole())
    size = sizeOf(table, field.info, field.vertex, field.field);
  else if (!ir::isTwoLevel(field.info.kind))
    size = 1;
  else
    size = rowSizeOf(table, field.vertex, field.field, field.index);
  if (!size) {
    Diagnostic(Code::PE0209, "the size of {} has not been specified", describe(field))
        .at(table[field.vertex].site, "the vertex is made here")
        .note("the field is declared as {}", declarationOf(field.info))
        .fix("connect it, or call setFieldSize")
        .raise();
  }
  return *size;
}

std::size_t Graph::getMaxFieldDim(StringRef vertexName, StringRef fieldName,
                                  unsigned dimIndex) const {
  const auto [type, info] = fieldByName(*this, vertexName, fieldName, "getMaxFieldDim");
  if (info.kind == ir::FieldKind::ScalarEdge || info.kind == ir::FieldKind::ScalarState) {
    Diagnostic(Code::PE0206, "getMaxFieldDim: field '{}' of '{}' is no vector", info.name,
               type.name)
        .note("it is declared as {}", declarationOf(info))
        .raise();
  }
  const unsigned dims = ir::isTwoLevel(info.kind) ? 2 : 1;
  if (dimIndex >= dims) {
    Diagnostic(Code::PE0103, "getMaxFieldDim: dimension {} of field '{}' of '{}' does not exist",
               dimIndex, info.name, type.name)
        .note("it is declared as {}", declarationOf(info))
        .fix("use {}", dims == 2 ? "dimension 0 (the list) or 1 (its elements)" : "dimension 0")
        .raise();
  }
  const bool outer = dims == 2 && dimIndex == 0;
  if (outer && info.kind == ir::FieldKind::VectorList) return kUnlimited;
  return layoutLimit(outer ? info.outerLayout : info.layout);
}

double Graph::getMaxVertexFieldValue(StringRef vertexName, StringRef fieldName) const {
  return largestValue(
      fieldByName(*this, vertexName, fieldName, "getMaxVertexFieldValue").info.type);
}

void Graph::storeMaxVertexFieldValue(StringRef vertexName, StringRef fieldName, void *value,
                                     const TypeTraits &traits) const {
  const auto field = fieldByName(*this, vertexName, fieldName, "getMaxVertexFieldValueAs");
  const auto describeLimit = [&field] {
    return fmt::format("the largest value of field '{}' of '{}'", field.info.name, field.type.name);
  };
  if (isFloatingPoint(field.info.type)) {
    const double largest = largestValue(field.info.type);
    fromDevice(ElementType::Double, std::as_bytes(std::span(&largest, 1)), {value, 1, traits},
               describeLimit);
    return;
  }
  const std::uint64_t largest = largestInteger(field.info.type);
  fromDevice(ElementType::UnsignedLongLong, std::as_bytes(std::span(&largest, 1)),
             {value, 1, traits}, describeLimit);
}

} // namespace poplar
