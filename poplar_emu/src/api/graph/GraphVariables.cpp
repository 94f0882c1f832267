// SPDX-License-Identifier: MIT
// Variables of a graph.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "api/variables/Variables.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

const std::shared_ptr<GraphCore> &coreWithVariable(const Graph &graph, VariableRef variable,
                                                   const char *what) {
  const std::shared_ptr<GraphCore> &core = need(graph, what)->core;
  const VariableId id = Access::variable(variable);
  if (id.index() >= core->graph.variables.size()) {
    Diagnostic(Code::PE0215, "{}: there is no variable #{}", what, id.value)
        .note("the graph has {} variables", core->graph.variables.size())
        .raise();
  }
  return core;
}

} // namespace

Tensor Graph::addVariable(const Type &type, ArrayRef<std::size_t> shape, const DebugContext &dc) {
  return addVariable(type, Tensor(), shape, VariableMappingMethod::NONE, dc);
}

Tensor Graph::addVariable(const Type &type, const Tensor &metadata, ArrayRef<std::size_t> shape,
                          const DebugContext &dc) {
  return addVariable(type, metadata, shape, VariableMappingMethod::NONE, dc);
}

Tensor Graph::addVariable(const Type &type, ArrayRef<std::size_t> shape,
                          VariableMappingMethod mappingMethod, const DebugContext &dc) {
  return addVariable(type, Tensor(), shape, mappingMethod, dc);
}

Tensor Graph::addVariable(const Type &type, const Tensor &metadata, ArrayRef<std::size_t> shape,
                          VariableMappingMethod mappingMethod, const DebugContext &dc) {
  const GraphState &state = *need(*this, "addVariable", Access::location(dc));
  NewVariable description;
  description.type = Access::elementType(type);
  description.shape = {shape.data(), shape.size()};
  description.name = dc.getPathName();
  description.site = siteOf(Access::location(dc));
  description.metadata = metadataArgument(state, metadata, description.site);
  const VariableId id = api::addVariable(state, description, ir::VariableKind::Variable);
  if (mappingMethod == VariableMappingMethod::LINEAR) mapLinearly(state, id);
  return tensorOf(state.core, id);
}

Tensor Graph::addExternalVariable(const Type &, ArrayRef<std::size_t>, StringRef handle,
                                  const DebugContext &dc) {
  need(*this, "addExternalVariable", Access::location(dc));
  Diagnostic(Code::PE0221, "external variable '{}': variables outside the graph are not supported",
             text(handle))
      .at(siteOf(Access::location(dc)))
      .fix("use addVariable, with createHostRead and createHostWrite for the host's side")
      .raise();
}

Tensor Graph::addReplicationIndexConstant(const DebugContext &dc) {
  const GraphState &state = *need(*this, "addReplicationIndexConstant", Access::location(dc));
  NewVariable description;
  description.type = ElementType::UnsignedInt;
  description.name = dc.getPathName();
  if (description.name.empty()) description.name = "replicationIndex";
  description.site = siteOf(Access::location(dc));
  return tensorOf(state.core,
                  api::addVariable(state, description, ir::VariableKind::ReplicationIndex));
}

Tensor Graph::getVariable(VariableRef variable) const {
  return tensorOf(coreWithVariable(*this, variable, "getVariable"), Access::variable(variable));
}

bool Graph::isConstant(VariableRef variable) const {
  return coreWithVariable(*this, variable, "isConstant")
      ->graph.variable(Access::variable(variable))
      .isConstant();
}

} // namespace poplar
