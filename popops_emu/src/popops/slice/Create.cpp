// SPDX-License-Identifier: MIT
// Tensors that are laid out well for slices and updates.
#include "slice/Geometry.hpp"
#include "slice/Layout.hpp"
#include "slice/Operands.hpp"
#include "slice/Plan.hpp"
#include "slice/Rows.hpp"
#include "support/Arithmetic.hpp"
#include "support/Errors.hpp"

#include <popops/DynamicSlice.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poputil::PoplibsOpDebugInfo;
using slice::Geometry;
using slice::Shape;

namespace {

enum class Prefer { Columns, Rows };

/// Whole columns a tile, so that slicing moves nothing, unless they are too long for it or lookups
/// are many: then whole rows.
Tensor addTable(Graph &graph, const Type &type, const Geometry &geometry, const Shape &leading,
                std::size_t minGrain, Prefer prefer, double memoryShare,
                const DebugContext &debugContext) {
  const std::size_t rows = geometry.groups() * geometry.tableRows(), columns = geometry.columns();
  if (rows == 0 || columns == 0) {
    const Tensor empty = graph.addVariable(type, {rows, columns}, debugContext);
    return geometry.tableOf(empty, leading);
  }
  const std::size_t elementBytes = slice::bytesOf(graph, type);
  const std::size_t grain =
      std::max(std::max<std::size_t>(minGrain, 1), std::size_t{8} / elementBytes);
  const auto shares = slice::equalShares(graph, columns, grain);
  const std::size_t shareBytes = rows * shares[0].columns[0].size() * elementBytes;
  const bool wantsColumns = prefer == Prefer::Columns || columns > rows;
  if (geometry.numOffsets() == 0 ||
      (wantsColumns && shareBytes <= slice::budgetOf(graph, memoryShare)))
    return geometry.tableOf(slice::addColumnBlocks(graph, type, rows, shares, debugContext),
                            leading);
  return geometry.tableOf(
      slice::addRowBlocks(graph, type, rows, columns,
                          support::divideUp(std::max<std::size_t>(minGrain, 1), columns),
                          debugContext),
      leading);
}

Tensor addPlannedTable(const char *operation, Graph &graph, const Type &type, const Shape &shape,
                       const Shape &dims, const Shape &sizes, std::size_t groups, bool isGrouped,
                       const SlicePlan &plan, const OptionFlags &options,
                       const DebugContext &debugContext) {
  const Geometry geometry(operation, shape, dims, sizes, groups);
  const double share = slice::parseOptions(options).availableMemoryProportion;
  return addTable(graph, type, geometry, isGrouped ? Shape{groups} : Shape{}, 0,
                  slice::plannedTable(plan) ? Prefer::Rows : Prefer::Columns, share, debugContext);
}

Tensor addSliceRows(const char *operation, Graph &graph, const Type &type, const Shape &shape,
                    const Shape &dims, const Shape &sizes, const Shape &leading,
                    const OptionFlags &options, const DebugContext &debugContext) {
  slice::parseOptions(options);
  const Geometry geometry(operation, shape, dims, sizes);
  std::size_t rows = geometry.sliceRows();
  for (const std::size_t n : leading)
    rows *= n;
  return geometry.slicesOf(
      slice::addRowBlocks(graph, type, rows, geometry.columns(), 1, debugContext), leading);
}

} // namespace

Tensor createSliceableTensor(Graph &graph, const Type &type, const Shape &shape, const Shape &dims,
                             const Shape &sizes, std::size_t minGrainSize,
                             const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape, dims, sizes, minGrainSize));
  const Geometry geometry("createSliceableTensor", shape, dims, sizes);
  return addTable(graph, type, geometry, {}, minGrainSize, Prefer::Columns, 0.6,
                  {info, "sliceable"});
}

Tensor createSliceableTensor(Graph &graph, const Type &type, const Shape &shape, const Shape &dims,
                             const Shape &sizes, const SlicePlan &plan, const OptionFlags &options,
                             const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape, dims, sizes, plan, options));
  return addPlannedTable("createSliceableTensor", graph, type, shape, dims, sizes, 1, false, plan,
                         options, {info, "sliceable"});
}

Tensor createGroupedSliceableTensor(Graph &graph, const Type &type, std::size_t groupSize,
                                    const Shape &shape, const Shape &dims, const Shape &sizes,
                                    const SlicePlan &plan, const OptionFlags &options,
                                    const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext,
                                DI_ARGS(type, groupSize, shape, dims, sizes, plan, options));
  return addPlannedTable("createGroupedSliceableTensor", graph, type, shape, dims, sizes, groupSize,
                         true, plan, options, {info, "sliceable"});
}

Tensor createSliceTensor(Graph &graph, const Tensor &t, const Shape &dims, const Shape &sizes,
                         std::size_t numIndices, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, dims, sizes, numIndices));
  const Geometry geometry("createSliceTensor", t.shape(), dims, sizes);
  return slice::addSlicesLike(graph, t, geometry, numIndices, {numIndices}, {}, {info, "slices"});
}

Tensor createSliceTensor(Graph &graph, const Type &type, const Shape &shape, const Shape &dims,
                         const Shape &sizes, std::size_t numIndices, const SlicePlan &plan,
                         const OptionFlags &options, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext,
                                DI_ARGS(type, shape, dims, sizes, numIndices, plan, options));
  return addSliceRows("createSliceTensor", graph, type, shape, dims, sizes, {numIndices}, options,
                      {info, "slices"});
}

Tensor createGroupedSliceTensor(Graph &graph, const Type &type, std::size_t groupSize,
                                const Shape &shape, const Shape &dims, const Shape &sizes,
                                std::size_t numIndices, const SlicePlan &plan,
                                const OptionFlags &options, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(
      debugContext, DI_ARGS(type, groupSize, shape, dims, sizes, numIndices, plan, options));
  return addSliceRows("createGroupedSliceTensor", graph, type, shape, dims, sizes,
                      {groupSize, numIndices}, options, {info, "slices"});
}

Tensor createIndicesTensor(Graph &graph, const Shape &dims, std::size_t numIndices,
                           const SlicePlan &plan, const OptionFlags &options,
                           const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(dims, numIndices, plan, options));
  slice::parseOptions(options);
  const Tensor indices =
      graph.addVariable(poplar::UNSIGNED_INT, {numIndices, dims.size()}, {info, "indices"});
  poputil::mapTensorLinearly(graph, indices);
  return indices;
}

Tensor createGroupedIndicesTensor(Graph &graph, std::size_t groupSize, const Shape &dims,
                                  std::size_t numIndices, const SlicePlan &plan,
                                  const OptionFlags &options, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(groupSize, dims, numIndices, plan, options));
  const Tensor indices =
      createIndicesTensor(graph, dims, groupSize * numIndices, plan, options, {info});
  return indices.reshape({groupSize, numIndices, dims.size()});
}

Tensor createSliceableTensorFromSlice(Graph &graph, const Tensor &s, const Shape &dims,
                                      const Shape &numSlices, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(s, dims, numSlices));
  Shape sizes;
  for (const std::size_t d : dims)
    sizes.push_back(d < s.rank() ? s.dim(static_cast<unsigned>(d)) : 0);
  const Geometry check("createSliceableTensorFromSlice", s.shape(), dims, sizes);
  if (numSlices.size() != dims.size())
    support::fail("createSliceableTensorFromSlice",
                  "dims " + slice::describeShape(dims) + " and numbers of slices " +
                      slice::describeShape(numSlices),
                  "give one number for each of the dims");
  std::size_t total = 1;
  for (const std::size_t n : numSlices)
    total *= n;
  // [n0, n1, ..., slice], then each n before its dimension.
  Shape shape = numSlices;
  const Shape sliceShape = s.shape();
  shape.insert(shape.end(), sliceShape.begin(), sliceShape.end());
  const Tensor clones = graph.cloneN(s, total, {info, "sliceable"}).reshape(shape);
  std::vector<unsigned> order;
  Shape result = sliceShape;
  for (unsigned d = 0; d < sliceShape.size(); ++d) {
    const auto found = std::find(dims.begin(), dims.end(), d);
    if (found != dims.end()) {
      order.push_back(static_cast<unsigned>(found - dims.begin()));
      result[d] *= numSlices[order.back()];
    }
    order.push_back(static_cast<unsigned>(dims.size()) + d);
  }
  return clones.dimShuffle(order).reshape(result);
}

Graph::TileToTensorMapping getSliceMapping(Graph &graph, const Tensor &t, const Shape &dims,
                                           const Shape &sizes) {
  const Geometry geometry("getSliceMapping", t.shape(), dims, sizes);
  Tensor first = t;
  for (std::size_t i = 0; i < dims.size(); ++i)
    first = first.slice(0, sizes[i], static_cast<unsigned>(dims[i]));
  return graph.getTileMapping(first);
}

} // namespace popops
