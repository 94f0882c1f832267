// SPDX-License-Identifier: MIT
// New variables and constants in a graph.
#pragma once

#include "api/GraphState.hpp"
#include "api/TensorState.hpp"

#include <poplar/DebugContext.hpp>
#include <poplar/Tensor.hpp>

#include <span>
#include <string>

namespace poplar_emu::api {

/// What is common to variables and constants.
struct NewVariable {
  ElementType type = ElementType::Invalid;
  std::span<const std::size_t> shape;
  std::string name;
  SiteId site;
  TensorRef metadata; ///< of QUARTER
};

/// Number of elements. PE0221 (type), PE0222 (metadata missing or not wanted), PE0113 (too large).
std::size_t checkVariable(const NewVariable &description);
/// Checks and adds a variable; on a graph of one tile it is mapped there.
VariableId addVariable(const GraphState &graph, const NewVariable &description,
                       ir::VariableKind kind);
/// The whole variable as a tensor.
poplar::Tensor tensorOf(const std::shared_ptr<GraphCore> &core, VariableId variable);

/// Puts the elements of a variable on the tiles of the view, as evenly as poputil does.
void mapLinearly(const GraphState &graph, VariableId variable);

/// The metadata argument of a call: null for an invalid tensor. PE0222 unless it is a scalar of
/// type QUARTER_METADATA of this graph.
TensorRef metadataArgument(const GraphState &graph, const poplar::Tensor &metadata, SiteId site);

} // namespace poplar_emu::api
