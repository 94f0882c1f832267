// SPDX-License-Identifier: MIT
// XLA's scatter, as updates at many offsets or as a loop.
#include "gather/Xla.hpp"
#include "slice/Geometry.hpp"
#include "support/Errors.hpp"

#include <popops/DynamicSlice.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Scatter.hpp>
#include <popops/Zero.hpp>

#include <algorithm>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using slice::Shape;

namespace {

/// A scatter as multiUpdate wants it.
struct Updates {
  Tensor target;  ///< of the operand, cut to where slices can be
  Tensor slices;  ///< [lookups, slice with all of the operand's dimensions]
  Tensor offsets; ///< UNSIGNED_INT [lookups, dims]
  Shape dims, sizes;
};

Updates arrange(const Tensor &operand, const Tensor &indices, const Tensor &updates,
                std::size_t indexVectorDim, const std::vector<unsigned> &windowDims,
                const Shape &insertedDims, const std::vector<unsigned> &indexedDims) {
  const auto describeAll = [&] {
    return "the operand is " + support::describe(operand) + ", the updates " +
           support::describe(updates) + ", the indices " + support::describe(indices);
  };
  if (operand.elementType() != updates.elementType())
    support::fail("scatter", describeAll(), "give operand and updates one type");
  if (indices.elementType() != poplar::UNSIGNED_INT && indices.elementType() != poplar::INT)
    support::fail("scatter", describeAll(), "use indices of type unsigned int or int");
  support::requireWriteable("scatter", operand);
  const Shape indexed(indexedDims.begin(), indexedDims.end());
  const Shape windows(windowDims.begin(), windowDims.end());
  slice::checkDims("scatter", "scatterDimsToOperandDims", indexed, operand.rank());
  slice::checkDims("scatter", "insertWindowDims", insertedDims, operand.rank());
  slice::checkDims("scatter", "updateWindowDims", windows, updates.rank());
  const slice::IndexVectors vectors = slice::indexVectors(
      "scatter", indices.reinterpret(poplar::UNSIGNED_INT), indexVectorDim, indexedDims.size());
  if (windowDims.size() + insertedDims.size() != operand.rank())
    support::fail("scatter",
                  std::to_string(windowDims.size()) + " updateWindowDims and " +
                      std::to_string(insertedDims.size()) + " insertWindowDims; " + describeAll(),
                  "together they are as many as the operand has dimensions");

  Shape sortedWindows = windows;
  std::sort(sortedWindows.begin(), sortedWindows.end());
  std::vector<unsigned> order;
  Shape batch;
  for (unsigned d = 0; d < updates.rank(); ++d)
    if (!std::binary_search(sortedWindows.begin(), sortedWindows.end(), d)) {
      order.push_back(d);
      batch.push_back(updates.dim(d));
    }
  if (batch != vectors.batchShape)
    support::fail("scatter",
                  "the updates have slices of shape " + slice::describeShape(batch) +
                      " and there are index vectors of shape " +
                      slice::describeShape(vectors.batchShape) + "; " + describeAll(),
                  "give an update for each index vector");
  Shape sliceSizes;
  for (std::size_t d = 0, next = 0; d < operand.rank(); ++d) {
    const bool isInserted = std::count(insertedDims.begin(), insertedDims.end(), d) != 0;
    if (!isInserted) order.push_back(static_cast<unsigned>(sortedWindows[next]));
    sliceSizes.push_back(isInserted ? 1
                                    : updates.dim(static_cast<unsigned>(sortedWindows[next++])));
    if (sliceSizes[d] > operand.dim(static_cast<unsigned>(d)))
      support::fail("scatter",
                    "slices of size " + std::to_string(sliceSizes[d]) + " in dimension " +
                        std::to_string(d) + " of the operand; " + describeAll(),
                    "slices are at most as large as the operand");
  }
  Updates result;
  Shape shape = {vectors.offsets.dim(0)};
  shape.insert(shape.end(), sliceSizes.begin(), sliceSizes.end());
  result.slices = updates.dimShuffle(order).reshape(shape);
  result.target = slice::firstParts(operand, sliceSizes, indexedDims);
  result.offsets = vectors.offsets;
  result.dims = indexed;
  for (const std::size_t d : indexed)
    result.sizes.push_back(sliceSizes[d]);
  return result;
}

} // namespace

void scatter(Graph &graph, const Tensor &operand, const Tensor &indices, const Tensor &updates,
             std::size_t indexVectorDim, std::vector<unsigned> updateWindowDims,
             std::vector<std::size_t> insertWindowDims,
             std::vector<unsigned> scatterDimsToOperandDims, Sequence &prog,
             const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext,
                                DI_ARGS(operand, indices, updates, indexVectorDim, updateWindowDims,
                                        insertWindowDims, scatterDimsToOperandDims, options));
  const Updates all = arrange(operand, indices, updates, indexVectorDim, updateWindowDims,
                              insertWindowDims, scatterDimsToOperandDims);
  multiUpdate(graph, all.target, all.slices, all.offsets, all.dims, all.sizes, prog, SlicePlan(),
              options, {info});
}

void scatter(Graph &graph, const Tensor &operand, const Tensor &indices, const Tensor &updates,
             std::size_t indexVectorDim, std::vector<unsigned> updateWindowDims,
             std::vector<std::size_t> insertWindowDims,
             std::vector<unsigned> scatterDimsToOperandDims,
             UpdateComputationFunc &updateComputation, Sequence &prog,
             const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext,
                                DI_ARGS(operand, indices, updates, indexVectorDim, updateWindowDims,
                                        insertWindowDims, scatterDimsToOperandDims, options));
  const Updates all = arrange(operand, indices, updates, indexVectorDim, updateWindowDims,
                              insertWindowDims, scatterDimsToOperandDims);
  const std::size_t count = all.offsets.dim(0);
  if (count == 0 || all.slices.numElements() == 0) return;
  const Tensor counter = graph.addVariable(poplar::UNSIGNED_INT, {1}, {info, "counter"});
  graph.setTileMapping(counter, 0);
  zero(graph, counter, prog, {info, "counter"});
  Sequence body({info, "scatter"});
  const Tensor offset =
      dynamicSlice(graph, all.offsets, counter, {0}, {1}, body, {info, "offset"}).flatten();
  Tensor current = dynamicSlice(graph, all.target, offset, all.dims, all.sizes, body,
                                {info, "current"}, options);
  Tensor update =
      dynamicSlice(graph, all.slices, counter, {0}, {1}, body, {info, "update"}).squeeze({0});
  const Tensor combined = updateComputation(graph, current, update, body);
  dynamicUpdate(graph, all.target, combined, offset, all.dims, all.sizes, body, {info}, options);
  addInPlace(graph, counter, 1u, body, {info, "counter"});
  prog.add(poplar::program::Repeat(static_cast<unsigned>(count), body, {info}));
}

} // namespace popops
