// SPDX-License-Identifier: MIT
// Householder's method as a loop over columns.
#include "factor/Vectors.hpp"
#include "solve/Blocks.hpp"
#include "support/Errors.hpp"

#include <poplin/experimental/QRFactorization.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/Loop.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/OptionParsing.hpp>

#include <algorithm>

namespace poplin::experimental {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Copy;
using poplar::program::Execute;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;

namespace {

void checkOptions(const OptionFlags &options) {
  std::size_t rows = 32;
  const poplibs::OptionSpec spec{
      {"rowsPerIteration", poplibs::OptionHandler::createWithInteger(rows)}};
  for (const auto &[key, value] : options)
    spec.parse(key, value);
  if (rows == 0)
    throw poplar::invalid_option("poplin::experimental::QRFactorization: rowsPerIteration is 0; "
                                 "fix: choose 1 or more");
}

/// A reflection: v and its factor.
struct Reflection {
  Tensor v, factor;
};

void addReflect(Graph &graph, const Tensor &rows, const Reflection &reflection, const Tensor &k,
                bool triangular, ComputeSet cs) {
  forEachTileOfRows(
      graph, rows,
      [&](unsigned tile, const std::vector<Tensor> &vectors, const std::vector<unsigned> &numbers) {
        const VertexRef vertex = graph.addVertex(
            cs, "poplin::Reflect",
            {{"v", reflection.v}, {"factor", reflection.factor}, {"k", k}, {"vectors", vectors}});
        graph.setInitialValue(vertex["indices"], numbers);
        graph.setInitialValue(vertex["triangular"], triangular);
        graph.setTileMapping(vertex, tile);
      });
}

} // namespace

std::array<Tensor, 2> createQRFactorizationMatrices(Graph &graph, const poplar::Type &type,
                                                    std::size_t m, std::size_t n,
                                                    const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(type, m, n));
  if (type != poplar::FLOAT || m < n)
    fail("poplin::experimental::createQRFactorizationMatrices",
         "a matrix " + popops::support::nameOf(type) + "[" + std::to_string(m) + ", " +
             std::to_string(n) + "]",
         "ask for FLOAT and at least as many rows as columns");
  return {createRows(graph, type, 1, n, m, {di, "A"})[0].transpose(),
          createRows(graph, type, 1, m, m, {di, "Q"})[0]};
}

void QRFactorization(Graph &graph, Tensor &A, Tensor &Q, Sequence &prog,
                     const DebugContext &debugContext, const OptionFlags &options) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(A, Q, options));
  const std::string operation = "poplin::experimental::QRFactorization";
  checkOptions(options);
  const std::string what = "A is " + describe(A) + " and Q is " + describe(Q);
  if (A.rank() != 2 || Q.rank() != 2 || A.dim(0) < A.dim(1) || Q.dim(0) != A.dim(0) ||
      Q.dim(1) != A.dim(0))
    fail(operation, what, "give A [m,n] with m >= n, and Q [m,m]");
  if (A.elementType() != poplar::FLOAT || Q.elementType() != poplar::FLOAT)
    fail(operation, what, "use FLOAT; popops::cast converts");
  popops::support::requireWriteable(operation, A);
  popops::support::requireWriteable(operation, Q);
  const std::size_t m = A.dim(0), n = A.dim(1), steps = std::min(m == 0 ? 0 : m - 1, n);
  if (steps == 0) return;

  // Columns of A and rows of Q, each whole on its tile.
  const Tensor columns = createRows(graph, poplar::FLOAT, 1, n, m, {di, "columns"})[0];
  const Tensor rows = createRows(graph, poplar::FLOAT, 1, m, m, {di, "rows"})[0];
  const Reflection reflection{graph.addVariable(poplar::FLOAT, {m}, {di, "v"}),
                              graph.addVariable(poplar::FLOAT, {}, {di, "factor"})};
  graph.setTileMapping(reflection.v, 0);
  graph.setTileMapping(reflection.factor, 0);
  prog.add(Copy(A.transpose(), columns, false, {di}));
  prog.add(Copy(Q, rows, false, {di}));
  prog.add(popops::countedLoop(
      graph, steps,
      [&](const Tensor &k) {
        Sequence body(DebugContext{di, "column"});
        const Tensor column =
            popops::dynamicSlice(graph, columns, k, {0}, {1}, body, {di, "Column"}).flatten();
        const ComputeSet make = graph.addComputeSet({di, "Householder"});
        const VertexRef vertex = graph.addVertex(make, "poplin::Householder",
                                                 {{"column", column},
                                                  {"k", k.reshape({})},
                                                  {"v", reflection.v},
                                                  {"factor", reflection.factor}});
        graph.setTileMapping(vertex, 0);
        body.add(Execute(make, {di}));
        const ComputeSet apply = graph.addComputeSet({di, "Reflect"});
        addReflect(graph, columns, reflection, k.reshape({}), true, apply);
        addReflect(graph, rows, reflection, k.reshape({}), false, apply);
        body.add(Execute(apply, {di}));
        return body;
      },
      {di, "Columns"}));
  prog.add(Copy(columns.transpose(), A, false, {di}));
  prog.add(Copy(rows, Q, false, {di}));
}

} // namespace poplin::experimental
