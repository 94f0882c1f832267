// SPDX-License-Identifier: MIT
// Permutations between tensors and matrices, and offsets turned into rows.
#include "slice/Geometry.hpp"

#include "slice/Layout.hpp"
#include "support/Arithmetic.hpp"
#include "support/Errors.hpp"

#include <poplar/exceptions.hpp>
#include <poputil/Util.hpp>

#include <algorithm>

namespace popops::slice {

using poplar::Graph;
using poplar::Tensor;

std::string describeShape(const Shape &shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

namespace {

[[noreturn]] void refuse(const std::string &operation, const std::string &what,
                         const std::string &fix) {
  throw poplar::graph_connection_error(operation + ": " + what + "; fix: " + fix);
}

} // namespace

Geometry::Geometry(const std::string &operation, const Shape &shape, const Shape &dims,
                   const Shape &sizes, std::size_t groups)
    : shape_(shape), dims_(dims), sizes_(sizes), sliceShape_(shape), groups_(groups) {
  const std::string given = "dims " + describeShape(dims) + " and sizes " + describeShape(sizes) +
                            " for a tensor of shape " + describeShape(shape);
  if (dims.size() != sizes.size())
    support::fail(operation, given, "give one size for each of the dims");
  std::vector<bool> isSliced(shape.size(), false);
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= shape.size())
      refuse(operation, given + ": there is no dimension " + std::to_string(dims[i]),
             "dims are below the rank, " + std::to_string(shape.size()));
    if (isSliced[dims[i]])
      refuse(operation, given + ": dimension " + std::to_string(dims[i]) + " occurs twice",
             "name each dimension once");
    if (sizes[i] > shape[dims[i]])
      refuse(operation,
             given + ": a slice of " + std::to_string(sizes[i]) + " from dimension " +
                 std::to_string(dims[i]) + " of size " + std::to_string(shape[dims[i]]),
             "slices are at most as large as the dimension");
    isSliced[dims[i]] = true;
    sliceShape_[dims[i]] = sizes[i];
    tableRows_ *= shape[dims[i]];
    sliceRows_ *= sizes[i];
    order_.push_back(static_cast<unsigned>(dims[i]));
  }
  for (unsigned d = 0; d < shape.size(); ++d)
    if (!isSliced[d]) {
      order_.push_back(d);
      columns_ *= shape[d];
    }
}

Tensor Geometry::toMatrix(const Tensor &t, std::size_t leading) const {
  std::vector<unsigned> order(leading);
  std::iota(order.begin(), order.end(), 0u);
  for (const unsigned d : order_)
    order.push_back(static_cast<unsigned>(leading) + d);
  return t.dimShuffle(order);
}

Tensor Geometry::tableMatrix(const Tensor &t) const {
  return toMatrix(t, t.rank() - shape_.size()).reshape({groups_ * tableRows_, columns_});
}

Tensor Geometry::sliceMatrix(const Tensor &s) const {
  const Shape shape = s.shape();
  const std::size_t leading = shape.size() - shape_.size();
  const std::size_t lookups =
      support::volume(Shape(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(leading)));
  return toMatrix(s, leading).reshape({lookups * sliceRows_, columns_});
}

Tensor Geometry::fromMatrix(const Tensor &matrix, const Shape &leading, const Shape &shape) const {
  Shape permuted = leading;
  std::vector<unsigned> back(leading.size() + order_.size());
  std::iota(back.begin(), back.end(), 0u);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    permuted.push_back(shape[order_[i]]);
    back[leading.size() + order_[i]] = static_cast<unsigned>(leading.size() + i);
  }
  return matrix.reshape(permuted).dimShuffle(back);
}

Tensor Geometry::tableOf(const Tensor &matrix, const Shape &leading) const {
  return fromMatrix(matrix, leading, shape_);
}

Tensor Geometry::slicesOf(const Tensor &matrix, const Shape &leading) const {
  return fromMatrix(matrix, leading, sliceShape_);
}

Tensor Geometry::rowsOf(Graph &graph, const Tensor &given, const SliceOptions &options,
                        poplar::program::Sequence &prog,
                        const poplar::DebugContext &debugContext) const {
  Tensor offsets = given.reinterpret(poplar::UNSIGNED_INT).flatten();
  if (groups_ == 1 && numOffsets() == 1 && sliceRows_ == 1 && !options.remapOutOfBoundIndices)
    return offsets;
  const std::size_t rank = numOffsets(), lookups = offsets.numElements() / rank;
  const std::size_t count = lookups * sliceRows_;
  const Tensor rows =
      graph.addVariable(poplar::UNSIGNED_INT, {count}, {debugContext, "rowsOfOffsets"});
  const std::size_t numTiles = graph.getTarget().getNumTiles();
  const std::size_t perTile = std::max<std::size_t>(divideUp(count, numTiles), 64);
  const poplar::ComputeSet cs = graph.addComputeSet({debugContext, "rowsOfOffsets"});
  for (std::size_t begin = 0, tile = 0; begin < count; begin += perTile, ++tile) {
    const std::size_t end = std::min(count, begin + perTile);
    const std::size_t firstLookup = begin / sliceRows_, endLookup = divideUp(end, sliceRows_);
    const poplar::VertexRef vertex =
        graph.addVertex(cs, "popops::SliceRowsOfOffsets",
                        {{"offsets", offsets.slice(firstLookup * rank, endLookup * rank)},
                         {"rows", rows.slice(begin, end)}});
    std::vector<unsigned> dimSizes;
    for (const std::size_t d : dims_)
      dimSizes.push_back(static_cast<unsigned>(shape_[d]));
    graph.setInitialValue(vertex["dims"], dimSizes);
    graph.setInitialValue(vertex["sizes"], std::vector<unsigned>(sizes_.begin(), sizes_.end()));
    graph.setInitialValue(vertex["sliceRows"], static_cast<unsigned>(sliceRows_));
    graph.setInitialValue(vertex["first"], static_cast<unsigned>(begin));
    graph.setInitialValue(vertex["lookupsPerGroup"], static_cast<unsigned>(lookups / groups_));
    graph.setInitialValue(vertex["rowsPerGroup"], static_cast<unsigned>(tableRows_));
    graph.setInitialValue(vertex["remap"], options.remapOutOfBoundIndices);
    graph.setInitialValue(vertex["keepPadding"], options.paddingIndexUsed);
    graph.setTileMapping(vertex, static_cast<unsigned>(tile));
    graph.setTileMapping(rows.slice(begin, end), static_cast<unsigned>(tile));
  }
  prog.add(poplar::program::Execute(cs));
  return rows;
}

} // namespace popops::slice
