// SPDX-License-Identifier: MIT
// Checks of connections, and the edges and values that they leave in the ir.
#include "api/vertex/Connect.hpp"

#include "api/tensor/TensorNeed.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"

#include <algorithm>

namespace poplar_emu::api {
namespace {

/// CHAR and SIGNED_CHAR are two names of one thing.
ElementType representation(ElementType type) {
  return type == ElementType::Char ? ElementType::SignedChar : type;
}

void checkElements(const Field &field, const TensorState &tensor) {
  if (representation(tensor.type) != representation(field.info.type)) {
    Diagnostic(Code::PE0207, "{} connected to {}", describeTensor(tensor), describe(field))
        .at(field.site)
        .note("the field is declared as {}", declarationOf(field.info))
        .fix("give the tensor type {}, or cast it first", name(field.info.type))
        .raise();
  }
  if (tensor.type == ElementType::Quarter && !tensor.metadata) {
    Diagnostic(Code::PE0222, "{} has no metadata, and {} reads it", describeTensor(tensor),
               describe(field))
        .at(field.site)
        .note("reinterpret() drops metadata, and nothing gives it back")
        .fix("connect the tensor that was made with metadata, or a view of it")
        .raise();
  }
  if (ir::isWritten(field.info.direction) && containsConstant(field.core.graph, tensor.view)) {
    Diagnostic(Code::PE0211, "{} writes to constant {}", describe(field), describeTensor(tensor))
        .at(field.site)
        .note("the field is declared as {}", declarationOf(field.info))
        .fix("connect a variable; copy the constant to it if its value is needed")
        .raise();
  }
}

void checkUnconnected(const Field &field) {
  if (isConnected(field) || findValue(field)) raiseMisuse(field, "the field is connected already");
}

void needOneElement(const Field &field, const TensorState &tensor) {
  if (tensor.view.numElements() != 1)
    raiseMisuse(field, "it takes a single element, not {}", describeTensor(tensor));
}

void needRank(const Field &field, const TensorState &tensor, std::size_t rank) {
  if (tensor.view.rank() != rank)
    raiseMisuse(field, "it takes a tensor of rank {}, not {}", rank, describeTensor(tensor));
}

/// A row or element of an indexed field.
void checkPart(const Field &part, const TensorState &tensor) {
  if (part.info.kind == ir::FieldKind::ScalarEdges)
    needOneElement(part, tensor);
  else
    needRank(part, tensor, 1);
  checkElements(part, tensor);
}

Field partOf(const Field &whole, std::size_t index) {
  Field part = whole;
  part.index = static_cast<std::uint32_t>(index);
  return part;
}

void needEdge(const Field &field) {
  if (!ir::isEdge(field.info.kind)) {
    raiseMisuse(field, "the field is part of the vertex's state and takes no tensor; use "
                       "setInitialValue");
  }
}

} // namespace

void addEdge(const Field &field, const view::View &view) {
  ir::VertexTable &table = field.core.graph.vertexTable;
  if (view.numElements() >= ir::kNone)
    raiseMisuse(field, "{} elements are too many for one edge", view.numElements());

  ir::Edge edge;
  edge.field = field.field;
  edge.index = field.index;
  edge.firstRegion = static_cast<std::uint32_t>(table.regions.size());
  edge.numElements = static_cast<std::uint32_t>(view.numElements());
  edge.site = field.site;

  view::VarRegion single;
  if (view::asSingleRegion(view, single)) {
    table.regions.push_back(
        {single.begin, 0, single.variable, static_cast<std::uint32_t>(single.size()), 1});
  } else {
    thread_local std::vector<view::Run> runs;
    runs.clear();
    view::appendRuns(view, runs);
    for (const view::Run &run : runs) {
      table.regions.push_back({run.start, run.stride, run.variable,
                               static_cast<std::uint32_t>(run.length),
                               static_cast<std::uint32_t>(run.count)});
    }
  }
  edge.numRegions = static_cast<std::uint32_t>(table.regions.size()) - edge.firstRegion;

  const auto id = static_cast<std::uint32_t>(table.edges.size());
  table.edges.push_back(edge);
  ir::Vertex &vertex = table.vertices[field.vertex.index()];
  (vertex.lastEdge == ir::kNone ? vertex.firstEdge : table.edges[vertex.lastEdge].next) = id;
  vertex.lastEdge = id;
  if (!field.isWhole()) noteIndexedEdge(field);
}

void connectTensor(const Field &field, const poplar::Tensor &tensor,
                   const poplar::SourceLocation &loc) {
  const TensorState &state = *needOf(field.core, tensor, "connect", loc);
  needEdge(field);
  checkUnconnected(field);
  if (!field.isWhole()) {
    checkPart(field, state);
    addEdge(field, state.view);
    return;
  }
  const bool rows2d = ir::isTwoLevel(field.info.kind);
  if (field.info.kind == ir::FieldKind::ScalarEdge)
    needOneElement(field, state);
  else
    needRank(field, state, rows2d ? 2 : 1);
  checkElements(field, state);
  if (!rows2d) {
    addEdge(field, state.view);
    return;
  }
  const std::size_t rows = state.view.dim(0);
  setSize(field, rows);
  for (std::size_t row = 0; row < rows; ++row)
    addEdge(partOf(field, row), view::index(state.view, row));
}

void connectTensors(const Field &field, std::span<const poplar::Tensor> tensors,
                    const poplar::SourceLocation &loc) {
  needEdge(field);
  if (!field.isWhole() || !ir::isIndexed(field.info.kind))
    raiseMisuse(field, "it takes a single tensor, not a list of {}", tensors.size());
  checkUnconnected(field);
  std::vector<const TensorState *> states;
  states.reserve(tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    states.push_back(needOf(field.core, tensors[i], "connect", loc).get());
    checkPart(partOf(field, i), *states.back());
  }
  setSize(field, tensors.size());
  for (std::size_t i = 0; i < states.size(); ++i)
    addEdge(partOf(field, i), states[i]->view);
}

void connectImmediate(const Field &field, const HostValues &value) {
  if (!ir::isEdge(field.info.kind)) {
    raiseMisuse(field, "the field is part of the vertex's state and cannot be connected; use "
                       "setInitialValue");
  }
  if (field.info.direction != ir::Direction::In)
    raiseMisuse(field, "a number can be connected to an Input only");
  const bool isScalar = field.info.kind == ir::FieldKind::ScalarEdge ||
                        (field.info.kind == ir::FieldKind::ScalarEdges && !field.isWhole());
  if (!isScalar) raiseMisuse(field, "it takes a tensor, not a number");
  checkUnconnected(field);
  storeValues(field, value);
}

void storeValues(const Field &field, const HostValues &values) {
  ir::VertexTable &table = field.core.graph.vertexTable;
  const std::vector<std::byte> bytes = toDevice(
      values, {field.info.type, [&field] { return describe(field); }, field.site, std::nullopt});
  const auto firstByte = static_cast<std::uint32_t>(table.valueBytes.size());
  const auto count = static_cast<std::uint32_t>(values.count);
  if (ir::FieldValue *earlier = findValue(field)) {
    if (earlier->numElements == count) {
      std::copy(bytes.begin(), bytes.end(), table.valueBytes.begin() + earlier->firstByte);
    } else {
      table.valueBytes.insert(table.valueBytes.end(), bytes.begin(), bytes.end());
      earlier->firstByte = firstByte;
      earlier->numElements = count;
    }
    earlier->site = field.site;
    return;
  }
  table.valueBytes.insert(table.valueBytes.end(), bytes.begin(), bytes.end());
  const auto id = static_cast<std::uint32_t>(table.values.size());
  table.values.push_back({field.field, field.index, firstByte, count, field.site, ir::kNone});
  ir::Vertex &vertex = table.vertices[field.vertex.index()];
  (vertex.lastValue == ir::kNone ? vertex.firstValue : table.values[vertex.lastValue].next) = id;
  vertex.lastValue = id;
}

} // namespace poplar_emu::api
