// SPDX-License-Identifier: MIT
// XLA's gather, as slices of many offsets.
#include "gather/Xla.hpp"
#include "slice/Geometry.hpp"
#include "support/Errors.hpp"

#include <popops/DynamicSlice.hpp>
#include <popops/Gather.hpp>

#include <algorithm>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using slice::Shape;

namespace {

void checkAxis(const char *operation, const Shape &shape, unsigned axis) {
  if (axis >= shape.size())
    support::fail(operation,
                  "axis " + std::to_string(axis) + " of a tensor of shape " +
                      slice::describeShape(shape),
                  "axes are below the rank");
}

void checkSliceSizes(const char *operation, const Shape &shape, const Shape &sliceSizes,
                     const std::vector<unsigned> &startIndexMap) {
  bool fits = sliceSizes.size() == shape.size();
  for (std::size_t d = 0; fits && d < shape.size(); ++d)
    fits = sliceSizes[d] <= shape[d];
  if (!fits)
    support::fail(operation,
                  "slice sizes " + slice::describeShape(sliceSizes) + " of an input of shape " +
                      slice::describeShape(shape),
                  "give a size for each dimension that is not beyond it");
  slice::checkDims(operation, "startIndexMap", Shape(startIndexMap.begin(), startIndexMap.end()),
                   shape.size());
}

Shape sizesIn(const Shape &sliceSizes, const std::vector<unsigned> &dims) {
  Shape sizes;
  for (const unsigned d : dims)
    sizes.push_back(sliceSizes[d]);
  return sizes;
}

} // namespace

Tensor createGatherInput(Graph &graph, const Type &type, const Shape &operandShape, unsigned axis,
                         GatherParams, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, operandShape, axis));
  checkAxis("createGatherInput", operandShape, axis);
  return createSliceableTensor(graph, type, operandShape, {axis}, {1}, 0, {info});
}

Tensor createGatherInput(Graph &graph, const Type &type, const Shape &inputShape,
                         const Shape &sliceSizes, std::vector<unsigned> startIndexMap,
                         const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, inputShape, sliceSizes, startIndexMap));
  checkSliceSizes("createGatherInput", inputShape, sliceSizes, startIndexMap);
  return createSliceableTensor(graph, type, inputShape,
                               Shape(startIndexMap.begin(), startIndexMap.end()),
                               sizesIn(sliceSizes, startIndexMap), 0, {info});
}

Tensor gather(Graph &graph, const Tensor &input, const Tensor &indices, unsigned axis,
              Sequence &prog, GatherParams, const DebugContext &debugContext,
              const OptionFlags &options) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(input, indices, axis, options));
  checkAxis("gather", input.shape(), axis);
  slice::requireUnsigned("gather", indices);
  const Tensor slices = multiSlice(graph, input, indices.flatten().expand({1}), {axis}, {1}, prog,
                                   SlicePlan(), options, {info});
  const Tensor result = slices.squeeze({axis + 1}).dimRoll(0, axis);
  info.addOutput(result);
  return result;
}

Tensor gather(Graph &graph, const Tensor &input, const Tensor &indices, std::size_t indexVectorDim,
              const Shape &offsetDims, const Shape &sliceSizes, const Shape &collapsedSliceDims,
              const std::vector<unsigned> &startIndexMap, Sequence &prog,
              const DebugContext &debugContext, const OptionFlags &options) {
  PoplibsOpDebugInfo info(debugContext,
                          DI_ARGS(input, indices, indexVectorDim, offsetDims, sliceSizes,
                                  collapsedSliceDims, startIndexMap, options));
  checkSliceSizes("gather", input.shape(), sliceSizes, startIndexMap);
  slice::requireUnsigned("gather", indices);
  const slice::IndexVectors vectors =
      slice::indexVectors("gather", indices, indexVectorDim, startIndexMap.size());
  slice::checkDims("gather", "collapsedSliceDims", collapsedSliceDims, input.rank());
  Shape window;
  for (std::size_t d = 0; d < sliceSizes.size(); ++d) {
    const bool isCollapsed = std::count(collapsedSliceDims.begin(), collapsedSliceDims.end(), d);
    if (!isCollapsed) window.push_back(sliceSizes[d]);
    if (isCollapsed && sliceSizes[d] != 1)
      support::fail("gather",
                    "collapsed dimension " + std::to_string(d) + " has slice size " +
                        std::to_string(sliceSizes[d]),
                    "only slices of size 1 can be collapsed");
  }
  const std::size_t rank = vectors.batchShape.size() + window.size();
  slice::checkDims("gather", "offsetDims", offsetDims, rank);
  if (offsetDims.size() != window.size())
    support::fail("gather",
                  std::to_string(offsetDims.size()) + " offsetDims for slices with " +
                      std::to_string(window.size()) + " dimensions",
                  "name a dimension of the result for each that is not collapsed");

  const Tensor source = slice::firstParts(input, sliceSizes, startIndexMap);
  const Tensor slices =
      multiSlice(graph, source, vectors.offsets, Shape(startIndexMap.begin(), startIndexMap.end()),
                 sizesIn(sliceSizes, startIndexMap), prog, SlicePlan(), options, {info});
  // [lookups, slice] to [batch, window], whose dimensions then go where the result has them.
  Shape shape = vectors.batchShape;
  shape.insert(shape.end(), window.begin(), window.end());
  std::vector<unsigned> order(rank);
  unsigned batch = 0, offset = 0;
  Shape sorted = offsetDims;
  std::sort(sorted.begin(), sorted.end());
  for (unsigned d = 0; d < rank; ++d)
    order[d] = std::binary_search(sorted.begin(), sorted.end(), d)
                   ? static_cast<unsigned>(vectors.batchShape.size()) + offset++
                   : batch++;
  const Tensor result = slices.reshape(shape).dimShuffle(order);
  info.addOutput(result);
  return result;
}

} // namespace popops
