// SPDX-License-Identifier: MIT
// Checks and bookkeeping of new variables.
#include "api/variables/Variables.hpp"

#include "api/Access.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "api/variables/LinearMapping.hpp"
#include "support/Diagnostic.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"

namespace poplar_emu::api {
namespace {

std::string nameForMessage(const NewVariable &description) {
  return description.name.empty() ? std::string("a variable")
                                  : fmt::format("'{}'", description.name);
}

void checkType(const NewVariable &description) {
  switch (description.type) {
  case ElementType::Invalid:
    Diagnostic(Code::PE0221, "{} has no element type", nameForMessage(description))
        .at(description.site)
        .raise();
  case ElementType::Long:
  case ElementType::UnsignedLong:
  case ElementType::Double:
    Diagnostic(Code::PE0221, "{} of type {}: tiles do not have this type",
               nameForMessage(description), name(description.type))
        .at(description.site)
        .raise();
  case ElementType::Quarter:
    if (!description.metadata) {
      Diagnostic(Code::PE0222, "{} of type quarter needs a metadata tensor",
                 nameForMessage(description))
          .at(description.site)
          .fix("pass the result of createConstantMetadataTensor before the shape")
          .raise();
    }
    break;
  default:
    if (description.metadata) {
      Diagnostic(Code::PE0222, "{} of type {} takes no metadata tensor",
                 nameForMessage(description), name(description.type))
          .at(description.site)
          .raise();
    }
  }
}

} // namespace

std::size_t checkVariable(const NewVariable &description) {
  checkType(description);
  return view::wholeVariable(VariableId(0), description.shape, description.site).numElements();
}

VariableId addVariable(const GraphState &graph, const NewVariable &description,
                       ir::VariableKind kind) {
  checkType(description);
  ir::Graph &ir = graph.core->graph;
  const VariableId id(ir.variables.size());
  const view::View whole = view::wholeVariable(id, description.shape, description.site);

  ir::Variable variable;
  variable.kind = kind;
  variable.type = description.type;
  variable.numElements = whole.numElements();
  variable.shape.assign(description.shape.begin(), description.shape.end());
  variable.name = description.name;
  variable.site = description.site;
  if (graph.tiles.numTiles() == 1)
    variable.mapping.set(0, variable.numElements, graph.tiles.toTopLevel(0));
  if (description.metadata) {
    const view::Run run = view::runs(description.metadata->view).front();
    variable.metadata = run.variable;
    variable.metadataElement = run.start;
    graph.core->metadata[id].view = description.metadata->view;
  }
  ir.variables.push_back(std::move(variable));
  return id;
}

poplar::Tensor tensorOf(const std::shared_ptr<GraphCore> &core, VariableId id) {
  const ir::Variable &variable = core->graph.variable(id);
  TensorRef metadata;
  if (const auto found = core->metadata.find(id); found != core->metadata.end()) {
    metadata = std::make_shared<const TensorState>(
        TensorState{core, ElementType::QuarterMetadata, found->second.view, nullptr});
  }
  return makeTensor(core, variable.type, view::wholeVariable(id, variable.shape),
                    std::move(metadata));
}

void mapLinearly(const GraphState &graph, VariableId id) {
  ir::Variable &variable = graph.core->graph.variable(id);
  LinearSplit split;
  split.grainSize = graph.target.getVectorWidth(Access::type(variable.type));
  split.minElementsPerTile = 128 / sizeInBytes(variable.type);
  const std::vector<std::uint64_t> bounds =
      linearBoundaries(variable.numElements, graph.tiles.numTiles(), split);
  for (std::size_t part = 0; part + 1 < bounds.size(); ++part) {
    variable.mapping.set(bounds[part], bounds[part + 1],
                         graph.tiles.toTopLevel(static_cast<unsigned>(part)));
  }
}

TensorRef metadataArgument(const GraphState &graph, const poplar::Tensor &metadata, SiteId site) {
  const TensorRef &state = Access::state(metadata);
  if (!state) return nullptr;
  needOf(*graph.core, metadata, "metadata");
  if (state->type != ElementType::QuarterMetadata || state->view.numElements() != 1) {
    Diagnostic(Code::PE0222, "{} is no metadata tensor", describeTensor(*state))
        .at(site)
        .note("metadata is a scalar of type quarter_metadata")
        .raise();
  }
  return state;
}

} // namespace poplar_emu::api
