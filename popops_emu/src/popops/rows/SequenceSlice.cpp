// SPDX-License-Identifier: MIT
// Runs of rows: which row of the source each row of the destination gets, then a gather.
#include "slice/Layout.hpp"
#include "slice/Rows.hpp"
#include "support/Arithmetic.hpp"
#include "support/Errors.hpp"

#include <poplar/exceptions.hpp>
#include <popops/SequenceSlice.hpp>

#include <algorithm>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;

namespace {

[[noreturn]] void refuse(const std::string &what, const std::string &fix) {
  throw poplar::graph_connection_error("sequenceSlice: " + what + "; fix: " + fix);
}

bool isIndexList(const Tensor &t, std::size_t length) {
  return t.rank() == 1 && t.numElements() == length &&
         (t.elementType() == poplar::UNSIGNED_INT || t.elementType() == poplar::INT);
}

void check(const Tensor &tIn, const Tensor &tOut, const Tensor &tN, const Tensor &tInOffset,
           const Tensor &tOutOffset) {
  const bool fits = tIn.rank() >= 2 && tOut.rank() == tIn.rank() &&
                    tIn.elementType() == tOut.elementType() &&
                    tIn.slice(0, 0).shape() == tOut.slice(0, 0).shape();
  if (!fits)
    refuse("the source is " + support::describe(tIn) + ", the destination " +
               support::describe(tOut),
           "pass tensors of one type and rank, at least 2, that differ in dimension 0 alone");
  const std::size_t length = tN.numElements();
  if (!isIndexList(tN, length) || !isIndexList(tInOffset, length) ||
      !isIndexList(tOutOffset, length))
    refuse("the lengths are " + support::describe(tN) + ", the offsets " +
               support::describe(tInOffset) + " and " + support::describe(tOutOffset),
           "pass three lists of unsigned int of one length");
}

} // namespace

void sequenceSlice(Graph &graph, const Tensor &tIn, const Tensor &tOut, const Tensor &tN,
                   const Tensor &tInOffset, const Tensor &tOutOffset, bool zeroUnused,
                   Sequence &prog, const DebugContext &debugContext) {
  const poputil::PoplibsOpDebugInfo info(debugContext,
                                         DI_ARGS(tIn, tOut, tN, tInOffset, tOutOffset, zeroUnused));
  check(tIn, tOut, tN, tInOffset, tOutOffset);
  support::requireWriteable("sequenceSlice", tOut);
  if (tOut.numElements() == 0) return;
  const std::size_t count = tOut.dim(0);
  const Tensor rows = graph.addVariable(poplar::UNSIGNED_INT, {count}, {info, "rows"});
  const std::size_t perTile =
      std::max<std::size_t>(64, support::divideUp(count, graph.getTarget().getNumTiles()));
  const poplar::ComputeSet cs = graph.addComputeSet({info, "sequenceRows"});
  for (std::size_t begin = 0; begin < count; begin += perTile) {
    const std::size_t end = std::min(count, begin + perTile);
    const auto tile = static_cast<unsigned>(begin / perTile);
    const poplar::VertexRef vertex =
        graph.addVertex(cs, "popops::SequenceRows", {{"rows", rows.slice(begin, end)}});
    graph.connect(vertex["lengths"], tN.reinterpret(poplar::UNSIGNED_INT));
    graph.connect(vertex["from"], tInOffset.reinterpret(poplar::UNSIGNED_INT));
    graph.connect(vertex["to"], tOutOffset.reinterpret(poplar::UNSIGNED_INT));
    graph.setInitialValue(vertex["first"], static_cast<unsigned>(begin));
    graph.setInitialValue(vertex["numSourceRows"], static_cast<unsigned>(tIn.dim(0)));
    graph.setTileMapping(vertex, tile);
    graph.setTileMapping(rows.slice(begin, end), tile);
  }
  prog.add(poplar::program::Execute(cs));
  const auto others = zeroUnused ? slice::Others::Zero : slice::Others::Leave;
  gatherRows(graph, {tIn.flatten(1, tIn.rank()), rows, tOut.flatten(1, tOut.rank()), false}, others,
             0.6, prog, {info});
}

} // namespace popops
