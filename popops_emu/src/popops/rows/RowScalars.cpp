// SPDX-License-Identifier: MIT
// Operations on one element of each row: a vertex for the rows of a tile.
#include "slice/Layout.hpp"
#include "support/Arithmetic.hpp"
#include "support/Errors.hpp"
#include "support/Types.hpp"

#include <popops/SelectScalarFromRows.hpp>
#include <popops/UpdateScalarInRows.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <functional>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;

namespace {

void check(const char *operation, const Tensor &params, const Tensor &indices) {
  const poplar::Type type = params.elementType();
  if (params.rank() == 2 && indices.rank() == 1 && params.dim(0) == indices.dim(0) &&
      support::isReal(type) && indices.elementType() == poplar::UNSIGNED_INT)
    return;
  support::fail(operation,
                "the parameters are " + support::describe(params) + ", the indices " +
                    support::describe(indices),
                "pass float or half [rows, columns] and an unsigned int index for each row");
}

/// Calls f(begin, end, tile) for equal ranges of rows, on the tiles where they start.
void forEachRange(const Graph &graph, const Tensor &params,
                  const std::function<void(std::size_t, std::size_t, unsigned)> &f) {
  const std::size_t rows = params.dim(0);
  if (params.numElements() == 0) return;
  const std::size_t perTile = support::divideUp(rows, graph.getTarget().getNumTiles());
  std::vector<Tensor> firsts;
  for (std::size_t begin = 0; begin < rows; begin += perTile)
    firsts.push_back(params[begin].slice(0, 1));
  const std::vector<unsigned> tiles = slice::tilesOf(graph, concat(firsts));
  for (std::size_t begin = 0; begin < rows; begin += perTile)
    f(begin, std::min(rows, begin + perTile), tiles[begin / perTile]);
}

} // namespace

Tensor selectScalarFromRows(Graph &graph, const Tensor &params, const Tensor &indices,
                            Sequence &prog, const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(params, indices));
  check("selectScalarFromRows", params, indices);
  const Tensor out = graph.addVariable(params.elementType(), {params.dim(0)}, {info, "selected"});
  if (params.numElements() == 0 && params.dim(0) != 0)
    support::fail("selectScalarFromRows", "the parameters are " + support::describe(params),
                  "there must be a column to select from");
  const poplar::ComputeSet cs = graph.addComputeSet({info, "selectScalarFromRows"});
  forEachRange(graph, params, [&](std::size_t begin, std::size_t end, unsigned tile) {
    const poplar::VertexRef vertex =
        graph.addVertex(cs, poputil::templateVertex("popops::SelectFromRows", params.elementType()),
                        {{"params", params.slice(begin, end).flatten()},
                         {"indices", indices.slice(begin, end)},
                         {"out", out.slice(begin, end)}});
    graph.setInitialValue(vertex["width"], static_cast<unsigned>(params.dim(1)));
    graph.setTileMapping(vertex, tile);
    graph.setTileMapping(out.slice(begin, end), tile);
  });
  prog.add(poplar::program::Execute(cs));
  info.addOutput(out);
  return out;
}

void updateScalarInRows(Graph &graph, const Tensor &params, const Tensor &indices, Sequence &prog,
                        const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(params, indices));
  check("updateScalarInRows", params, indices);
  support::requireWriteable("updateScalarInRows", params);
  const poplar::ComputeSet cs = graph.addComputeSet({info, "updateScalarInRows"});
  forEachRange(graph, params, [&](std::size_t begin, std::size_t end, unsigned tile) {
    const poplar::VertexRef vertex = graph.addVertex(
        cs, poputil::templateVertex("popops::UpdateInRows", params.elementType()),
        {{"params", params.slice(begin, end).flatten()}, {"indices", indices.slice(begin, end)}});
    graph.setInitialValue(vertex["width"], static_cast<unsigned>(params.dim(1)));
    graph.setTileMapping(vertex, tile);
  });
  prog.add(poplar::program::Execute(cs));
}

} // namespace popops
