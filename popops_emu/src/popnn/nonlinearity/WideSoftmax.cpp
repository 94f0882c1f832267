// SPDX-License-Identifier: MIT
// Softmax and its relatives of rows that no tile has as a whole. Sums are kept in float.
#include "nonlinearity/Softmax.hpp"
#include "support/FloatExpr.hpp"
#include "support/Rows.hpp"

#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>

namespace popnn {

using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;
using namespace popops::expr;
using popops::support::asFloat;
using popops::support::rounded;
using Name = poplar::DebugNameAndId;

namespace {

/// A number for each row, in float, to be combined with rows.
Tensor ofRows(Graph &graph, const Tensor &matrix, popops::Operation op, Sequence &prog,
              const Name &name) {
  const bool sum = op == popops::Operation::ADD;
  return popops::reduce(graph, matrix, sum ? poplar::FLOAT : matrix.elementType(), {1}, op, prog,
                        {name, sum ? "Sum" : "Largest"})
      .expand({1});
}

} // namespace

bool hasWideRows(const Graph &graph, const Tensor &t) {
  if (t.rank() == 0 || t.numElements() == 0) return false;
  return partOfRow(graph, asRows(t)) < t.dim(t.rank() - 1);
}

void softmaxOfWideRows(Graph &graph, const Tensor &in, const Tensor &out, bool stable, float scale,
                       Sequence &prog, const Name &name) {
  const Tensor rows = asRows(in), result = asRows(out);
  const Any x = asFloat(_1, rows);
  const Tensor largest =
      stable ? ofRows(graph, rows, popops::Operation::MAX, prog, name) : Tensor();
  const Tensor powers =
      stable ? popops::map(graph, Exp(x - asFloat(_2, rows)), {rows, largest}, prog, {name, "Exp"})
             : popops::map(graph, Exp(x), {rows}, prog, {name, "Exp"});
  const Tensor sums = ofRows(graph, powers, popops::Operation::ADD, prog, name);
  popops::mapWithOutput(graph, rounded(_1 * (scale / _2), rows), {powers, sums}, result, prog,
                        {name, "Scale"});
}

void logSoftmaxOfWideRows(Graph &graph, const Tensor &in, const Tensor &out, Sequence &prog,
                          const Name &name) {
  const Tensor rows = asRows(in), result = asRows(out);
  const Any shifted = asFloat(_1, rows) - asFloat(_2, rows);
  const Tensor largest = ofRows(graph, rows, popops::Operation::MAX, prog, name);
  const Tensor powers = popops::map(graph, Exp(shifted), {rows, largest}, prog, {name, "Exp"});
  const Tensor sums = ofRows(graph, powers, popops::Operation::ADD, prog, name);
  popops::mapWithOutput(graph, rounded(shifted - Log(_3), rows), {rows, largest, sums}, result,
                        prog, {name, "Subtract"});
}

void softmaxGradientOfWideRows(Graph &graph, const Tensor &act, const Tensor &outGradient,
                               const Tensor &inGradient, Sequence &prog, const Name &name) {
  const Tensor y = asRows(act), g = asRows(outGradient), result = asRows(inGradient);
  const Tensor products =
      popops::map(graph, asFloat(_1, y) * asFloat(_2, g), {y, g}, prog, {name, "Product"});
  const Tensor sums = ofRows(graph, products, popops::Operation::ADD, prog, name);
  popops::mapWithOutput(graph, rounded(asFloat(_1, y) * (asFloat(_2, g) - _3), y), {y, g, sums},
                        result, prog, {name, "Gradient"});
}

} // namespace popnn
