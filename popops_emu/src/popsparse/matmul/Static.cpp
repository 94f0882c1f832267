// SPDX-License-Identifier: MIT
// Products whose pattern is part of the program: every tile gets rows with its share of the
// non-zeros, and what says where they are is constant.
#include "matmul/Dense.hpp"
#include "support/Errors.hpp"

#include <popsparse/MatMul.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace popsparse::static_ {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

/// `index` of a block is its place in the tensor.
struct OpMetaData {
  MatrixShape shape;
  std::vector<NzBlock> blocks;
};

namespace {

template <class T>
SparseTensor createSparse(const std::string &operation, Graph &graph, const Type &type,
                          const CSRMatrix<T> &matrix, std::size_t rows, std::size_t columns,
                          const OptionFlags &options, const poplar::DebugNameAndId &name) {
  checkType(operation, type);
  bucketRoom(options);
  const MatrixShape shape{rows, columns, matrix.getBlockDimensions()};
  auto blocks = blocksOf(operation, matrix, shape);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    blocks[i].index = i;
  const Tensor t = graph.addVariable(type, {blocks.size() * shape.blockSize()}, {name, "nzValues"});
  poputil::mapTensorLinearly(graph, t, static_cast<unsigned>(shape.blockSize()),
                             static_cast<unsigned>(shape.blockSize()));
  return {t, std::make_shared<const OpMetaData>(OpMetaData{shape, std::move(blocks)})};
}

Tensor createDense(const std::string &operation, Graph &graph, const Type &type, std::size_t rows,
                   std::size_t n, const OptionFlags &options, const poplar::DebugNameAndId &name) {
  checkType(operation, type);
  bucketRoom(options);
  const std::size_t tiles = graph.getTarget().getNumTiles();
  return createSlabs(graph, type, rows, n, slabsOf(graph.getTarget(), type, rows, n, tiles), name);
}

/// Block rows of the result in parts with about as many blocks each.
std::vector<Range> balance(const std::vector<NzBlock> &blocks, std::size_t rows,
                           std::size_t parts) {
  std::vector<std::size_t> before(rows + 1, 0);
  for (const NzBlock &block : blocks)
    ++before[block.row + 1];
  for (std::size_t row = 0; row < rows; ++row)
    before[row + 1] += before[row];
  std::vector<Range> ranges;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t share = blocks.size() * (i + 1) / parts;
    const auto found = std::lower_bound(before.begin(), before.end(), share);
    std::size_t end = i + 1 == parts ? rows : static_cast<std::size_t>(found - before.begin());
    end = std::clamp(end, begin, rows);
    ranges.push_back({begin, end});
    begin = end;
  }
  return ranges;
}

/// Constant meta information of some blocks, in the original sense of row and column.
Tensor metaOf(Graph &graph, const NzBlock *blocks, std::size_t count, bool swap, const Type &type,
              const poplar::DebugNameAndId &name) {
  std::vector<unsigned> words = {static_cast<unsigned>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    words.push_back(static_cast<unsigned>(swap ? blocks[i].column : blocks[i].row));
    words.push_back(static_cast<unsigned>(swap ? blocks[i].row : blocks[i].column));
  }
  return graph.addConstant<unsigned>(type, {words.size()}, poplar::ArrayRef<unsigned>(words),
                                     {name, "meta"});
}

Tensor valuesOf(const Tensor &values, const NzBlock *blocks, std::size_t count, std::size_t size) {
  std::vector<Tensor> pieces;
  for (std::size_t i = 0; i < count;) {
    std::size_t run = 1;
    while (i + run < count && blocks[i + run].index == blocks[i].index + run)
      ++run;
    pieces.push_back(values.slice(blocks[i].index * size, (blocks[i].index + run) * size));
    i += run;
  }
  return pieces.empty() ? values.slice(0, 0) : concat(pieces);
}

/// S * x or S' * x, for x [k, n].
Tensor multiply(Graph &graph, const SparseTensor &sparse, bool swap, const Tensor &x,
                Sequence &prog, const poplar::DebugNameAndId &name) {
  const OpMetaData &data = *sparse.getOpMetaData();
  const MatrixShape &shape = data.shape;
  std::vector<NzBlock> blocks = data.blocks;
  if (swap) {
    for (NzBlock &block : blocks)
      std::swap(block.row, block.column);
    std::sort(blocks.begin(), blocks.end(), [](const NzBlock &a, const NzBlock &b) {
      return std::tie(a.row, a.column) < std::tie(b.row, b.column);
    });
  }
  const std::size_t rows = swap ? shape.blockColumns() : shape.blockRows();
  const poplar::Target &target = graph.getTarget();
  const std::size_t slabs = slabsForMemory(target, x.elementType(), x.dim(0), x.dim(1));
  const std::size_t parts = rowPartsOf(target, blocks.size(), rows, slabs);
  const Job job = makeJob(graph, shape, swap, balance(blocks, rows, parts), x, name);
  clear(graph, job, prog, name);
  const std::size_t largest = std::max({shape.blockRows(), shape.blockColumns(), blocks.size()});
  const Type type = largest <= std::numeric_limits<std::uint16_t>::max() ? poplar::UNSIGNED_SHORT
                                                                         : poplar::UNSIGNED_INT;
  std::size_t next = 0;
  addStep(
      graph, job,
      [&](std::size_t i) -> Bucket {
        const std::size_t begin = next;
        while (next < blocks.size() && blocks[next].row < job.parts[i].end)
          ++next;
        const NzBlock *first = blocks.data() + begin;
        const Tensor meta = metaOf(graph, first, next - begin, swap, type, name);
        graph.setTileMapping(meta, static_cast<unsigned>(i % graph.getTarget().getNumTiles()));
        return {meta, valuesOf(sparse.getNzValuesTensor(), first, next - begin, shape.blockSize())};
      },
      prog, name);
  return resultOf(graph, job, prog, name);
}

void checkSparse(const std::string &operation, const SparseTensor &sparse) {
  if (!sparse.getOpMetaData())
    popops::support::fail(operation, "the sparse tensor has no pattern",
                          "make it with createSparseDenseMatMulLHS or createDenseSparseMatMulRHS");
}

std::string text(const MatrixShape &shape, bool transposed) {
  return "[" + std::to_string(shape.rows) + ", " + std::to_string(shape.columns) + "]" +
         (transposed ? ", transposed," : "");
}

Tensor turned(const Tensor &t) {
  return t.rank() == 3 ? t.dimShuffle({0, 2, 1}) : t;
}

} // namespace

template <typename T>
SparseTensor createSparseDenseMatMulLHS(Graph &graph, const Type &inputType,
                                        const MatMulParams &params, const CSRMatrix<T> &matrix,
                                        const DebugContext &debugContext,
                                        const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  return createSparse("popsparse::static_::createSparseDenseMatMulLHS", graph, inputType, matrix,
                      params.getM(), params.getK(), options, {di});
}

Tensor createSparseDenseMatMulRHS(Graph &graph, const Type &inputType, const MatMulParams &params,
                                  const DebugContext &debugContext, const OptionFlags &options,
                                  PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  return createDense("popsparse::static_::createSparseDenseMatMulRHS", graph, inputType,
                     params.getK(), params.getN(), options, {di, "dense"});
}

template <typename T>
Tensor createSparseDenseMatMulRHS(Graph &graph, const Type &inputType, const MatMulParams &params,
                                  const CSRMatrix<T> &, const DebugContext &debugContext,
                                  const OptionFlags &options, PlanningCache *cache) {
  return createSparseDenseMatMulRHS(graph, inputType, params, debugContext, options, cache);
}

template <typename T>
SparseTensor createDenseSparseMatMulRHS(Graph &graph, const Type &inputType,
                                        const MatMulParams &params, const CSRMatrix<T> &matrix,
                                        const DebugContext &debugContext,
                                        const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  return createSparse("popsparse::static_::createDenseSparseMatMulRHS", graph, inputType, matrix,
                      params.getK(), params.getM(), options, {di});
}

Tensor createDenseSparseMatMulLHS(Graph &graph, const Type &inputType, const MatMulParams &params,
                                  const DebugContext &debugContext, const OptionFlags &options,
                                  PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  return turned(createDense("popsparse::static_::createDenseSparseMatMulLHS", graph, inputType,
                            params.getK(), params.getN(), options, {di, "dense"}));
}

template <typename T>
Tensor createDenseSparseMatMulLHS(Graph &graph, const Type &inputType, const MatMulParams &params,
                                  const CSRMatrix<T> &, const DebugContext &debugContext,
                                  const OptionFlags &options, PlanningCache *cache) {
  return createDenseSparseMatMulLHS(graph, inputType, params, debugContext, options, cache);
}

Tensor sparseDenseMatMul(Graph &graph, const SparseTensor &lhs, const Tensor &rhs, Sequence &prog,
                         bool transposeLHS, bool transposeRHS, const DebugContext &debugContext,
                         const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(rhs, transposeLHS, transposeRHS, options));
  const std::string operation = "popsparse::static_::sparseDenseMatMul";
  checkSparse(operation, lhs);
  bucketRoom(options);
  const MatrixShape &shape = lhs.getOpMetaData()->shape;
  const Tensor dense = transposeRHS ? turned(rhs) : rhs;
  checkDense(operation, dense, transposeLHS ? shape.rows : shape.columns,
             lhs.getNzValuesTensor().elementType(), text(shape, transposeLHS));
  const Tensor out = multiply(graph, lhs, transposeLHS, dense[0], prog, {di});
  di.addOutput(out);
  return out;
}

Tensor denseSparseMatMul(Graph &graph, const Tensor &lhs, const SparseTensor &rhs, Sequence &prog,
                         bool transposeLHS, bool transposeRHS, const DebugContext &debugContext,
                         const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(lhs, transposeLHS, transposeRHS, options));
  const std::string operation = "popsparse::static_::denseSparseMatMul";
  checkSparse(operation, rhs);
  bucketRoom(options);
  const MatrixShape &shape = rhs.getOpMetaData()->shape;
  // (A S)' = S' A'.
  const Tensor dense = transposeLHS ? lhs : turned(lhs);
  checkDense(operation, dense, transposeRHS ? shape.columns : shape.rows,
             rhs.getNzValuesTensor().elementType(), text(shape, transposeRHS));
  const Tensor out = turned(multiply(graph, rhs, !transposeRHS, dense[0], prog, {di}));
  di.addOutput(out);
  return out;
}

#define INSTANTIATE(T)                                                                             \
  template POPLAR_EMU_EXPORT SparseTensor createSparseDenseMatMulLHS(                              \
      Graph &, const Type &, const MatMulParams &, const CSRMatrix<T> &, const DebugContext &,     \
      const OptionFlags &, PlanningCache *);                                                       \
  template POPLAR_EMU_EXPORT Tensor createSparseDenseMatMulRHS(                                    \
      Graph &, const Type &, const MatMulParams &, const CSRMatrix<T> &, const DebugContext &,     \
      const OptionFlags &, PlanningCache *);                                                       \
  template POPLAR_EMU_EXPORT SparseTensor createDenseSparseMatMulRHS(                              \
      Graph &, const Type &, const MatMulParams &, const CSRMatrix<T> &, const DebugContext &,     \
      const OptionFlags &, PlanningCache *);                                                       \
  template POPLAR_EMU_EXPORT Tensor createDenseSparseMatMulLHS(                                    \
      Graph &, const Type &, const MatMulParams &, const CSRMatrix<T> &, const DebugContext &,     \
      const OptionFlags &, PlanningCache *);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace popsparse::static_
