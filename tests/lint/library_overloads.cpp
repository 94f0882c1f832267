// SPDX-License-Identifier: MIT
// Shapes of calls into the companion libraries that public programs use: each must resolve, in
// C++11 to C++20.
#include <poplar/Graph.hpp>
#include <poplin/Cholesky.hpp>
#include <poplin/Convolution.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/TriangularSolve.hpp>
#include <poplin/experimental/LuFactorization.hpp>
#include <poplin/experimental/QRFactorization.hpp>
#include <popnn/Loss.hpp>
#include <popnn/NonLinearity.hpp>
#include <popnn/Pooling.hpp>
#include <popnn/SpatialSoftMax.hpp>
#include <popops/Cast.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <popops/Loop.hpp>
#include <popops/OperationDefUtil.hpp>
#include <popops/Reduce.hpp>
#include <popops/ScaledAdd.hpp>
#include <popops/TopK.hpp>
#include <popops/Zero.hpp>
#include <poprand/RandomGen.hpp>
#include <popsparse/MatMul.hpp>
#include <popsparse/SparsePartitioner.hpp>
#include <popsparse/experimental/BlockSparseMatMul.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>
// Last: it needs uint16_t from headers before it.
#include <popfloat/experimental/CastToHalf.hpp>

using namespace poplar;
using namespace poplar::program;
using namespace popops;
using namespace popops::expr;

// Not in an unnamed namespace, so that every call also has to link.
namespace library_overloads {

struct Things {
  Graph &g;
  Sequence &prog;
  Tensor a, b, c, x;
  DebugContext dc;
  OptionFlags options;
  std::string name;
};

void products(Things &t, poplin::matmul::PlanningCache &cache, int m, unsigned n, std::size_t k) {
  poplin::PlanningCache *base = &cache;
  const poputil::PoplibsOpDebugInfo di(t.dc);
  poplin::matMul(t.g, t.a, t.x, t.prog, "Wx");
  poplin::matMul(t.g, t.a.transpose(), t.b.transpose(), t.prog, "n");
  poplin::matMul(t.g, t.a, t.b, t.prog, FLOAT);
  poplin::matMul(t.g, t.a, t.b, t.prog, FLOAT, "B");
  poplin::matMul(t.g, t.x, t.b, t.prog, t.a.elementType(), "n", t.options, &cache);
  poplin::matMul(t.g, t.a, t.b, t.prog, {di, "matmul"}, t.options, &cache);
  poplin::matMul(t.g, t.a[0], t.b[1], t.prog, t.name + std::to_string(m), t.options, base);
  poplin::createMatMulInputLHS(t.g, FLOAT, {3, 4}, {4, 5}, "A");
  poplin::createMatMulInputRHS(t.g, FLOAT, HALF, t.x.shape(), t.a.shape(), t.name, t.options,
                               &cache);
  poplin::createMatMulInputLHS(t.g, FLOAT, t.x.shape(), t.x.shape(), DebugContext{});
  poplin::createMatMulInputLHS(t.g, FLOAT, {n, k}, {k, 1}, "A");
  poplin::createMatMulGroupedInputRHS(t.g, HALF, HALF, {1, n, k}, {1, k, n}, {t.dc, "n"}, {});
  poplin::matMulGrouped(t.g, t.a, t.b, t.prog, FLOAT, "C", t.options, &cache);
  poplin::matMulGrouped(t.g, t.a, t.b.dimShuffle({0, 2, 1}), t.prog, t.b.elementType(),
                        {t.dc, "x = a@b.T"});
  poplin::matMulAcc(t.g, t.c, 1.f, t.a, t.b, t.prog, t.name + "/x", t.options);
  poplin::matMulGroupedAcc(t.g, t.c, 1.0, t.a, t.b, t.prog, {t.dc, "o += a@b"});
}

void solvers(Things &t, poplin::PlanningCache &cache) {
  poplin::triangularMask(t.g, t.a, true, false, t.prog, "mask");
  poplin::triangularSolve(t.g, t.a, t.b, true, true, false, t.prog);
  poplin::triangularSolve(t.g, t.a, t.b, true, true, false, t.prog, {t.dc, "x"}, t.options, &cache);
  poplin::createTriangularSolveInputLHS(t.g, FLOAT, FLOAT, {2, 2}, {2, 1}, true, "a");
  poplin::cholesky(t.g, t.a, true, t.prog, "l", t.options, &cache);
  poplin::choleskyInPlace(t.g, t.a, false, t.prog);
  poplin::experimental::QRFactorization(t.g, t.a, t.b, t.prog);
  poplin::experimental::QRFactorization(t.g, t.a, t.b, t.prog, "qr", {{"rowsPerIteration", "8"}});
  const std::array<Tensor, 2> qr =
      poplin::experimental::createQRFactorizationMatrices(t.g, FLOAT, 4, 3, "qr");
  const std::pair<Tensor, Tensor> lu = poplin::experimental::LUFactorization(t.g, t.a, t.prog);
  t.c = concat(qr[0], lu.first);
}

void networks(Things &t) {
  float scale = 1;
  poplin::ConvParams params(FLOAT, 1, {3, 3}, {2, 2}, 1, 1, 1);
  params.outputTransform.stride = {2, 2};
  t.c = poplin::convolution(t.g, t.a, t.b, params, false, t.prog, "conv");
  popnn::nonLinearity(t.g, popnn::NonLinearityType::SOFTMAX, t.a, t.prog, "softmax");
  popnn::nonLinearity(t.g, popnn::NonLinearityType::SOFTMAX_SCALED, t.a, scale, t.prog);
  popnn::nonLinearityInPlace(t.g, popnn::NonLinearityType::RELU, t.a, t.prog, {t.dc, "relu"});
  popnn::softmaxStableInPlace(t.g, t.a, t.prog);
  t.prog.add(popnn::calcLoss(t.g, t.a, t.b, t.c, t.x, t.c, popnn::CROSS_ENTROPY_LOSS, "dE"));
  t.prog.add(popnn::calcLoss(t.g, t.a, t.b, t.c, t.x, popnn::LossType::SUM_SQUARED_LOSS));
  const std::pair<Tensor, Tensor> best = popnn::maxAndArgMax(t.g, t.a, t.prog, "best");
  const auto where = popnn::spatialSoftMax2D(t.g, t.prog, t.a, 1.0f);
  t.c = concat(best.first, where.first);
}

void randomNumbers(Things &t, float p, int n) {
  poprand::uniform(t.g, nullptr, 0u, t.a, HALF, -1.f, 1.f, t.prog, t.name);
  poprand::uniform(t.g, NULL, 0, t.a, FLOAT, 0., 1., t.prog, "randA");
  poprand::uniform(t.g, &t.x, 0, t.a, INT, 0, n - 1, t.prog);
  poprand::normal(t.g, &t.x, 1, t.a, t.a.elementType(), 0.0, 1.0, t.prog);
  poprand::setSeed(t.g, t.x, 1u, t.prog, "set_seed");
  poprand::dropout(t.g, nullptr, 0, t.a, t.a, 1. - p, 1. / (1. - p), t.prog, t.dc);
}

void operations(Things &t, unsigned row) {
  add(t.g, t.a, t.b, t.prog, "sum");
  mulInPlace(t.g, t.a, 2.0f, t.prog);
  mul(t.g, 0.5, t.a, t.prog, {t.dc, "half"});
  mapInPlace(t.g, Add(_1, Mul(_2, Const(0.5f))), {t.a, t.b}, t.prog, "map");
  map(t.g, (_1 + 1.0f) * _2 / Sqrt(_3), {t.a, t.b, t.c}, t.prog);
  mapInPlace(t.g, UnaryOpType::SQUARE, t.a, t.prog);
  map(t.g, BinaryOpType::GREATER_THAN, t.a, t.b, t.prog, "gt");
  reduce(t.g, t.a, {0}, Operation::ADD, t.prog);
  reduce(t.g, t.a, FLOAT, {0, 1}, {Operation::MAX}, t.prog, "max");
  reduce(t.g, t.a, {0}, ReduceParams(Operation::SQUARE_ADD, false, t.x), t.prog);
  reduceWithOutput(t.g, t.a, t.c, {1}, {Operation::ADD, true}, t.prog, "total");
  cast(t.g, t.a, HALF, t.prog, "half");
  fill(t.g, t.a, t.prog, 0.f);
  fill(t.g, t.a, t.prog, 1, "ones");
  zero(t.g, t.a, t.prog, "zero");
  scaledAddTo(t.g, t.a, t.b, 0.1f, t.prog);
  scaledAddTo(t.g, t.a, t.x, t.b, t.x, t.prog, "axby");
  dynamicSlice(t.g, t.a, t.x, {0}, {1}, t.prog, "slice");
  multiSlice(t.g, t.a, t.x, {0}, {1}, t.prog, SlicePlan(), OptionFlags());
  topK(t.g, t.prog, t.a, TopKParams(row, true, SortOrder::DESCENDING));
  t.prog.add(countedLoop(t.g, 10, [&](const Tensor &i) {
    dynamicUpdate(t.g, t.a, t.b, i, {0}, {1}, t.prog);
    return Sequence();
  }));
  poputil::mapTensorLinearly(t.g, t.a);
  poputil::mapTensorLinearly(t.g, t.a, 1, 4);
  t.name = poputil::templateVertex("MyVertex", FLOAT, 3u, true, Operation::ADD);
}

void sparse(Things &t, const Target &target) {
  namespace ps = popsparse;
  const ps::CSRMatrix<float> csr({1.f, 2.f}, {0, 1}, {0, 1, 2});
  const ps::COOMatrix<float> coo(2, 2, {1.f, 2.f}, {0, 1}, {0, 1}, {1, 1});
  const auto params = ps::dynamic::MatMulParams::createWithNumNonZeroValues(
      ps::dynamic::SparsityParams(ps::dynamic::SparsityType::Element,
                                  ps::dynamic::SparsityStructure::Unstructured),
      2, 1, 2, 2, 1);
  ps::dynamic::PlanningCache cache;
  const ps::dynamic::SparseTensor lhs =
      ps::dynamic::createSparseDenseMatMulLHS(t.g, FLOAT, params, "lhs", t.options, &cache);
  t.a = ps::dynamic::createSparseDenseMatMulRHS(t.g, FLOAT, params, "rhs", t.options, &cache);
  t.b = ps::dynamic::sparseDenseMatMul(t.g, lhs, t.a, t.prog, false, false, "y", t.options, &cache);
  const ps::dynamic::Partitioner<float> partitioner(params, FLOAT, target, t.options, &cache);
  const auto data = partitioner.createSparsityDataImpl(coo);
  const auto fixed = ps::static_::MatMulParams::createForSparseDense(1, 2, 2, data.nzValues.size());
  ps::static_::PlanningCache fixedCache;
  const auto s = ps::static_::createSparseDenseMatMulLHS<float>(t.g, FLOAT, fixed, csr, "lhs",
                                                                t.options, &fixedCache);
  t.c = ps::static_::sparseDenseMatMul(t.g, s, t.a, t.prog, false, false, "y", t.options,
                                       &fixedCache);
  const ps::experimental::BSMatMulParams blocks({4, 4, 4}, {2, 2, 2}, {1, 0, 0, 1}, false, FLOAT,
                                                FLOAT, FLOAT);
  t.x = ps::experimental::bsMatMul(t.g, blocks, t.prog, t.a, t.b);
}

unsigned halves(float x) {
  using namespace popfloat::experimental;
  return singleToHalf(x) + singleToHalf(halfToSingle(0x3c00), true);
}

} // namespace library_overloads
