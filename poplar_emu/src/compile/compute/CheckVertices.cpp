// SPDX-License-Identifier: MIT
// Pass: every vertex that runs is mapped, and all its fields are connected and sized.
#include "compile/ComputeLowering.hpp"
#include "compile/compute/VertexNames.hpp"
#include "compile/compute/instances/FieldLayout.hpp"
#include "compile/compute/instances/IndexedField.hpp"
#include "compile/compute/operands/VertexAliasing.hpp"
#include "compile/races/ConflictReport.hpp"
#include "ir/Names.hpp"
#include "support/Diagnostic.hpp"

#include <vector>

namespace poplar_emu::compile {
namespace {

/// Checks vertices one by one; the tables per field are reused.
class VertexChecker {
 public:
  explicit VertexChecker(const Input &input)
      : graph_(input.graph), types_(input.types), table_(graph_.vertexTable), layouts_(input.types),
        aliasing_(table_) {}

  void check(const ir::ComputeSet &computeSet, VertexId id);

 private:
  /// What is known of one field of the vertex at hand.
  struct Seen {
    std::uint32_t edges = 0;
    std::uint32_t values = 0;
    std::uint32_t firstEdge = ir::kNone;
    std::uint32_t nextIndex = 0; ///< edges 0 to nextIndex - 1 came in order
    bool wholeEdge = false;
    bool wholeValue = false;
    bool irregular = false; ///< indices did not come in order
  };

  void checkEdge(VertexId id, const TypeLayout &layout, std::uint32_t edgeIndex);
  void checkOverlaps(const ir::ComputeSet &computeSet, VertexId id, const TypeLayout &layout);
  void checkField(VertexId id, const TypeLayout &layout, std::uint32_t field);
  void checkIndexed(VertexId id, const TypeLayout &layout, std::uint32_t field);

  [[noreturn]] void notConnected(VertexId id, const TypeLayout &layout, std::uint32_t field,
                                 const std::string &element) const;
  [[noreturn]] void notSized(VertexId id, const TypeLayout &layout, std::uint32_t field) const;
  [[noreturn]] void connectedTwice(VertexId id, const TypeLayout &layout, const ir::Edge &first,
                                   const ir::Edge &second) const;
  [[noreturn]] void wrongSize(VertexId id, const TypeLayout &layout, const ir::Edge &edge,
                              std::uint64_t wanted) const;

  const ir::Graph &graph_;
  const ir::VertexTypes &types_;
  const ir::VertexTable &table_;
  TypeLayouts layouts_;
  VertexAliasing aliasing_;
  std::vector<Seen> seen_;
};

void VertexChecker::check(const ir::ComputeSet &computeSet, VertexId id) {
  const ir::Vertex &vertex = table_[id];
  const TypeLayout &layout = layouts_[vertex.type];
  if (!vertex.tile.valid())
    Diagnostic(Code::PE0201, "vertex without a tile in {}", ir::nameOf(graph_, computeSet))
        .at(vertex.site, "{}", vertexName(graph_, *layout.type, id))
        .fix("call graph.setTileMapping(vertex, tile) before compiling")
        .raise();
  if (vertex.tile.index() >= graph_.machine.numTiles())
    Diagnostic(Code::PE0202, "vertex on a tile that does not exist in {}",
               ir::nameOf(graph_, computeSet))
        .at(vertex.site, "{}", vertexName(graph_, *layout.type, id))
        .note("tiles: 0 to {}", graph_.machine.numTiles() - 1)
        .raise();
  if (!layout.type->hasHostCode)
    Diagnostic(Code::PE0308, "{} uses vertex type '{}', which has no code for the host",
               ir::nameOf(graph_, computeSet), layout.type->name)
        .at(vertex.site, "{}", vertexName(graph_, *layout.type, id))
        .note("{}", layout.type->whyNoHostCode)
        .fix("give the codelet a body in portable C++ beside its assembly")
        .raise();

  seen_.assign(layout.fields.size(), Seen{});
  std::uint32_t numWritten = 0;
  for (std::uint32_t e = vertex.firstEdge; e != ir::kNone; e = table_.edges[e].next) {
    checkEdge(id, layout, e);
    numWritten += layout.fields[table_.edges[e].field].written();
  }
  if (numWritten > 1) checkOverlaps(computeSet, id, layout);
  for (std::uint32_t v = vertex.firstValue; v != ir::kNone; v = table_.values[v].next) {
    Seen &seen = seen_[table_.values[v].field];
    ++seen.values;
    if (table_.values[v].index == ir::kNone) seen.wholeValue = true;
  }
  for (std::uint32_t f = 0; f < seen_.size(); ++f)
    checkField(id, layout, f);
}

/// Fields that share all their elements, in the same order, share one location; no other overlap of
/// what a vertex writes has one meaning.
void VertexChecker::checkOverlaps(const ir::ComputeSet &computeSet, VertexId id,
                                  const TypeLayout &layout) {
  aliasing_.analyse(table_[id], layout);
  const std::optional<VertexAliasing::Clash> &clash = aliasing_.clash();
  if (!clash) return;
  const auto access = [&](int i) {
    return VertexAccess{id.value, clash->edges[i], clash->regions[i], AccessKind::Write};
  };
  raiseConflict(graph_, types_, computeSet, {access(0), access(1)});
}

void VertexChecker::checkEdge(VertexId id, const TypeLayout &layout, std::uint32_t edgeIndex) {
  const ir::Edge &edge = table_.edges[edgeIndex];
  const FieldLayout &field = layout.fields[edge.field];
  POPLAR_EMU_CHECK(ir::isEdge(field.kind));

  const std::span<const ir::Region> regions(table_.regions.data() + edge.firstRegion,
                                            edge.numRegions);
  std::uint64_t elements = 0;
  for (const ir::Region &region : regions) {
    elements += numElements(region);
    const ir::Variable &variable = graph_.variable(region.variable);
    if (sizeInBytes(variable.type) != field.elementBytes)
      Diagnostic(Code::PE0207, "element types of field and tensor differ")
          .at(siteOf(graph_, id, edge), "{} has elements of type {}, {} of type {}",
              edgeName(graph_, *layout.type, id, edge), name(layout.type->fields[edge.field].type),
              variableName(graph_, region.variable), name(variable.type))
          .raise();
    if (field.written() && variable.isConstant())
      Diagnostic(Code::PE0211, "vertex writes a constant")
          .at(siteOf(graph_, id, edge), "{} writes {}", edgeName(graph_, *layout.type, id, edge),
              rangeName(graph_, region.variable, hull(region)))
          .at(variable.site, "{} is a constant", variableName(graph_, region.variable))
          .fix("use graph.addVariable and graph.setInitialValue for data that changes")
          .raise();
  }
  POPLAR_EMU_CHECK(elements == edge.numElements);
  if (field.written() && (regions.size() > 1 || (!regions.empty() && regions[0].count > 1)) &&
      repeatsElement(regions))
    Diagnostic(Code::PE0212, "an element occurs twice in a field that is written")
        .at(siteOf(graph_, id, edge), "{} is connected to {} of {}",
            edgeName(graph_, *layout.type, id, edge), counted(edge.numElements, "element"),
            variableName(graph_, regions[0].variable))
        .fix("connect each element once; a broadcast tensor can only be an Input")
        .raise();

  Seen &seen = seen_[edge.field];
  ++seen.edges;
  if (seen.firstEdge == ir::kNone) seen.firstEdge = edgeIndex;
  if (edge.index == ir::kNone) {
    seen.wholeEdge = true;
  } else if (edge.index == seen.nextIndex) {
    ++seen.nextIndex;
  } else {
    seen.irregular = true;
  }
  const bool scalar = field.kind == ir::FieldKind::ScalarEdge ||
                      (field.kind == ir::FieldKind::ScalarEdges && edge.index != ir::kNone);
  if (scalar && edge.numElements != 1) wrongSize(id, layout, edge, 1);
  if (!ir::isIndexed(field.kind) && seen.edges > 1)
    connectedTwice(id, layout, table_.edges[seen.firstEdge], edge);
}

void VertexChecker::checkField(VertexId id, const TypeLayout &layout, std::uint32_t field) {
  const FieldLayout &info = layout.fields[field];
  const Seen &seen = seen_[field];
  switch (info.kind) {
  case ir::FieldKind::ScalarState:
    return;
  case ir::FieldKind::VectorState:
    if (!seen.wholeValue && table_.explicitSize(id, field) == ir::kNone)
      notSized(id, layout, field);
    return;
  case ir::FieldKind::VectorOfState:
    if (table_.explicitSize(id, field) == ir::kNone) notSized(id, layout, field);
    return;
  case ir::FieldKind::ScalarEdge:
    if (seen.edges == 0 && (seen.values == 0 || info.written()))
      notConnected(id, layout, field, "");
    return;
  case ir::FieldKind::VectorEdge: {
    const std::uint32_t size = table_.explicitSize(id, field);
    if (seen.edges == 0) {
      if (size != 0 && (!seen.wholeValue || info.written())) notConnected(id, layout, field, "");
      return;
    }
    const ir::Edge &edge = table_.edges[seen.firstEdge];
    if (size != ir::kNone && size != edge.numElements) wrongSize(id, layout, edge, size);
    return;
  }
  case ir::FieldKind::ScalarEdges:
  case ir::FieldKind::VectorEdges:
  case ir::FieldKind::VectorList:
    checkIndexed(id, layout, field);
    return;
  }
}

void VertexChecker::checkIndexed(VertexId id, const TypeLayout &layout, std::uint32_t field) {
  const FieldLayout &info = layout.fields[field];
  const Seen &seen = seen_[field];
  const std::uint32_t size = table_.explicitSize(id, field);
  if (seen.edges == 0 && seen.values == 0) {
    if (size != 0) notConnected(id, layout, field, "");
    return;
  }
  if (seen.wholeEdge) {
    const ir::Edge &edge = table_.edges[seen.firstEdge];
    if (seen.edges > 1) {
      const std::uint32_t other = lastEdgeOfField(table_, id, field);
      connectedTwice(id, layout, edge, table_.edges[other]);
    }
    if (info.kind == ir::FieldKind::ScalarEdges) {
      if (size != ir::kNone && size != edge.numElements) wrongSize(id, layout, edge, size);
      return;
    }
    if (size == ir::kNone) notSized(id, layout, field);
    if (size == 0 ? edge.numElements != 0 : edge.numElements % size != 0)
      wrongSize(id, layout, edge, size);
    return;
  }
  if (size == ir::kNone) notSized(id, layout, field);
  if (!seen.irregular && seen.values == 0 && seen.nextIndex == size) return;

  const IndexedField rows(table_, id, field);
  if (const auto pair = rows.connectedTwice())
    connectedTwice(id, layout, table_.edges[pair->first], table_.edges[pair->second]);
  if (const auto beyond = rows.firstBeyond(size))
    Diagnostic(Code::PE0210, "field index out of range")
        .at(table_[id].site, "{}: element {} of field '{}' is connected",
            vertexName(graph_, *layout.type, id), *beyond, layout.type->fields[field].name)
        .note("the field has {}", counted(size, "element"))
        .raise();
  if (const auto missing = rows.firstMissing(size, info.direction))
    notConnected(id, layout, field, fmt::format("[{}]", *missing));
}

void VertexChecker::notConnected(VertexId id, const TypeLayout &layout, std::uint32_t field,
                                 const std::string &element) const {
  const std::string &name = layout.type->fields[field].name;
  Diagnostic(Code::PE0208, "field '{}{}' of vertex type '{}' is not connected", name, element,
             layout.type->name)
      .at(table_[id].site, "{}", vertexName(graph_, *layout.type, id))
      .fix("call graph.connect(vertex[\"{}\"]{}, tensor)", name, element)
      .raise();
}

void VertexChecker::notSized(VertexId id, const TypeLayout &layout, std::uint32_t field) const {
  const std::string &name = layout.type->fields[field].name;
  Diagnostic(Code::PE0209, "size of field '{}' of vertex type '{}' is not specified", name,
             layout.type->name)
      .at(table_[id].site, "{}", vertexName(graph_, *layout.type, id))
      .fix("call graph.setFieldSize(vertex[\"{}\"], size)", name)
      .raise();
}

void VertexChecker::connectedTwice(VertexId id, const TypeLayout &layout, const ir::Edge &first,
                                   const ir::Edge &second) const {
  Diagnostic(Code::PE0206, "field connected twice")
      .at(siteOf(graph_, id, first), "{} is connected to {}",
          edgeName(graph_, *layout.type, id, first), counted(first.numElements, "element"))
      .at(siteOf(graph_, id, second), "{} is connected again to {}",
          edgeName(graph_, *layout.type, id, second), counted(second.numElements, "element"))
      .fix("connect each field once")
      .raise();
}

void VertexChecker::wrongSize(VertexId id, const TypeLayout &layout, const ir::Edge &edge,
                              std::uint64_t wanted) const {
  Diagnostic(Code::PE0206, "number of connected elements does not fit the field")
      .at(siteOf(graph_, id, edge), "{} is connected to {}",
          edgeName(graph_, *layout.type, id, edge), counted(edge.numElements, "element"))
      .note("size of the field: {}", wanted)
      .raise();
}

} // namespace

void checkVertices(const Input &input, const Usage &usage) {
  VertexChecker checker(input);
  for (const ComputeSetId id : usage.computeSets) {
    const ir::ComputeSet &computeSet = input.graph.computeSets[id.index()];
    for (const VertexId vertex : computeSet.vertices)
      checker.check(computeSet, vertex);
  }
}

} // namespace poplar_emu::compile
