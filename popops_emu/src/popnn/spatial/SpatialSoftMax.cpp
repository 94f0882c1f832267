// SPDX-License-Identifier: MIT
// Expected coordinates as a product of weights and a constant table of coordinates.
#include "nonlinearity/Softmax.hpp"
#include "support/Errors.hpp"

#include <poplar/exceptions.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/MeshGrid.hpp>
#include <popnn/NonLinearity.hpp>
#include <popnn/SpatialSoftMax.hpp>
#include <popops/ElementWise.hpp>
#include <poputil/DebugInfo.hpp>

namespace popnn {

using poplar::Tensor;

std::pair<Tensor, Tensor> spatialSoftMax2D(poplar::Graph &graph, poplar::program::Sequence &prog,
                                           const Tensor &fields, float temperature,
                                           bool disableSoftmax,
                                           const poplar::DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(fields, temperature, disableSoftmax));
  const std::string operation = "popnn::spatialSoftMax2D";
  if (fields.rank() != 3)
    throw poplar::poplar_error(operation + ": the fields are " + popops::support::describe(fields) +
                               "; fix: give them shape [F, H, W]");
  checkReal(operation, fields);
  const poplar::Type &type = fields.elementType();
  const Tensor scale = graph.addVariable(type, {}, {di, "temperature"});
  graph.setTileMapping(scale, 0);
  graph.setInitialValue(scale, temperature);

  const std::size_t height = fields.dim(1), width = fields.dim(2);
  Tensor weights = fields.reshape({fields.dim(0), height * width});
  if (!disableSoftmax) {
    weights = popops::div(graph, weights, scale, prog, {di, "Temperature"});
    softmaxStableInPlace(graph, weights, prog, {di, "Softmax"});
  }
  const auto grid =
      poplin::meshgrid2d(graph, poplin::linspace(graph, type, -1, 1, width, {di, "x"}),
                         poplin::linspace(graph, type, -1, 1, height, {di, "y"}));
  const Tensor coordinates =
      concat(grid[1].flatten().expand({1}), grid[0].flatten().expand({1}), 1);
  const Tensor out = poplin::matMul(graph, weights, coordinates, prog, type, {di, "Coordinates"});
  di.addOutput(out);
  return {out, scale};
}

} // namespace popnn
