// SPDX-License-Identifier: MIT
// Compute sets and vertices.
#include "api/graph/GraphNeed.hpp"
#include "api/vertex/Connect.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {

Graph::ConnectionDesc::ConnectionDesc(StringRef field, Tensor tensor)
    : field_(field), kind_(Kind::Tensor), tensors_(1, tensor), valueTraits_(), value_() {}

Graph::ConnectionDesc::ConnectionDesc(StringRef field, ArrayRef<Tensor> tensors)
    : field_(field), kind_(Kind::Tensors), tensors_(tensors.begin(), tensors.end()), valueTraits_(),
      value_() {}

Graph::ConnectionDesc::ConnectionDesc(StringRef field, const void *value, const TypeTraits &traits)
    : field_(field), kind_(Kind::Value), valueTraits_(traits), value_() {
  POPLAR_EMU_CHECK(traits.size <= sizeof value_);
  std::memcpy(value_, value, traits.size);
}

Graph::ConnectionDesc::ConnectionDesc(const ConnectionDesc &) = default;
Graph::ConnectionDesc::ConnectionDesc(ConnectionDesc &&) noexcept = default;
Graph::ConnectionDesc &Graph::ConnectionDesc::operator=(const ConnectionDesc &) = default;
Graph::ConnectionDesc &Graph::ConnectionDesc::operator=(ConnectionDesc &&) noexcept = default;
Graph::ConnectionDesc::~ConnectionDesc() = default;

ComputeSet Graph::addComputeSet(const DebugContext &dc) {
  ir::Graph &ir = need(*this, "addComputeSet", Access::location(dc))->core->graph;
  ir.computeSets.push_back({dc.getPathName(), siteOf(Access::location(dc)), {}});
  return Access::element<ComputeSet>(ir, ir.computeSets.size() - 1);
}

VertexRef Graph::addVertex(ComputeSet computeSet, StringRef vertexType,
                           ArrayRef<ConnectionDesc> connections, SourceLocation loc) {
  const std::shared_ptr<GraphState> &state = need(*this, "addVertex", loc);
  GraphCore &core = *state->core;
  const SiteId site = siteOf(loc);
  needOwn(core, computeSet, "addVertex", "the compute set", site);
  if (computeSet.getId() >= core.graph.computeSets.size()) {
    Diagnostic(Code::PE0215, "vertex '{}' added to a compute set that does not exist",
               text(vertexType))
        .at(site)
        .fix("make the compute set with addComputeSet of the same graph")
        .raise();
  }
  ir::VertexTable &table = core.graph.vertexTable;
  const VertexId id(table.vertices.size());
  ir::Vertex vertex;
  vertex.type = core.registry.require(text(vertexType), site);
  vertex.computeSet = ComputeSetId(computeSet.getId());
  vertex.site = site;
  if (state->tiles.numTiles() == 1) vertex.tile = state->tiles.toTopLevel(0);
  table.vertices.push_back(vertex);
  core.graph.computeSets[computeSet.getId()].vertices.push_back(id);

  VertexRef reference = Access::vertex(state, id);
  for (const ConnectionDesc &connection : connections) {
    const FieldRef field = reference[Access::field(connection)];
    switch (Access::kind(connection)) {
    case Access::ConnectionKind::kTensor:
      connect(field, Access::tensors(connection).front(), loc);
      break;
    case Access::ConnectionKind::kTensors:
      connect(field, ArrayRef<Tensor>(Access::tensors(connection)), loc);
      break;
    case Access::ConnectionKind::kValue:
      connectValue(field, Access::value(connection), Access::traits(connection), loc);
      break;
    }
  }
  return reference;
}

VertexRef Graph::addExternalExchangeVertex(ComputeSet, StringRef vertexType, unsigned, bool, bool,
                                           SourceLocation loc) {
  need(*this, "addExternalExchangeVertex", loc);
  Diagnostic(Code::PE0206, "external exchange vertex '{}': the emulator has no exchange code",
             text(vertexType))
      .at(siteOf(loc))
      .fix("use Copy programs; they become exchanges by themselves")
      .raise();
}

void Graph::connect(FieldRef field, const Tensor &tensor, SourceLocation loc) {
  GraphCore &core = *need(*this, "connect", loc)->core;
  connectTensor(resolve(core, field, "connect", loc), tensor, loc);
}

void Graph::connect(FieldRef field, ArrayRef<Tensor> tensors, SourceLocation loc) {
  GraphCore &core = *need(*this, "connect", loc)->core;
  connectTensors(resolve(core, field, "connect", loc), {tensors.data(), tensors.size()}, loc);
}

void Graph::connectValue(const FieldRef &field, const void *value, const TypeTraits &traits,
                         SourceLocation loc) {
  GraphCore &core = *need(*this, "connect", loc)->core;
  connectImmediate(resolve(core, field, "connect", loc), {value, 1, traits});
}

} // namespace poplar
