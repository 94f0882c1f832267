// SPDX-License-Identifier: MIT
// Many slices of one tensor, at offsets that are data or constants.
#include "slice/Geometry.hpp"
#include "slice/Operands.hpp"
#include "slice/Rows.hpp"
#include "support/Errors.hpp"

#include <popops/DynamicSlice.hpp>

#include <algorithm>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using slice::Geometry;
using slice::Shape;
using slice::SliceOptions;

namespace {

/// The number of offsets in [N, k], or [groups, N, k].
std::size_t numLookups(const std::string &operation, const Tensor &offsets, const Shape &dims,
                       bool isGrouped, std::size_t groups) {
  const unsigned rank = isGrouped ? 3 : 2;
  if (dims.empty())
    support::fail(operation, "there are no dims", "name the dimension that offsets are for");
  if (offsets.rank() != rank || offsets.dim(rank - 1) != dims.size() ||
      (isGrouped && offsets.dim(0) != groups))
    support::fail(operation,
                  "the offsets are " + support::describe(offsets) + " for " +
                      std::to_string(dims.size()) + " dims",
                  isGrouped ? "pass offsets of shape [groups, lookups, dims]"
                            : "pass offsets of shape [lookups, dims]");
  slice::checkOffsets(operation, offsets, offsets.numElements());
  return offsets.dim(rank - 2);
}

Shape ungrouped(const std::string &operation, const Tensor &t, bool isGrouped) {
  Shape shape = t.shape();
  if (!isGrouped) return shape;
  if (shape.empty())
    support::fail(operation, "the tensor is " + support::describe(t), "give it a group dimension");
  shape.erase(shape.begin());
  return shape;
}

Tensor sliceMany(const std::string &operation, Graph &graph, const Tensor &t, const Tensor &offsets,
                 const Shape &dims, const Shape &sizes, bool isGrouped, Sequence &prog,
                 const OptionFlags &options, const PoplibsOpDebugInfo &info) {
  const Shape shape = ungrouped(operation, t, isGrouped);
  const std::size_t groups = isGrouped ? t.dim(0) : 1;
  const Geometry geometry(operation, shape, dims, sizes, groups);
  const std::size_t lookups = numLookups(operation, offsets, dims, isGrouped, groups);
  const SliceOptions parsed = slice::parseOptions(options);
  const Shape leading = isGrouped ? Shape{groups, lookups} : Shape{lookups};
  const Tensor slices =
      slice::addSlicesLike(graph, t, geometry, groups * lookups, leading, parsed, {info, "slices"});
  if (slices.numElements() == 0) return slices;
  const Tensor rows = geometry.rowsOf(graph, offsets, parsed, prog, {info});
  // Slices of several rows take neighbours; a group has its own part of the table.
  const bool areSpread = parsed.indicesAreSpread && rows.numElements() == lookups;
  gatherRows(graph, {geometry.tableMatrix(t), rows, geometry.sliceMatrix(slices), areSpread},
             slice::Others::Zero, parsed.availableMemoryProportion, prog, {info});
  return slices;
}

/// Whether the device has the operation for the type.
void checkType(const std::string &operation, slice::UpdateOp op, const Tensor &t) {
  const poplar::Type type = t.elementType();
  const bool isNumber = type == poplar::FLOAT || type == poplar::HALF || type == poplar::INT ||
                        type == poplar::UNSIGNED_INT;
  const bool isSmall = type == poplar::BOOL || type == poplar::CHAR ||
                       type == poplar::SIGNED_CHAR || type == poplar::UNSIGNED_CHAR;
  if (op == slice::UpdateOp::Set || isNumber || (op == slice::UpdateOp::Add && isSmall)) return;
  support::fail(operation, "the tensor is " + support::describe(t),
                op == slice::UpdateOp::Add
                    ? "use float, half, int, unsigned int, bool or a type of 8 bits"
                    : "use float, half, int or unsigned int");
}

void checkScale(const std::string &operation, const Tensor &t, const Tensor &scale) {
  const bool fits = scale.elementType() == t.elementType() ||
                    (t.elementType() == poplar::HALF && scale.elementType() == poplar::FLOAT);
  if (scale.numElements() == 1 && fits) return;
  support::fail(operation,
                "the scale is " + support::describe(scale) + " for " + support::describe(t),
                "pass one element of the tensor's type, or of type float for half");
}

void updateMany(const std::string &operation, Graph &graph, const Tensor &t, const Tensor &s,
                const Tensor &offsets, slice::UpdateOp op, const Tensor *scale, const Shape &dims,
                const Shape &sizes, bool isGrouped, Sequence &prog, const OptionFlags &options,
                const PoplibsOpDebugInfo &info) {
  const Shape shape = ungrouped(operation, t, isGrouped);
  const std::size_t groups = isGrouped ? t.dim(0) : 1;
  const Geometry geometry(operation, shape, dims, sizes, groups);
  const std::size_t lookups = numLookups(operation, offsets, dims, isGrouped, groups);
  Shape wanted = isGrouped ? Shape{groups, lookups} : Shape{lookups};
  wanted.insert(wanted.end(), geometry.sliceShape().begin(), geometry.sliceShape().end());
  if (s.shape() != wanted || s.elementType() != t.elementType())
    support::fail(operation,
                  "the slices are " + support::describe(s) + ", the tensor " + support::describe(t),
                  "pass slices of type " + support::nameOf(t.elementType()) + " and shape " +
                      slice::describeShape(wanted));
  checkType(operation, op, t);
  if (scale) checkScale(operation, t, *scale);
  support::requireWriteable(operation, t);
  const SliceOptions parsed = slice::parseOptions(options);
  if (s.numElements() == 0) return;
  const Tensor rows = geometry.rowsOf(graph, offsets, parsed, prog, {info});
  updateRows(graph, {geometry.tableMatrix(t), rows, geometry.sliceMatrix(s)}, op,
             scale ? scale->reshape({}) : Tensor(), parsed.availableMemoryProportion, prog, {info});
}

} // namespace

Tensor multiSlice(Graph &graph, const Tensor &t, const Tensor &offsets, const Shape &dims,
                  const Shape &sizes, Sequence &prog, const SlicePlan &plan,
                  const OptionFlags &options, const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, offsets, dims, sizes, plan, options));
  const Tensor slices =
      sliceMany("multiSlice", graph, t, offsets, dims, sizes, false, prog, options, info);
  info.addOutput(slices);
  return slices;
}

Tensor groupedMultiSlice(Graph &graph, const Tensor &t, const Tensor &offsets, const Shape &dims,
                         const Shape &sizes, Sequence &prog, const SlicePlan &plan,
                         const OptionFlags &options, const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, offsets, dims, sizes, plan, options));
  const Tensor slices =
      sliceMany("groupedMultiSlice", graph, t, offsets, dims, sizes, true, prog, options, info);
  info.addOutput(slices);
  return slices;
}

void multiUpdate(Graph &graph, const Tensor &t, const Tensor &s, const Tensor &offsets,
                 const Shape &dims, const Shape &sizes, Sequence &prog, const SlicePlan &plan,
                 const OptionFlags &options, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, s, offsets, dims, sizes, plan, options));
  updateMany("multiUpdate", graph, t, s, offsets, slice::UpdateOp::Set, nullptr, dims, sizes, false,
             prog, options, info);
}

void groupedMultiUpdate(Graph &graph, const Tensor &t, const Tensor &s, const Tensor &offsets,
                        const Shape &dims, const Shape &sizes, Sequence &prog,
                        const SlicePlan &plan, const OptionFlags &options,
                        const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, s, offsets, dims, sizes, plan, options));
  updateMany("groupedMultiUpdate", graph, t, s, offsets, slice::UpdateOp::Set, nullptr, dims, sizes,
             true, prog, options, info);
}

void multiUpdateAdd(Graph &graph, const Tensor &t, const Tensor &s, const Tensor &offsets,
                    const Tensor &scale, const Shape &dims, const Shape &sizes, Sequence &prog,
                    const SlicePlan &plan, const OptionFlags &options,
                    const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext,
                                DI_ARGS(t, s, offsets, scale, dims, sizes, plan, options));
  updateMany("multiUpdateAdd", graph, t, s, offsets, slice::UpdateOp::Add, &scale, dims, sizes,
             false, prog, options, info);
}

void groupedMultiUpdateAdd(Graph &graph, const Tensor &t, const Tensor &s, const Tensor &offsets,
                           const Tensor &scale, const Shape &dims, const Shape &sizes,
                           Sequence &prog, const SlicePlan &plan, const OptionFlags &options,
                           const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext,
                                DI_ARGS(t, s, offsets, scale, dims, sizes, plan, options));
  updateMany("groupedMultiUpdateAdd", graph, t, s, offsets, slice::UpdateOp::Add, &scale, dims,
             sizes, true, prog, options, info);
}

#define COMBINING_UPDATE(name, op, isGrouped)                                                      \
  void name(Graph &graph, const Tensor &t, const Tensor &s, const Tensor &offsets,                 \
            const Shape &dims, const Shape &sizes, Sequence &prog, const SlicePlan &plan,          \
            const OptionFlags &options, const DebugContext &debugContext) {                        \
    const PoplibsOpDebugInfo info(debugContext,                                                    \
                                  DI_ARGS(t, s, offsets, dims, sizes, plan, options));             \
    updateMany(#name, graph, t, s, offsets, op, nullptr, dims, sizes, isGrouped, prog, options,    \
               info);                                                                              \
  }
COMBINING_UPDATE(multiUpdateMax, slice::UpdateOp::Max, false)
COMBINING_UPDATE(multiUpdateMul, slice::UpdateOp::Mul, false)
COMBINING_UPDATE(groupedMultiUpdateMax, slice::UpdateOp::Max, true)
COMBINING_UPDATE(groupedMultiUpdateMul, slice::UpdateOp::Mul, true)
#undef COMBINING_UPDATE

} // namespace popops
