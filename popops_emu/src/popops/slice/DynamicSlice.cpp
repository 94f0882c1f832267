// SPDX-License-Identifier: MIT
// One slice at an offset that is known when the program runs.
#include "slice/Geometry.hpp"
#include "slice/Layout.hpp"
#include "slice/Operands.hpp"
#include "slice/Rows.hpp"
#include "support/Errors.hpp"

#include <popops/DynamicSlice.hpp>
#include <poputil/Util.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using slice::Geometry;
using slice::Shape;
using slice::SliceOptions;

namespace {

void checkSlice(const char *operation, const Tensor &t, const Tensor &s, const Geometry &geometry) {
  if (s.shape() == geometry.sliceShape() && s.elementType() == t.elementType()) return;
  support::fail(operation,
                "the slice is " + support::describe(s) + " and the tensor " + support::describe(t),
                "a slice of it is " + support::nameOf(t.elementType()) +
                    slice::describeShape(geometry.sliceShape()));
}

void sliceInto(const char *operation, Graph &graph, const Tensor &output, const Tensor &t,
               const Tensor &offset, const Geometry &geometry, const SliceOptions &options,
               Sequence &prog, const DebugContext &debugContext) {
  support::requireWriteable(operation, output);
  if (geometry.numOffsets() == 0) {
    prog.add(Copy(t, output, false, debugContext));
    return;
  }
  if (output.numElements() == 0) return;
  const Tensor rows = geometry.rowsOf(graph, offset, options, prog, debugContext);
  gatherRows(graph, {geometry.tableMatrix(t), rows, geometry.sliceMatrix(output), false},
             slice::Others::Leave, options.availableMemoryProportion, prog, debugContext);
}

Tensor addOutput(Graph &graph, const Tensor &t, const Geometry &geometry,
                 const SliceOptions &options, const DebugContext &debugContext) {
  return slice::addSlicesLike(graph, t, geometry, 1, {}, options, debugContext);
}

} // namespace

Tensor createDynamicSliceOutput(Graph &graph, const Tensor &t, const Tensor &offset,
                                const Shape &dims, const Shape &sizes,
                                const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, offset, dims, sizes, options));
  const Geometry geometry("createDynamicSliceOutput", t.shape(), dims, sizes);
  slice::checkOffsets("createDynamicSliceOutput", offset, dims.size());
  return addOutput(graph, t, geometry, slice::parseOptions(options), {info});
}

Tensor dynamicSlice(Graph &graph, const Tensor &t, const Tensor &offset, const Shape &dims,
                    const Shape &sizes, Sequence &prog, const DebugContext &debugContext,
                    const OptionFlags &options) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, offset, dims, sizes, options));
  const Geometry geometry("dynamicSlice", t.shape(), dims, sizes);
  slice::checkOffsets("dynamicSlice", offset, dims.size());
  const SliceOptions parsed = slice::parseOptions(options);
  if (dims.empty()) return poputil::duplicate(graph, t, prog, {info});
  const Tensor output = addOutput(graph, t, geometry, parsed, {info, "slice"});
  sliceInto("dynamicSlice", graph, output, t, offset, geometry, parsed, prog, {info});
  info.addOutput(output);
  return output;
}

void dynamicSliceWithOutput(Graph &graph, const Tensor &output, const Tensor &t,
                            const Tensor &offset, const Shape &dims, const Shape &sizes,
                            Sequence &prog, const DebugContext &debugContext,
                            const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(output, t, offset, dims, sizes, options));
  const Geometry geometry("dynamicSliceWithOutput", t.shape(), dims, sizes);
  slice::checkOffsets("dynamicSliceWithOutput", offset, dims.size());
  checkSlice("dynamicSliceWithOutput", t, output, geometry);
  sliceInto("dynamicSliceWithOutput", graph, output, t, offset, geometry,
            slice::parseOptions(options), prog, {info});
}

void dynamicUpdate(Graph &graph, const Tensor &t, const Tensor &s, const Tensor &offset,
                   const Shape &dims, const Shape &sizes, Sequence &prog,
                   const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, s, offset, dims, sizes, options));
  const Geometry geometry("dynamicUpdate", t.shape(), dims, sizes);
  slice::checkOffsets("dynamicUpdate", offset, dims.size());
  checkSlice("dynamicUpdate", t, s, geometry);
  support::requireWriteable("dynamicUpdate", t);
  const SliceOptions parsed = slice::parseOptions(options);
  if (dims.empty()) {
    prog.add(Copy(s, t, false, {info}));
    return;
  }
  if (s.numElements() == 0) return;
  const Tensor rows = geometry.rowsOf(graph, offset, parsed, prog, {info});
  updateRows(graph, {geometry.tableMatrix(t), rows, geometry.sliceMatrix(s)}, slice::UpdateOp::Set,
             {}, parsed.availableMemoryProportion, prog, {info});
}

} // namespace popops
