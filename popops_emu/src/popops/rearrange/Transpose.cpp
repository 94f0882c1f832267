// SPDX-License-Identifier: MIT
// Transpositions by vertices.
#include "support/Errors.hpp"
#include "support/Types.hpp"

#include <popops/Rearrange.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace popops::rearrange {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::Type;

namespace {

void addVertex(Graph &graph, const ComputeSet &cs, const std::vector<Tensor> &sources,
               const std::vector<Tensor> &destinations, std::size_t rows, std::size_t columns,
               unsigned tile) {
  const Type carrier = support::carrierOf(sources[0].elementType());
  const auto as = [&](std::vector<Tensor> tensors) {
    for (Tensor &t : tensors)
      t = t.flatten().reinterpret(carrier);
    return tensors;
  };
  const poplar::VertexRef vertex =
      graph.addVertex(cs, poputil::templateVertex("popops::Transpose", carrier));
  graph.connect(vertex["src"], as(sources));
  graph.connect(vertex["dst"], as(destinations));
  graph.setInitialValue(vertex["rows"], static_cast<unsigned>(rows));
  graph.setInitialValue(vertex["columns"], static_cast<unsigned>(columns));
  graph.setTileMapping(vertex, tile);
}

} // namespace

bool canUseFastTranspose(const poplar::Target &target, const Type &type, unsigned numRows,
                         unsigned numColumns, unsigned numTranspositions) {
  constexpr unsigned kLargestField = 0xffff;
  return target.getTypeSize(type) == 2 && numRows % 4 == 0 && numColumns % 4 == 0 && numRows > 0 &&
         numColumns > 0 && numRows / 4 <= kLargestField && numColumns / 4 <= kLargestField &&
         numTranspositions <= kLargestField;
}

void addTransposeVertices(
    Graph &graph, const ComputeSet &cs, const Type &dType, unsigned rows, unsigned cols,
    const Graph::TileToTensorMapping &mapping,
    std::function<std::pair<const Tensor, const Tensor>(std::size_t)> getInOut,
    const DebugContext &debugContext) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(cs, dType, rows, cols));
  const std::size_t elements = std::size_t(rows) * cols;
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    std::vector<Tensor> sources, destinations;
    for (const poplar::Interval &matrices : mapping[tile])
      for (std::size_t i = matrices.begin(); i < matrices.end(); ++i) {
        const std::pair<const Tensor, const Tensor> inOut = getInOut(i);
        for (const Tensor *t : {&inOut.first, &inOut.second})
          if (t->elementType() != dType || t->numElements() != elements)
            support::fail("addTransposeVertices",
                          "matrix " + std::to_string(i) + " is " + support::describe(*t) +
                              ", not " + std::to_string(elements) + " elements of type " +
                              support::nameOf(dType),
                          "pass tensors of rows * cols elements of the type given");
        sources.push_back(inOut.first);
        destinations.push_back(inOut.second);
      }
    if (!sources.empty() && elements > 0)
      addVertex(graph, cs, sources, destinations, rows, cols, tile);
  }
}

Tensor partialTranspose(Graph &graph, const Tensor &in, const ComputeSet &cs,
                        const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, cs));
  if (in.rank() < 2)
    support::fail("partialTranspose", "the tensor is " + support::describe(in),
                  "pass a tensor of rank 2 or more");
  std::vector<std::size_t> shape = in.shape();
  const std::size_t columns = shape[in.rank() - 1], rows = shape[in.rank() - 2];
  std::swap(shape[in.rank() - 1], shape[in.rank() - 2]);
  const Tensor out = graph.addVariable(in.elementType(), shape, {info, "transposed"});
  info.addOutput(out);
  const unsigned grain = static_cast<unsigned>(std::max<std::size_t>(rows, 1));
  poputil::mapTensorLinearly(graph, out, grain, grain);
  if (in.numElements() == 0) return out;

  const std::size_t matrices = in.numElements() / (rows * columns);
  const Tensor from = in.reshape({matrices, rows, columns});
  const Tensor to = out.reshape({matrices, columns, rows});
  const auto mapping = graph.getTileMapping(out.flatten());
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const poplar::Interval &piece : mapping[tile]) {
      // Whole rows of results; those of one matrix make a vertex.
      const std::size_t end = piece.end() / rows;
      for (std::size_t line = piece.begin() / rows; line < end;) {
        const std::size_t matrix = line / columns, first = line % columns;
        const std::size_t last = std::min(columns, first + (end - line));
        addVertex(graph, cs, {from[matrix].slice(first, last, 1)}, {to[matrix].slice(first, last)},
                  rows, last - first, tile);
        line += last - first;
      }
    }
  return out;
}

} // namespace popops::rearrange
