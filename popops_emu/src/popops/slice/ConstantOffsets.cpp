// SPDX-License-Identifier: MIT
// Slices at offsets that are known when the graph is built: views and copies.
#include "slice/Geometry.hpp"
#include "slice/Operands.hpp"
#include "slice/Rows.hpp"
#include "support/Errors.hpp"

#include <popops/DynamicSlice.hpp>
#include <poputil/TileMapping.hpp>

namespace popops {

using poplar::ArrayRef;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using slice::SliceOptions;

namespace {

/// Offsets as the options have them; one that equals the size is kept if it is padding.
std::vector<unsigned> checkConstants(const std::string &operation, const Tensor &t,
                                     ArrayRef<unsigned> offsets, std::size_t dim,
                                     const SliceOptions &options) {
  std::vector<unsigned> result(offsets.begin(), offsets.end());
  const std::size_t size = t.dim(static_cast<unsigned>(dim));
  for (unsigned &offset : result) {
    if (offset < size || (offset == size && options.paddingIndexUsed)) continue;
    if (!options.remapOutOfBoundIndices || size == 0)
      support::fail(operation,
                    "offset " + std::to_string(offset) + " in dimension " + std::to_string(dim) +
                        " of " + support::describe(t),
                    "offsets are below " + std::to_string(size) +
                        "; see also the options paddingIndexUsed and remapOutOfBoundIndices");
    offset = 0;
  }
  return result;
}

} // namespace

Tensor multiSlice(Graph &graph, const Tensor &t, ArrayRef<unsigned> offsets, std::size_t dim,
                  Sequence &prog, const DebugContext &debugContext, const OptionFlags &options) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, offsets, dim, options));
  const slice::Geometry geometry("multiSlice", t.shape(), {dim}, {1});
  const SliceOptions parsed = slice::parseOptions(options);
  const auto d = static_cast<unsigned>(dim);
  const std::vector<unsigned> rows = checkConstants("multiSlice", t, offsets, dim, parsed);
  const Tensor slices = slice::addSlicesLike(graph, t, geometry, rows.size(), {rows.size()}, parsed,
                                             {info, "slices"});
  if (slices.numElements() == 0) return slices;
  // Metadata are the same on both sides.
  const bool isQuarter = t.elementType() == poplar::QUARTER;
  const Tensor from = isQuarter ? t.reinterpret(poplar::UNSIGNED_CHAR) : t;
  const Tensor to = isQuarter ? slices.reinterpret(poplar::UNSIGNED_CHAR) : slices;
  Tensor zeros;
  std::vector<Tensor> views;
  for (const unsigned row : rows) {
    if (row < t.dim(d)) {
      views.push_back(from.slice(row, row + 1, d).expand({0}));
      continue;
    }
    if (!zeros.valid()) {
      zeros = graph.addConstant(from.elementType(), {1}, 0, {info, "padding"});
      graph.setTileMapping(zeros, 0);
      zeros = zeros.broadcast(static_cast<unsigned>(slices.numElements() / rows.size()), 0)
                  .reshape(slices[0].shape())
                  .expand({0});
    }
    views.push_back(zeros);
  }
  prog.add(Copy(concat(views), to, false, {info}));
  info.addOutput(slices);
  return slices;
}

void multiUpdateAdd(Graph &graph, const Tensor &t, const Tensor &s, ArrayRef<unsigned> offsets,
                    const Tensor &scale, std::size_t dim, Sequence &prog,
                    const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, s, offsets, scale, dim, options));
  const slice::Geometry geometry("multiUpdateAdd", t.shape(), {dim}, {1});
  if (s.rank() != t.rank() + 1 || s.dim(0) != offsets.size() ||
      s.dim(static_cast<unsigned>(dim) + 1) != 1)
    support::fail("multiUpdateAdd",
                  std::to_string(offsets.size()) + " offsets in dimension " + std::to_string(dim) +
                      " of " + support::describe(t) + ", and slices " + support::describe(s),
                  "pass a slice of size 1 in that dimension for each offset, [offsets, slice]");
  const std::vector<unsigned> rows =
      checkConstants("multiUpdateAdd", t, offsets, dim, slice::parseOptions(options));
  const Tensor constants = graph.addConstant(poplar::UNSIGNED_INT, {rows.size(), 1},
                                             ArrayRef<unsigned>(rows), {info, "offsets"});
  poputil::mapTensorLinearly(graph, constants);
  multiUpdateAdd(graph, t, s, constants, scale, {dim}, {1}, prog, SlicePlan(), options, {info});
}

} // namespace popops
