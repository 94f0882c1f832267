// SPDX-License-Identifier: MIT
// encodeOneHot: a vertex for each contiguous piece of the result on a tile.
#include "support/Errors.hpp"
#include "support/Overlap.hpp"
#include "support/Types.hpp"

#include <popops/Encoding.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;

namespace {

void check(const Tensor &indices, const Tensor &encoded) {
  const std::string what =
      "indices are " + support::describe(indices) + ", encoded is " + support::describe(encoded);
  if (indices.rank() != 1 || encoded.rank() != 2 || indices.dim(0) != encoded.dim(0))
    support::fail("encodeOneHot", what, "pass indices of [n] and a result of [n, classes]");
  if (!support::isWord(indices.elementType()))
    support::fail("encodeOneHot", what, "use indices of type int or unsigned int");
  const poplar::Type type = encoded.elementType();
  if (!support::isWord(type) && !support::isReal(type))
    support::fail("encodeOneHot", what, "encode to float, half, int or unsigned int");
  support::requireWriteable("encodeOneHot", encoded);
}

template <class ConnectValues>
void addVertices(Graph &graph, const Tensor &given, const Tensor &encoded, Sequence &prog,
                 const PoplibsOpDebugInfo &info, ConnectValues connectValues) {
  if (encoded.numElements() == 0) return;
  const Tensor indices = support::apartFrom(graph, given, encoded, prog, {info});
  const poplar::ComputeSet cs = graph.addComputeSet({info, "oneHot"});
  const std::string name =
      poputil::templateVertex("popops::EncodeOneHot", indices.elementType(), encoded.elementType());
  const Tensor flat = encoded.flatten();
  const std::size_t classes = encoded.dim(1);
  const auto mapping = graph.getTileMapping(flat);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const poplar::Interval &piece : mapping[tile]) {
      const std::size_t firstRow = piece.begin() / classes;
      const std::size_t endRow = (piece.end() + classes - 1) / classes;
      const poplar::VertexRef vertex = graph.addVertex(
          cs, name, {{"indices", indices.slice(firstRow, endRow)}, {"out", flat.slice(piece)}});
      connectValues(vertex);
      graph.setInitialValue(vertex["first"], static_cast<unsigned>(piece.begin() % classes));
      graph.setInitialValue(vertex["classes"], static_cast<unsigned>(classes));
      graph.setTileMapping(vertex, tile);
    }
  prog.add(Execute(cs, {info}));
}

} // namespace

void encodeOneHot(Graph &graph, const Tensor &indices, const Tensor &encoded, Sequence &prog,
                  const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(indices, encoded));
  check(indices, encoded);
  addVertices(graph, indices, encoded, prog, info, [&](const poplar::VertexRef &vertex) {
    if (support::isWord(encoded.elementType())) {
      graph.connect(vertex["on"], 1);
      graph.connect(vertex["off"], 0);
    } else {
      graph.connect(vertex["on"], 1.0f);
      graph.connect(vertex["off"], 0.0f);
    }
  });
}

void encodeOneHot(Graph &graph, const Tensor &indices, const Tensor &encoded, Sequence &prog,
                  const Tensor &on, const Tensor &off, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(indices, encoded, on, off));
  check(indices, encoded);
  for (const Tensor *value : {&on, &off})
    if (value->numElements() != 1 || value->elementType() != encoded.elementType())
      support::fail("encodeOneHot",
                    "on is " + support::describe(on) + ", off is " + support::describe(off) +
                        ", encoded is " + support::describe(encoded),
                    "pass single elements of the type of the result");
  const Tensor onBefore = support::apartFrom(graph, on, encoded, prog, {info});
  const Tensor offBefore = support::apartFrom(graph, off, encoded, prog, {info});
  addVertices(graph, indices, encoded, prog, info, [&](const poplar::VertexRef &vertex) {
    graph.connect(vertex["on"], onBefore.reshape({}));
    graph.connect(vertex["off"], offBefore.reshape({}));
  });
}

} // namespace popops
