// SPDX-License-Identifier: MIT
// Tensors for rows of remote buffers.
#include "slice/Geometry.hpp"
#include "support/Errors.hpp"

#include <popops/HostSliceTensor.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poputil::PoplibsOpDebugInfo;
using slice::Shape;

namespace {

Tensor addRowsOfHost(const char *operation, Graph &graph, const poplar::Type &type,
                     const Shape &shape, std::size_t offset, const DebugContext &debugContext) {
  if (shape.size() != 2)
    support::fail(operation, "the shape is " + slice::describeShape(shape),
                  "pass [rows, elements of a row]");
  const Tensor tensor = graph.addVariable(type, shape, debugContext);
  poputil::mapTensorLinearlyWithOffset(graph, tensor, static_cast<unsigned>(offset));
  return tensor;
}

IndicesAndTensor addSliceable(Graph &graph, const poplar::Type &type, const Shape &shape,
                              std::size_t offset, const DebugContext &debugContext) {
  const Tensor tensor = addRowsOfHost("createHostSliceableTensor", graph, type, shape, offset,
                                      {debugContext, "rows"});
  const Tensor indices =
      graph.addVariable(poplar::UNSIGNED_INT, {shape[0]}, {debugContext, "indices"});
  // One transfer takes all indices from one place.
  graph.setTileMapping(indices, static_cast<unsigned>(offset % graph.getTarget().getNumTiles()));
  return {indices, tensor};
}

std::size_t offsetOf(const Graph &graph, const Shape &shape) {
  return poputil::chooseMappingOffset(graph.getTarget().getNumTiles(), shape);
}

} // namespace

IndicesAndTensor createHostSliceableTensor(Graph &graph, const poplar::Type &type,
                                           const Shape &shape, bool isRead,
                                           const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape, isRead));
  return addSliceable(graph, type, shape, offsetOf(graph, shape), {info});
}

IndicesAndTensor createHostSliceableTensor(Graph &graph, const poplar::Type &type,
                                           const Shape &shape, bool isRead, std::size_t offset,
                                           const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape, isRead, offset));
  return addSliceable(graph, type, shape, offset, {info});
}

Tensor createHostTransferableTensor(Graph &graph, const poplar::Type &type, const Shape &shape,
                                    bool isRead, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape, isRead));
  return addRowsOfHost("createHostTransferableTensor", graph, type, shape, offsetOf(graph, shape),
                       {info, "rows"});
}

Tensor createHostTransferableTensor(Graph &graph, const poplar::Type &type, const Shape &shape,
                                    bool isRead, std::size_t offset,
                                    const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape, isRead, offset));
  return addRowsOfHost("createHostTransferableTensor", graph, type, shape, offset, {info, "rows"});
}

} // namespace popops
