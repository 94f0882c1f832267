// SPDX-License-Identifier: MIT
// Block-sparse products as grouped dense ones.
#include "blocks/Pattern.hpp"
#include "matmul/Plan.hpp"
#include "support/Errors.hpp"

#include <poplin/MatMul.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Zero.hpp>
#include <popsparse/experimental/BlockSparseMatMul.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/OptionParsing.hpp>
#include <poputil/TileMapping.hpp>

namespace popsparse::experimental {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;

/// A checked description of a product.
class BSMatMulImpl {
 public:
  std::array<std::size_t, 3> dim;
  bool sparseResult, transposeRhs;
  poplar::Type in, out, partial;
  SubBlockMask mask;
  /// Of rhs as it is given, or of the result.
  Pattern pattern;
};

namespace {

const std::string kParams = "popsparse::experimental::BSMatMulParams";

std::unique_ptr<BSMatMulImpl> makeParams(const std::array<int, 3> &dim, bool sparseResult,
                                         bool transpose, const std::array<poplar::Type, 3> &types,
                                         SubBlockMask mask, unsigned groups, Pattern pattern) {
  if (groups != 1)
    fail(kParams, std::to_string(groups) + " groups", "describe the product of each group");
  for (const poplar::Type &type : types)
    checkType(kParams, type);
  if (dim[0] <= 0 || dim[1] <= 0 || dim[2] <= 0)
    fail(kParams,
         "a product of [" + std::to_string(dim[0]) + ", " + std::to_string(dim[1]) + "] and [" +
             std::to_string(dim[1]) + ", " + std::to_string(dim[2]) + "]",
         "give sizes above 0");
  return std::make_unique<BSMatMulImpl>(
      BSMatMulImpl{{static_cast<std::size_t>(dim[0]), static_cast<std::size_t>(dim[1]),
                    static_cast<std::size_t>(dim[2])},
                   sparseResult,
                   transpose,
                   types[0],
                   types[1],
                   types[2],
                   mask,
                   std::move(pattern)});
}

poplar::OptionFlags productOptions(const BSMatMulImpl &p) {
  return {{"partialsType", p.partial == poplar::HALF ? "half" : "float"}};
}

void checkOptions(const poplar::OptionFlags &options) {
  double ratio = 0;
  std::string method;
  const poplibs::OptionSpec spec{
      {"memoryCycleRatio", poplibs::OptionHandler::createWithDouble(ratio, 0.0)},
      {"partitionMethod", poplibs::OptionHandler::createWithString(method)}};
  for (const auto &[key, value] : options)
    spec.parse(key, value);
}

void checkDense(const std::string &operation, const char *operand, const Tensor &t,
                std::size_t rows, std::size_t columns, const poplar::Type &type) {
  if (t.rank() != 2 || t.dim(0) != rows || t.dim(1) != columns || t.elementType() != type)
    fail(operation, std::string(operand) + " is " + describe(t),
         "give it the type " + popops::support::nameOf(type) + " and shape [" +
             std::to_string(rows) + ", " + std::to_string(columns) + "]");
}

Tensor denseTimesSparse(Graph &graph, const BSMatMulImpl &p, const Tensor &lhs, const Tensor &rhs,
                        Sequence &prog, const poplar::DebugNameAndId &name) {
  const Pattern &pattern = p.pattern;
  // Of rhs as it is meant.
  const std::size_t blockRows = p.transposeRhs ? pattern.blockColumns() : pattern.blockRows();
  const std::size_t blockColumns = p.transposeRhs ? pattern.blockRows() : pattern.blockColumns();
  const auto kind = p.transposeRhs ? Pattern::Line::Row : Pattern::Line::Column;
  std::vector<Tensor> columns(p.dim[2] / blockColumns);
  for (const auto &[size, lines] : pattern.linesBySize(kind)) {
    std::vector<Tensor> left, right;
    for (const auto &line : lines) {
      std::vector<Tensor> as, bs;
      for (const BlockPlace &block : line) {
        const std::size_t row = p.transposeRhs ? block.column : block.row;
        as.push_back(lhs.slice(row * blockRows, (row + 1) * blockRows, 1));
        const Tensor b = rhs[block.index].reshape({pattern.blockRows(), pattern.blockColumns()});
        bs.push_back(p.transposeRhs ? b.transpose() : b);
      }
      left.push_back(concat(as, 1).expand({0}));
      right.push_back(concat(bs, 0).expand({0}));
    }
    const Tensor product = poplin::matMulGrouped(graph, concat(left), concat(right), prog, p.out,
                                                 {name, "Columns"}, productOptions(p));
    for (std::size_t i = 0; i < lines.size(); ++i)
      columns[p.transposeRhs ? lines[i][0].row : lines[i][0].column] = product[i];
  }
  for (Tensor &column : columns)
    if (!column.valid()) {
      column = graph.addVariable(p.out, {p.dim[0], blockColumns}, {name, "empty"});
      poputil::mapTensorLinearly(graph, column);
      popops::zero(graph, column, prog, {name, "Empty"});
    }
  return concat(columns, 1);
}

Tensor sparseOfDense(Graph &graph, const BSMatMulImpl &p, const Tensor &lhs, const Tensor &rhs,
                     Sequence &prog, const poplar::DebugNameAndId &name) {
  const Pattern &pattern = p.pattern;
  const std::size_t rows = pattern.blockRows(), columns = pattern.blockColumns();
  if (pattern.blocks().empty()) return graph.addVariable(p.out, {0, rows * columns}, {name});
  std::vector<Tensor> left, right;
  for (const BlockPlace &block : pattern.blocks()) {
    left.push_back(lhs.slice(block.row * rows, (block.row + 1) * rows, 0).expand({0}));
    right.push_back(rhs.slice(block.column * columns, (block.column + 1) * columns, 1).expand({0}));
  }
  const Tensor out = poplin::matMulGrouped(graph, concat(left), concat(right), prog, p.out,
                                           {name, "Blocks"}, productOptions(p))
                         .reshape({pattern.blocks().size(), rows * columns});
  if (p.mask == SubBlockMask::None) return out;
  std::vector<unsigned char> counts;
  for (const BlockPlace &block : pattern.blocks())
    for (std::size_t i = 0; i < rows * columns; ++i)
      counts.push_back(pattern.counts(block, i / columns, i % columns, p.mask));
  const Tensor mask = graph.addConstant<unsigned char>(
      poplar::BOOL, out.shape(), poplar::ArrayRef<unsigned char>(counts), {name, "mask"});
  poputil::mapTensorLinearly(graph, mask);
  using namespace popops::expr;
  popops::mapInPlace(graph, Select(_1, Const(0.0f), _2), {out, mask}, prog, {name, "Mask"});
  return out;
}

} // namespace

BSMatMulParams::BSMatMulParams(const std::array<int, 3> &dim, const std::array<int, 3> &blockSize,
                               const std::vector<unsigned char> &rhsSparsity, bool rhsNeedTranspose,
                               poplar::Type inDataType, poplar::Type outDataType,
                               poplar::Type partialDataType, unsigned numGroupsIn)
    : impl(makeParams(dim, false, rhsNeedTranspose, {inDataType, outDataType, partialDataType},
                      SubBlockMask::None, numGroupsIn,
                      Pattern(kParams,
                              rhsNeedTranspose ? std::array<int, 2>{dim[2], dim[1]}
                                               : std::array<int, 2>{dim[1], dim[2]},
                              rhsNeedTranspose ? std::array<int, 2>{blockSize[2], blockSize[1]}
                                               : std::array<int, 2>{blockSize[1], blockSize[2]},
                              rhsSparsity))) {}

BSMatMulParams::BSMatMulParams(const std::array<int, 3> &dim, const std::array<int, 3> &blockSize,
                               const std::vector<unsigned char> &resSparsity,
                               poplar::Type inDataType, poplar::Type outDataType,
                               poplar::Type partialDataType, SubBlockMask subBlockMask,
                               unsigned numGroupsIn)
    : impl(makeParams(
          dim, true, false, {inDataType, outDataType, partialDataType}, subBlockMask, numGroupsIn,
          Pattern(kParams, {dim[0], dim[2]}, {blockSize[0], blockSize[2]}, resSparsity))) {}

BSMatMulParams::BSMatMulParams(BSMatMulParams &&) noexcept = default;
BSMatMulParams &BSMatMulParams::operator=(BSMatMulParams &&) noexcept = default;
BSMatMulParams::~BSMatMulParams() = default;

Tensor createBSMatMulInputLHS(Graph &graph, const BSMatMulParams &bsMatMul,
                              const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext);
  const BSMatMulImpl &p = *bsMatMul.impl;
  return poplin::createMatMulInputLHS(graph, p.in, p.out, {p.dim[0], p.dim[1]},
                                      {p.dim[1], p.dim[2]}, {di, "lhs"});
}

Tensor createBSMatMulInputRHS(Graph &graph, const BSMatMulParams &bsMatMul,
                              const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext);
  const BSMatMulImpl &p = *bsMatMul.impl;
  if (p.sparseResult)
    return poplin::createMatMulInputRHS(graph, p.in, p.out, {p.dim[0], p.dim[1]},
                                        {p.dim[1], p.dim[2]}, {di, "rhs"});
  const Tensor t =
      graph.addVariable(p.in, {p.pattern.blocks().size(), p.pattern.blockSize()}, {di, "rhs"});
  const auto grain = static_cast<unsigned>(p.pattern.blockSize());
  poputil::mapTensorLinearly(graph, t, grain, grain);
  return t;
}

Tensor bsMatMul(Graph &graph, const BSMatMulParams &bsMatMulParams, Sequence &prog,
                const Tensor &lhsMatrix, const Tensor &rhsMatrix,
                const poplar::OptionFlags &options, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(lhsMatrix, rhsMatrix, options));
  const std::string operation = "popsparse::experimental::bsMatMul";
  checkOptions(options);
  const BSMatMulImpl &p = *bsMatMulParams.impl;
  checkDense(operation, "lhs", lhsMatrix, p.dim[0], p.dim[1], p.in);
  Tensor out;
  if (p.sparseResult) {
    checkDense(operation, "rhs", rhsMatrix, p.dim[1], p.dim[2], p.in);
    out = sparseOfDense(graph, p, lhsMatrix, rhsMatrix, prog, {di});
  } else {
    p.pattern.check(operation, rhsMatrix);
    if (rhsMatrix.elementType() != p.in)
      fail(operation, "lhs is " + describe(lhsMatrix) + " and rhs " + describe(rhsMatrix),
           "give both one type");
    out = denseTimesSparse(graph, p, lhsMatrix, rhsMatrix, prog, {di});
  }
  di.addOutput(out);
  return out;
}

} // namespace popsparse::experimental
