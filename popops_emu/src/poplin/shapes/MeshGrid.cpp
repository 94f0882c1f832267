// SPDX-License-Identifier: MIT
// Grids as constants and views.
#include "support/Errors.hpp"

#include <poplar/exceptions.hpp>
#include <poplin/MeshGrid.hpp>
#include <poputil/DebugInfo.hpp>

namespace poplin {

using poplar::Tensor;
using popops::support::describe;

Tensor linspace(poplar::Graph &graph, const poplar::Type &type, float left, float right,
                std::size_t count, const poplar::DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(type, left, right, count));
  if (type != poplar::FLOAT && type != poplar::HALF)
    throw poplar::poplar_error("poplin::linspace: numbers of type " +
                               popops::support::nameOf(type) +
                               " are not supported; fix: use FLOAT or HALF");
  std::vector<float> values;
  const float step = count > 1 ? (right - left) / static_cast<float>(count - 1) : 0.0f;
  float value = left;
  for (std::size_t i = 0; i < count; ++i, value += step)
    values.push_back(value);
  Tensor t =
      graph.addConstant<float>(type, {count}, poplar::ArrayRef<float>(values), {di, "linspace"});
  graph.setTileMapping(t, 0);
  di.addOutput(t);
  return t;
}

std::vector<Tensor> meshgrid2d(poplar::Graph &, Tensor x, Tensor y) {
  if (x.rank() != 1 || y.rank() != 1 || x.elementType() != y.elementType())
    throw poplar::poplar_error("poplin::meshgrid2d: x is " + describe(x) + " and y " + describe(y) +
                               "; fix: give both rank 1 and one type");
  const auto columns = static_cast<unsigned>(x.dim(0)), rows = static_cast<unsigned>(y.dim(0));
  return {x.expand({0}).broadcast(rows, 0), y.expand({1}).broadcast(columns, 1)};
}

} // namespace poplin
