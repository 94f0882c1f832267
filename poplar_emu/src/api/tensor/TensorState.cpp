// SPDX-License-Identifier: MIT
// Names of tensors for messages.
#include "api/TensorState.hpp"

#include "view/Regions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poplar_emu::api {

std::string describeVariable(const ir::Graph &graph, VariableId variable) {
  const std::string &name = graph.variable(variable).name;
  return name.empty() ? fmt::format("variable #{}", variable.value) : fmt::format("'{}'", name);
}

std::string variableNames(const ir::Graph &graph, const view::View &view) {
  constexpr std::size_t kShown = 4;
  const std::vector<VariableId> variables = view::variables(view);
  std::string text;
  for (std::size_t i = 0; i < std::min(variables.size(), kShown); ++i) {
    if (i) text += ", ";
    text += describeVariable(graph, variables[i]);
  }
  if (variables.size() > kShown) text += fmt::format(" and {} more", variables.size() - kShown);
  return text;
}

std::string describeTensor(const TensorState &tensor) {
  std::string names = variableNames(tensor.core->graph, tensor.view);
  if (names.empty()) names = "without elements";
  return fmt::format("tensor {} {} {}", names, name(tensor.type),
                     view::shapeText(tensor.view.shape()));
}

bool containsConstant(const ir::Graph &graph, const view::View &view) {
  const auto isConstant = [&](VariableId variable) {
    return graph.variable(variable).isConstant();
  };
  const auto pieces = view.pieces();
  return std::any_of(pieces.begin(), pieces.end(),
                     [&](const view::Piece &piece) { return isConstant(piece.variable); });
}

} // namespace poplar_emu::api
