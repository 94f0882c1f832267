// SPDX-License-Identifier: MIT
// The Cholesky factor, a block of columns at a time: the diagonal block, the blocks below it, and
// what they subtract from the rest. The upper factor is the lower one of the transposed view.
#include "solve/Blocks.hpp"
#include "solve/Options.hpp"
#include "support/Errors.hpp"

#include <poplin/Cholesky.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace poplin {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::Sequence;

namespace {

void addDiagonal(Graph &graph, const Tensor &block, poplar::ComputeSet cs) {
  const std::string type = poputil::templateVertex("poplin::Cholesky", block.elementType());
  for (std::size_t g = 0; g < block.dim(0); ++g) {
    const Tensor flat = block[g].flatten();
    const poplar::VertexRef vertex = graph.addVertex(cs, type, {{"a", flat}});
    graph.setInitialValue(vertex["n"], static_cast<unsigned>(block.dim(1)));
    const auto mapping = graph.getTileMapping(flat.slice(0, 1));
    for (unsigned tile = 0; tile < mapping.size(); ++tile)
      if (!mapping[tile].empty()) graph.setTileMapping(vertex, tile);
  }
}

void clearAbove(Graph &graph, const Tensor &a, Sequence &prog, const poplar::DebugNameAndId &name) {
  const std::size_t n = a.dim(1);
  std::vector<Tensor> rows;
  for (std::size_t i = 0; i + 1 < n; ++i)
    rows.push_back(a.slice({0, i, i + 1}, {a.dim(0), i + 1, n}).flatten());
  if (rows.empty()) return;
  const Tensor above = concat(rows);
  const Tensor zero = graph.addConstant(a.elementType(), {1}, 0.0f, {name, "zero"});
  graph.setTileMapping(zero, 0);
  prog.add(poplar::program::Copy(zero.broadcast(static_cast<unsigned>(above.numElements()), 0),
                                 above, false, {name}));
}

void factorise(Graph &graph, const Tensor &a, const SolveOptions &options, Sequence &prog,
               const poplar::DebugNameAndId &name, PlanningCache *cache) {
  const std::size_t g = a.dim(0), n = a.dim(1);
  if (a.numElements() == 0) return;
  for (std::size_t begin = 0; begin < n; begin += options.blockSize) {
    const std::size_t end = std::min(n, begin + options.blockSize);
    const Tensor diagonal = a.slice({0, begin, begin}, {g, end, end});
    const poplar::ComputeSet cs = graph.addComputeSet({name, "Diagonal"});
    addDiagonal(graph, diagonal, cs);
    prog.add(Execute(cs, {name}));
    if (end == n) break;
    const Tensor below = a.slice({0, end, begin}, {g, n, end});
    const poplar::ComputeSet solve = graph.addComputeSet({name, "Below"});
    addTriangularSolve(graph, diagonal, below, false, solve);
    prog.add(Execute(solve, {name}));
    matMulGroupedAcc(graph, a.slice({0, end, end}, {g, n, n}), -1.0f, below,
                     transposeGroupedMatrix(below), prog, {name, "Rest"}, options.products, cache);
  }
  clearAbove(graph, a, prog, name);
}

Tensor lowerOf(const Tensor &a, bool lower) {
  return lower ? asBatch(a) : transposeGroupedMatrix(asBatch(a));
}

/// Rows of the factor are whole on a tile.
Tensor createFactor(Graph &graph, const poplar::Type &type, const std::vector<std::size_t> &shape,
                    bool lower, const poplar::DebugNameAndId &name) {
  const std::size_t n = shape.back();
  std::size_t g = 1;
  for (std::size_t d = 0; d + 2 < shape.size(); ++d)
    g *= shape[d];
  return lowerOf(createRows(graph, type, g, n, n, name), lower).reshape(shape);
}

} // namespace

Tensor cholesky(Graph &graph, const Tensor &a, bool lower, Sequence &prog,
                const DebugContext &debugContext, OptionFlags options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(a, lower, options));
  checkSquare("poplin::cholesky", a);
  const SolveOptions parsed = parseSolveOptions("poplin::cholesky", options);
  const Tensor out = createFactor(graph, a.elementType(), a.shape(), lower, {di, "factor"});
  prog.add(poplar::program::Copy(a, out, false, {di}));
  factorise(graph, lowerOf(out, lower), parsed, prog, {di}, cache);
  di.addOutput(out);
  return out;
}

void choleskyInPlace(Graph &graph, const Tensor &a, bool lower, Sequence &prog,
                     const DebugContext &debugContext, OptionFlags options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(a, lower, options));
  const std::string operation = "poplin::choleskyInPlace";
  checkSquare(operation, a);
  popops::support::requireWriteable(operation, a);
  factorise(graph, lowerOf(a, lower), parseSolveOptions(operation, options), prog, {di}, cache);
}

Tensor createCholeskyInput(Graph &graph, const poplar::Type &type,
                           const std::vector<std::size_t> &shape, bool lower,
                           const DebugContext &debugContext, const OptionFlags &options,
                           PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(type, shape, lower, options));
  const std::string operation = "poplin::createCholeskyInput";
  if (shape.size() < 2 || shape[shape.size() - 1] != shape[shape.size() - 2] ||
      (type != poplar::FLOAT && type != poplar::HALF))
    popops::support::fail(operation,
                          "the shape has " + std::to_string(shape.size()) +
                              " dimensions, the type is " + popops::support::nameOf(type),
                          "ask for square matrices [..., N, N] of type FLOAT or HALF");
  parseSolveOptions(operation, options);
  const Tensor t = createFactor(graph, type, shape, lower, {di, "a"});
  di.addOutput(t);
  return t;
}

std::vector<std::pair<MatMulParams, OptionFlags>>
getCholeskyMatMulPrePlanParameters(const poplar::Type &type, const std::vector<std::size_t> &shape,
                                   bool, OptionFlags options) {
  const SolveOptions parsed =
      parseSolveOptions("poplin::getCholeskyMatMulPrePlanParameters", options);
  std::size_t g = 1;
  for (std::size_t d = 0; d + 2 < shape.size(); ++d)
    g *= shape[d];
  std::vector<std::pair<MatMulParams, OptionFlags>> products;
  const std::size_t n = shape.empty() ? 0 : shape.back(), block = parsed.blockSize;
  for (std::size_t end = block; end < n; end += block)
    products.emplace_back(MatMulParams{type, type, {g, n - end, block}, {g, block, n - end}},
                          parsed.products);
  return products;
}

} // namespace poplin
