// SPDX-License-Identifier: MIT
// The circular buffer: a tensor with a slot in front, and the index of the newest.
#include "support/Errors.hpp"

#include <popops/CircBuf.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/ElementWise.hpp>
#include <poputil/DebugInfo.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;

namespace {

std::vector<std::size_t> withSlots(unsigned size, const std::vector<std::size_t> &shape) {
  std::vector<std::size_t> all = {size};
  all.insert(all.end(), shape.begin(), shape.end());
  return all;
}

} // namespace

CircBuf::CircBuf(Graph &graph, const poplar::Type &dataType, unsigned size,
                 const std::vector<std::size_t> &shape, const DebugContext &debugContext)
    : graph(graph), size_(size), shape(shape) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(dataType, size, shape));
  if (size == 0) support::fail("CircBuf", "the size is 0", "give it room for at least one tensor");
  hist =
      createSliceableTensor(graph, dataType, withSlots(size, shape), {0}, {1}, 0, {info, "slots"});
  graph.setInitialValue(hist, 0);
  index = graph.addVariable(poplar::UNSIGNED_INT, {1}, {info, "index"});
  graph.setTileMapping(index, 0);
  graph.setInitialValue(index, 0u);
}

Tensor CircBuf::prev(unsigned i, Sequence &seq, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(i));
  if (i >= size_)
    support::fail("CircBuf::prev",
                  "the buffer keeps " + std::to_string(size_) + " tensors, and number " +
                      std::to_string(i) + " was asked for",
                  "numbers are below the size; 0 is the newest");
  Tensor at = index;
  if (i != 0)
    at = map(graph, expr::Rem(expr::Add(expr::_1, expr::Const(size_ - i)), expr::Const(size_)),
             {index}, seq, {info});
  return dynamicSlice(graph, hist, at, {0}, {1}, seq, {info}).squeeze({0});
}

void CircBuf::add(Tensor t, Sequence &seq, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t));
  if (t.shape() != shape || t.elementType() != hist.elementType())
    support::fail("CircBuf::add",
                  "the tensor is " + support::describe(t) + ", a slot " +
                      support::describe(hist[0]),
                  "add tensors of the type and shape that the buffer was made for");
  mapInPlace(graph, expr::Rem(expr::Add(expr::_1, expr::Const(1u)), expr::Const(size_)), {index},
             seq, {info});
  dynamicUpdate(graph, hist, t.expand({0}), index, {0}, {1}, seq, {info});
}

Graph::TileToTensorMapping CircBuf::getTileMapping() {
  return graph.getTileMapping(hist[0]);
}

} // namespace popops
