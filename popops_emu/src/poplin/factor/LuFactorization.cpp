// SPDX-License-Identifier: MIT
// Elimination as a loop over pivot rows.
#include "factor/Vectors.hpp"
#include "solve/Blocks.hpp"
#include "support/Errors.hpp"

#include <poplin/experimental/LuFactorization.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/Loop.hpp>
#include <popops/Zero.hpp>
#include <poputil/DebugInfo.hpp>

#include <algorithm>

namespace poplin::experimental {

using poplar::Graph;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Sequence;

namespace {

void makeIdentity(Graph &graph, const Tensor &l, Sequence &prog,
                  const poplar::DebugNameAndId &name) {
  popops::zero(graph, l, prog, {name, "Zero"});
  std::vector<Tensor> diagonal;
  for (std::size_t i = 0; i < l.dim(0); ++i)
    diagonal.push_back(l[i].slice(i, i + 1));
  const Tensor one = graph.addConstant(poplar::FLOAT, {1}, 1.0f, {name, "one"});
  graph.setTileMapping(one, 0);
  prog.add(
      Copy(one.broadcast(static_cast<unsigned>(l.dim(0)), 0), concat(diagonal), false, {name}));
}

} // namespace

std::pair<Tensor, Tensor> LUFactorization(Graph &graph, Tensor &input, Sequence &prog,
                                          const poplar::DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(input));
  if (input.rank() != 2 || input.elementType() != poplar::FLOAT || input.numElements() == 0)
    popops::support::fail("poplin::experimental::LUFactorization",
                          "the input is " + popops::support::describe(input),
                          "give it a matrix [m,n] of type FLOAT");
  const std::size_t m = input.dim(0), n = input.dim(1), steps = std::min(m - 1, n);
  const Tensor u = createRows(graph, poplar::FLOAT, 1, m, n, {di, "U"})[0];
  const Tensor l = createRows(graph, poplar::FLOAT, 1, m, m, {di, "L"})[0];
  prog.add(Copy(input, u, false, {di}));
  makeIdentity(graph, l, prog, {di});
  if (steps > 0)
    prog.add(popops::countedLoop(
        graph, steps,
        [&](const Tensor &k) {
          Sequence body(poplar::DebugContext{di, "row"});
          const Tensor pivot =
              popops::dynamicSlice(graph, u, k, {0}, {1}, body, {di, "Pivot"}).flatten();
          const poplar::ComputeSet cs = graph.addComputeSet({di, "Eliminate"});
          forEachTileOfRows(
              graph, u,
              [&](unsigned tile, const std::vector<Tensor> &rows,
                  const std::vector<unsigned> &numbers) {
                std::vector<Tensor> multiples;
                for (const unsigned number : numbers)
                  multiples.push_back(l[number]);
                const poplar::VertexRef vertex = graph.addVertex(
                    cs, "poplin::EliminateRows",
                    {{"pivot", pivot}, {"k", k.reshape({})}, {"u", rows}, {"l", multiples}});
                graph.setInitialValue(vertex["indices"], numbers);
                graph.setTileMapping(vertex, tile);
              });
          body.add(poplar::program::Execute(cs, {di}));
          return body;
        },
        {di, "Rows"}));
  di.addOutputs({{"L", poputil::toProfileValue(l)}, {"U", poputil::toProfileValue(u)}});
  return {l, u};
}

} // namespace poplin::experimental
