// SPDX-License-Identifier: MIT
// argMax and its relatives, and topK.
#include "loss/Extremes.hpp"

#include "support/Errors.hpp"
#include "support/Rows.hpp"
#include "support/Types.hpp"

#include <popnn/Loss.hpp>
#include <popops/ElementWise.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>

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
  return popops::support::isReal(type) || popops::support::isWord(type);
}

void addToColumns(Graph &graph, const Tensor &indices, const std::vector<unsigned> &values,
                  Sequence &prog, const poplar::DebugNameAndId &name) {
  const Tensor constant = graph.addConstant<unsigned>(
      poplar::UNSIGNED_INT, {values.size()}, poplar::ArrayRef<unsigned>(values), {name, "firsts"});
  graph.setTileMapping(constant, 0);
  popops::addInPlace(graph, indices, constant, prog, {name, "Firsts"});
}

/// Column p of the indices counts from the start of part p; afterwards from that of the row.
void addFirstOfParts(Graph &graph, const Tensor &indices, std::size_t size, Sequence &prog,
                     const poplar::DebugNameAndId &name) {
  std::vector<unsigned> firsts;
  for (std::size_t part = 0; part < indices.dim(1); ++part)
    firsts.push_back(static_cast<unsigned>(part * size));
  addToColumns(graph, indices, firsts, prog, name);
}

/// The extreme of the extremes; among equal ones the first.
ValuesAndIndices bestOfParts(Graph &graph, const ValuesAndIndices &parts, Extreme which,
                             Sequence &prog, const poplar::DebugNameAndId &name) {
  const std::size_t b = parts.values.dim(0);
  const poplar::Type &element = parts.values.elementType();
  const ValuesAndIndices result{graph.addVariable(element, {b}, {name, "values"}),
                                graph.addVariable(poplar::UNSIGNED_INT, {b}, {name, "indices"})};
  const ComputeSet cs = graph.addComputeSet({name, "Parts"});
  const bool max = which == Extreme::Max;
  const std::string type =
      templateVertex(max ? "popnn::ReduceMaxClassSparse" : "popnn::ReduceMinClassSparse", element,
                     poplar::UNSIGNED_INT);
  forEachRowGroup(graph, parts.values, [&](unsigned tile, const RowNumbers &rows) {
    for (const std::size_t row : rows) {
      graph.setTileMapping(result.values[row], tile);
      graph.setTileMapping(result.indices[row], tile);
      const VertexRef vertex = graph.addVertex(
          cs, type, {{"activations", parts.values[row]}, {"labels", parts.indices[row]}});
      graph.connect(vertex[max ? "maxValue" : "minValue"], result.values[row]);
      graph.connect(vertex[max ? "maxIndex" : "minIndex"], result.indices[row]);
      graph.setTileMapping(vertex, tile);
    }
  });
  prog.add(Execute(cs, {name}));
  return result;
}

/// The largest candidates of each row, to a result of [b,1,K].
void addLargestOfCandidates(Graph &graph, const ValuesAndIndices &candidates,
                            const ValuesAndIndices &result, Sequence &prog,
                            const poplar::DebugNameAndId &name) {
  const ComputeSet cs = graph.addComputeSet({name, "Candidates"});
  const std::string type =
      templateVertex("popnn::LargestOfCandidates", candidates.values.elementType());
  forEachRowGroup(graph, candidates.values, [&](unsigned tile, const RowNumbers &rows) {
    for (const std::size_t row : rows) {
      graph.setTileMapping(result.values[row], tile);
      graph.setTileMapping(result.indices[row], tile);
      const VertexRef vertex = graph.addVertex(cs, type,
                                               {{"in", candidates.values[row]},
                                                {"labels", candidates.indices[row]},
                                                {"values", result.values[row].flatten()},
                                                {"indices", result.indices[row].flatten()}});
      graph.setTileMapping(vertex, tile);
    }
  });
  prog.add(Execute(cs, {name}));
}

ValuesAndIndices extremes(const std::string &operation, Graph &graph, const Tensor &input,
                          Extreme which, Sequence &prog, const poplar::DebugNameAndId &name) {
  checkMatrix(operation, input);
  return addExtremes(graph, input, which, graph.addComputeSet({name}), prog, name);
}

} // namespace

void checkMatrix(const std::string &operation, const Tensor &input) {
  if (input.rank() != 2 || input.dim(1) == 0)
    fail(operation, "the input is " + describe(input), "give it shape [b,n] with n > 0");
  if (!hasOrder(input.elementType()))
    fail(operation, "the input is " + describe(input), "use FLOAT, HALF, INT or UNSIGNED_INT");
}

ValuesAndIndices addExtremes(Graph &graph, const Tensor &input, Extreme which, ComputeSet first,
                             Sequence &prog, const poplar::DebugNameAndId &name) {
  const std::size_t b = input.dim(0), size = partOfRow(graph, input);
  const std::size_t parts = (input.dim(1) + size - 1) / size;
  // One column a part.
  const ValuesAndIndices each{
      graph.addVariable(input.elementType(), {b, parts}, {name, "values"}),
      graph.addVariable(poplar::UNSIGNED_INT, {b, parts}, {name, "indices"})};
  const std::string type =
      templateVertex("popnn::ExtremeOfRow", input.elementType(), which == Extreme::Max);
  for (const RowPart &part : partsOfRows(graph, input, size)) {
    const Tensor value = each.values[part.row][part.number];
    const Tensor index = each.indices[part.row][part.number];
    graph.setTileMapping(value, part.tile);
    graph.setTileMapping(index, part.tile);
    const VertexRef vertex = graph.addVertex(
        first, type,
        {{"in", input[part.row].slice(part.begin, part.end)}, {"value", value}, {"index", index}});
    graph.setTileMapping(vertex, part.tile);
  }
  prog.add(Execute(first, {name}));
  if (parts == 1) return {each.values.flatten(), each.indices.flatten()};
  addFirstOfParts(graph, each.indices, size, prog, name);
  return bestOfParts(graph, each, which, prog, name);
}

ValuesAndIndices largestOfParts(Graph &graph, const Tensor &input, std::size_t k, std::size_t size,
                                Sequence &prog, const poplar::DebugNameAndId &name) {
  const std::size_t b = input.dim(0), n = input.dim(1);
  std::vector<unsigned> firsts;
  for (std::size_t begin = 0; begin < n; begin += size)
    firsts.insert(firsts.end(), std::min(k, n - begin), static_cast<unsigned>(begin));
  const ValuesAndIndices result{
      graph.addVariable(input.elementType(), {b, firsts.size()}, {name, "candidates"}),
      graph.addVariable(poplar::UNSIGNED_INT, {b, firsts.size()}, {name, "candidateIndices"})};
  const ComputeSet cs = graph.addComputeSet({name, "Parts"});
  const std::string type = templateVertex("popnn::LargestOfRow", input.elementType());
  for (const RowPart &part : partsOfRows(graph, input, size)) {
    const std::size_t begin = part.number * k, end = begin + std::min(k, part.end - part.begin);
    const Tensor values = result.values[part.row].slice(begin, end);
    const Tensor indices = result.indices[part.row].slice(begin, end);
    graph.setTileMapping(values, part.tile);
    graph.setTileMapping(indices, part.tile);
    const VertexRef vertex = graph.addVertex(cs, type,
                                             {{"in", input[part.row].slice(part.begin, part.end)},
                                              {"values", values},
                                              {"indices", indices}});
    graph.setTileMapping(vertex, part.tile);
  }
  prog.add(Execute(cs, {name}));
  addToColumns(graph, result.indices, firsts, prog, name);
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
  // Parts that are not much longer than K would leave nearly everything to the second pass.
  const std::size_t size = std::max<std::size_t>(partOfRow(graph, input), 8 * std::size_t{K});
  if (K > 0 && size < input.dim(1)) {
    const ValuesAndIndices candidates = largestOfParts(graph, input, K, size, prog, {di});
    addLargestOfCandidates(graph, candidates, {values, indices}, prog, {di});
    return values;
  }
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
