// SPDX-License-Identifier: MIT
// XLA's scatter, as updates at many offsets or as a loop.
#include "gather/Xla.hpp"
#include "slice/Geometry.hpp"
#include "support/Errors.hpp"
#include "support/Types.hpp"

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

/// The arguments of a scatter that say what is where.
struct Arguments {
  const Tensor &operand, &indices, &updates;
  std::size_t indexVectorDim;
  const std::vector<unsigned> &windowDims;
  const Shape &insertedDims;
  const std::vector<unsigned> &indexedDims;

  std::string text() const {
    return "the operand is " + support::describe(operand) + ", the updates " +
           support::describe(updates) + ", the indices " + support::describe(indices);
  }
  void check() const {
    if (operand.elementType() != updates.elementType())
      support::fail("scatter", text(), "give operand and updates one type");
    if (!support::isWord(indices.elementType()))
      support::fail("scatter", text(), "use indices of type unsigned int or int");
    support::requireWriteable("scatter", operand);
    slice::checkDims("scatter", "scatterDimsToOperandDims",
                     Shape(indexedDims.begin(), indexedDims.end()), operand.rank());
    slice::checkDims("scatter", "insertWindowDims", insertedDims, operand.rank());
    slice::checkDims("scatter", "updateWindowDims", Shape(windowDims.begin(), windowDims.end()),
                     updates.rank());
    if (windowDims.size() + insertedDims.size() != operand.rank())
      support::fail("scatter",
                    std::to_string(windowDims.size()) + " updateWindowDims and " +
                        std::to_string(insertedDims.size()) + " insertWindowDims; " + text(),
                    "together they are as many as the operand has dimensions");
  }
};

/// Dimensions of the updates: those of the batch, then those of the windows that `sliceSizes` has
/// for each dimension of the operand.
struct Windows {
  std::vector<unsigned> order;
  Shape sliceSizes;
};

Windows windowsOf(const Arguments &arguments, const Shape &batchShape) {
  const Tensor &operand = arguments.operand, &updates = arguments.updates;
  Shape windows(arguments.windowDims.begin(), arguments.windowDims.end());
  std::sort(windows.begin(), windows.end());
  Windows result;
  Shape batch;
  for (unsigned d = 0; d < updates.rank(); ++d)
    if (!std::binary_search(windows.begin(), windows.end(), d)) {
      result.order.push_back(d);
      batch.push_back(updates.dim(d));
    }
  if (batch != batchShape)
    support::fail("scatter",
                  "the updates have slices of shape " + slice::describeShape(batch) +
                      " and there are index vectors of shape " + slice::describeShape(batchShape) +
                      "; " + arguments.text(),
                  "give an update for each index vector");
  auto window = windows.begin();
  for (unsigned d = 0; d < operand.rank(); ++d) {
    const Shape &inserted = arguments.insertedDims;
    if (std::find(inserted.begin(), inserted.end(), d) != inserted.end()) {
      result.sliceSizes.push_back(1);
    } else {
      result.order.push_back(static_cast<unsigned>(*window++));
      result.sliceSizes.push_back(updates.dim(result.order.back()));
    }
    if (result.sliceSizes[d] > operand.dim(d))
      support::fail("scatter",
                    "slices of size " + std::to_string(result.sliceSizes[d]) + " in dimension " +
                        std::to_string(d) + " of the operand; " + arguments.text(),
                    "slices are at most as large as the operand");
  }
  return result;
}

Updates arrange(const Arguments &arguments) {
  arguments.check();
  const slice::IndexVectors vectors =
      slice::indexVectors("scatter", arguments.indices.reinterpret(poplar::UNSIGNED_INT),
                          arguments.indexVectorDim, arguments.indexedDims.size());
  const Windows windows = windowsOf(arguments, vectors.batchShape);
  Updates result;
  Shape shape = {vectors.offsets.dim(0)};
  shape.insert(shape.end(), windows.sliceSizes.begin(), windows.sliceSizes.end());
  result.slices = arguments.updates.dimShuffle(windows.order).reshape(shape);
  result.target = slice::firstParts(arguments.operand, windows.sliceSizes, arguments.indexedDims);
  result.offsets = vectors.offsets;
  result.dims.assign(arguments.indexedDims.begin(), arguments.indexedDims.end());
  for (const std::size_t d : result.dims)
    result.sizes.push_back(windows.sliceSizes[d]);
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
  const Updates all = arrange({operand, indices, updates, indexVectorDim, updateWindowDims,
                               insertWindowDims, scatterDimsToOperandDims});
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
  const Updates all = arrange({operand, indices, updates, indexVectorDim, updateWindowDims,
                               insertWindowDims, scatterDimsToOperandDims});
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
