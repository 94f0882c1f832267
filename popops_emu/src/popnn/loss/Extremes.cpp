// SPDX-License-Identifier: MIT
// argMax and its relatives, and topK.
#include "loss/Extremes.hpp"

#include "support/Errors.hpp"
#include "support/Rows.hpp"

#include <popnn/Loss.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popnn {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Execute;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;
using poputil::templateVertex;
using RowNumbers = std::vector<std::size_t>;

namespace {

bool hasOrder(const poplar::Type &type) {
  return type == poplar::FLOAT || type == poplar::HALF || type == poplar::INT ||
         type == poplar::UNSIGNED_INT;
}

ValuesAndIndices extremes(const std::string &operation, Graph &graph, const Tensor &input,
                          Extreme which, Sequence &prog, const poplar::DebugNameAndId &name) {
  checkMatrix(operation, input);
  const ComputeSet cs = graph.addComputeSet({name});
  const ValuesAndIndices result = addExtremes(graph, input, which, cs, name);
  prog.add(Execute(cs, {name}));
  return result;
}

} // namespace

void checkMatrix(const std::string &operation, const Tensor &input) {
  if (input.rank() != 2 || input.dim(1) == 0)
    fail(operation, "the input is " + describe(input), "give it shape [b,n] with n > 0");
  if (!hasOrder(input.elementType()))
    fail(operation, "the input is " + describe(input), "use FLOAT, HALF, INT or UNSIGNED_INT");
}

ValuesAndIndices addExtremes(Graph &graph, const Tensor &input, Extreme which, ComputeSet cs,
                             const poplar::DebugNameAndId &name) {
  const std::size_t b = input.dim(0);
  const ValuesAndIndices result{graph.addVariable(input.elementType(), {b}, {name, "values"}),
                                graph.addVariable(poplar::UNSIGNED_INT, {b}, {name, "indices"})};
  const std::string type =
      templateVertex("popnn::ExtremeOfRow", input.elementType(), which == Extreme::Max);
  forEachRowGroup(graph, input, [&](unsigned tile, const RowNumbers &rows) {
    for (const std::size_t row : rows) {
      graph.setTileMapping(result.values[row], tile);
      graph.setTileMapping(result.indices[row], tile);
      const VertexRef vertex = graph.addVertex(
          cs, type,
          {{"in", input[row]}, {"value", result.values[row]}, {"index", result.indices[row]}});
      graph.setTileMapping(vertex, tile);
    }
  });
  return result;
}

Tensor argMax(Graph &graph, const Tensor &input, Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(input));
  return extremes("popnn::argMax", graph, input, Extreme::Max, prog, {di}).indices;
}

Tensor argMin(Graph &graph, const Tensor &input, Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(input));
  return extremes("popnn::argMin", graph, input, Extreme::Min, prog, {di}).indices;
}

std::pair<Tensor, Tensor> maxAndArgMax(Graph &graph, const Tensor &input, Sequence &prog,
                                       const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(input));
  const auto result = extremes("popnn::maxAndArgMax", graph, input, Extreme::Max, prog, {di});
  return {result.values, result.indices};
}

std::pair<Tensor, Tensor> minAndArgMin(Graph &graph, const Tensor &input, Sequence &prog,
                                       const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(input));
  const auto result = extremes("popnn::minAndArgMin", graph, input, Extreme::Min, prog, {di});
  return {result.values, result.indices};
}

Tensor topK(Graph &graph, const Tensor &input, Tensor &indices, unsigned K, bool sort,
            Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(input, K, sort));
  const std::string operation = "popnn::topK";
  if (input.elementType() != poplar::BOOL) checkMatrix(operation, input);
  if (input.rank() != 2 || K > input.dim(1))
    fail(operation, "the " + std::to_string(K) + " largest elements of rows of " + describe(input),
         "give the input shape [b,n] and choose K <= n");
  const std::size_t b = input.dim(0);
  const Tensor values = graph.addVariable(input.elementType(), {b, 1, K}, {di, "values"});
  indices = graph.addVariable(poplar::UNSIGNED_INT, {b, 1, K}, {di, "indices"});
  const ComputeSet cs = graph.addComputeSet({di, "topK"});
  const std::string type = templateVertex("popnn::LargestOfRow", input.elementType());
  if (K > 0)
    forEachRowGroup(graph, input, [&](unsigned tile, const RowNumbers &rows) {
      for (const std::size_t row : rows) {
        graph.setTileMapping(values[row], tile);
        graph.setTileMapping(indices[row], tile);
        const VertexRef vertex = graph.addVertex(cs, type,
                                                 {{"in", input[row]},
                                                  {"values", values[row].flatten()},
                                                  {"indices", indices[row].flatten()}});
        graph.setTileMapping(vertex, tile);
      }
    });
  prog.add(Execute(cs, {di}));
  return values;
}

} // namespace popnn
