// SPDX-License-Identifier: MIT
// What stands behind a poplar::Tensor: a view of variables, read as a type.
#pragma once

#include "api/GraphCore.hpp"
#include "support/ElementType.hpp"
#include "view/View.hpp"

#include <memory>
#include <string>

namespace poplar_emu::api {

/// Immutable, shared by all copies of a tensor.
struct TensorState {
  std::shared_ptr<GraphCore> core;
  ElementType type = ElementType::Invalid;
  view::View view;
  std::shared_ptr<const TensorState> metadata; ///< of QUARTER tensors
};

using TensorRef = std::shared_ptr<const TensorState>;

/// "'grid'" or "variable #7".
std::string describeVariable(const ir::Graph &graph, VariableId variable);
/// The debug paths of the variables of a view: "'a', 'b'".
std::string variableNames(const ir::Graph &graph, const view::View &view);
/// "tensor 'grid' float [4, 6]".
std::string describeTensor(const TensorState &tensor);

bool containsConstant(const ir::Graph &graph, const view::View &view);

} // namespace poplar_emu::api
