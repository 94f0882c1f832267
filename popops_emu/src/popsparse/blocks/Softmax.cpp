// SPDX-License-Identifier: MIT
// Softmax of block-sparse rows: rows with equally many blocks make up a dense tensor.
#include "blocks/Pattern.hpp"
#include "support/Errors.hpp"
#include "support/FloatExpr.hpp"

#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

#include <limits>

namespace popsparse::experimental {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;
using namespace popops::expr;
using popops::support::asFloat;
using popops::support::rounded;
using Lines = std::vector<std::vector<BlockPlace>>;

namespace {

/// Lines of as many blocks, as [lines, rows of a block, elements].
Tensor denseOf(const Pattern &pattern, const Tensor &sparse, const Lines &lines) {
  std::vector<Tensor> rows;
  for (const auto &line : lines) {
    std::vector<Tensor> blocks;
    for (const BlockPlace &block : line)
      blocks.push_back(sparse[block.index].reshape({pattern.blockRows(), pattern.blockColumns()}));
    rows.push_back(concat(blocks, 1).expand({0}));
  }
  return concat(rows);
}

/// Which of the elements count, in the same shape; no tensor if all do.
Tensor maskOf(Graph &graph, const Pattern &pattern, const Lines &lines, SubBlockMask mask,
              const poplar::DebugNameAndId &name) {
  if (mask == SubBlockMask::None) return {};
  std::vector<unsigned char> values;
  for (const auto &line : lines)
    for (std::size_t row = 0; row < pattern.blockRows(); ++row)
      for (const BlockPlace &block : line)
        for (std::size_t column = 0; column < pattern.blockColumns(); ++column)
          values.push_back(pattern.counts(block, row, column, mask));
  const Tensor t = graph.addConstant<unsigned char>(
      poplar::BOOL, {lines.size(), pattern.blockRows(), lines[0].size() * pattern.blockColumns()},
      poplar::ArrayRef<unsigned char>(values), {name, "mask"});
  poputil::mapTensorLinearly(graph, t);
  return t;
}

Tensor ofRows(Graph &graph, const Tensor &rows, popops::Operation op, Sequence &prog,
              const poplar::DebugNameAndId &name) {
  return popops::reduce(graph, rows, poplar::FLOAT, {2}, op, prog, {name, "Rows"}).expand({2});
}

void softmax(Graph &graph, const Tensor &rows, const Tensor &mask, const Tensor &out,
             Sequence &prog, const poplar::DebugNameAndId &name) {
  const float lowest = -std::numeric_limits<float>::infinity();
  const Any x = asFloat(_1, rows);
  const Tensor kept = mask.valid() ? popops::map(graph, Select(x, Const(lowest), _2), {rows, mask},
                                                 prog, {name, "Mask"})
                                   : popops::map(graph, x, {rows}, prog, {name, "Float"});
  const Tensor largest = ofRows(graph, kept, popops::Operation::MAX, prog, name);
  // A row of which nothing counts has no largest element, and becomes 0.
  const auto power = Select(Exp(_1 - _2), Const(0.0f), _1 > lowest);
  const Tensor powers = popops::map(graph, power, {kept, largest}, prog, {name, "Exp"});
  const Tensor sums = ofRows(graph, powers, popops::Operation::ADD, prog, name);
  const auto share = Select(_1 / _2, Const(0.0f), _2 > 0.0f);
  popops::mapWithOutput(graph, rounded(share, out), {powers, sums}, out, prog, {name, "Share"});
}

void softmaxTo(const std::string &operation, Graph &graph, const Tensor &in, const Tensor &out,
               const std::array<int, 2> &dim, const std::array<int, 2> &blockSize,
               const std::vector<unsigned char> &sparsity, SubBlockMask mask, Sequence &prog,
               const poplar::DebugNameAndId &name) {
  const Pattern pattern(operation, dim, blockSize, sparsity);
  pattern.check(operation, in);
  for (const auto &[size, lines] : pattern.linesBySize(Pattern::Line::Row))
    softmax(graph, denseOf(pattern, in, lines), maskOf(graph, pattern, lines, mask, name),
            denseOf(pattern, out, lines), prog, name);
}

} // namespace

Tensor bsSoftmax(Graph &graph, Tensor sparseTensor, const std::array<int, 2> &dim,
                 const std::array<int, 2> &blockSize, const std::vector<unsigned char> &sparsity,
                 SubBlockMask subBlockMaskType, Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(sparseTensor, dim, blockSize));
  const Tensor out = graph.clone(sparseTensor, {di, "out"});
  softmaxTo("popsparse::experimental::bsSoftmax", graph, sparseTensor, out, dim, blockSize,
            sparsity, subBlockMaskType, prog, {di});
  di.addOutput(out);
  return out;
}

void bsSoftmaxInPlace(Graph &graph, Tensor sparseTensor, const std::array<int, 2> &dim,
                      const std::array<int, 2> &blockSize,
                      const std::vector<unsigned char> &sparsity, SubBlockMask subBlockMaskType,
                      Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(sparseTensor, dim, blockSize));
  const std::string operation = "popsparse::experimental::bsSoftmaxInPlace";
  popops::support::requireWriteable(operation, sparseTensor);
  softmaxTo(operation, graph, sparseTensor, sparseTensor, dim, blockSize, sparsity,
            subBlockMaskType, prog, {di});
}

Tensor bsSoftmaxGrad(Graph &graph, Tensor sparseOut, Tensor sparseOutGrad,
                     const std::array<int, 2> &dim, const std::array<int, 2> &blockSize,
                     const std::vector<unsigned char> &sparsity, Sequence &prog,
                     const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(sparseOut, sparseOutGrad, dim, blockSize));
  const std::string operation = "popsparse::experimental::bsSoftmaxGrad";
  const Pattern pattern(operation, dim, blockSize, sparsity);
  pattern.check(operation, sparseOut);
  pattern.check(operation, sparseOutGrad);
  if (sparseOut.elementType() != sparseOutGrad.elementType())
    popops::support::fail(operation,
                          "the softmax is " + popops::support::describe(sparseOut) +
                              " and its gradient " + popops::support::describe(sparseOutGrad),
                          "give both one type");
  const Tensor out = graph.clone(sparseOutGrad, {di, "grad"});
  for (const auto &[size, lines] : pattern.linesBySize(Pattern::Line::Row)) {
    const Tensor y = denseOf(pattern, sparseOut, lines), g = denseOf(pattern, sparseOutGrad, lines);
    const Tensor products =
        popops::map(graph, asFloat(_1, y) * asFloat(_2, g), {y, g}, prog, {di, "Product"});
    const Tensor sums = ofRows(graph, products, popops::Operation::ADD, prog, {di});
    popops::mapWithOutput(graph, rounded(asFloat(_1, y) * (asFloat(_2, g) - _3), y), {y, g, sums},
                          denseOf(pattern, out, lines), prog, {di, "Gradient"});
  }
  di.addOutput(out);
  return out;
}

} // namespace popsparse::experimental
