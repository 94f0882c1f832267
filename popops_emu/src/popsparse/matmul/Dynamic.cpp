// SPDX-License-Identifier: MIT
// Products whose pattern is data: buckets go round until every tile has seen those that its
// non-zeros may be in.
#include "matmul/Buckets.hpp"
#include "support/Errors.hpp"

#include <popops/Cast.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Loop.hpp>
#include <popsparse/MatMul.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

namespace popsparse::dynamic {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Copy;
using poplar::program::Sequence;

namespace {

void mapBuckets(Graph &graph, const Buckets &buckets) {
  for (unsigned i = 0; i < buckets.meta.dim(0); ++i) {
    graph.setTileMapping(buckets.meta[i], i);
    graph.setTileMapping(buckets.values[i], i);
  }
}

/// A copy that may be moved on.
Buckets travellers(Graph &graph, const Buckets &from, const poplar::DebugNameAndId &name) {
  const Buckets buckets{
      graph.addVariable(from.meta.elementType(), from.meta.shape(), {name, "travellingMeta"}),
      graph.addVariable(from.values.elementType(), from.values.shape(),
                        {name, "travellingValues"})};
  mapBuckets(graph, buckets);
  return buckets;
}

/// Bucket i + 1 to where bucket i was.
void moveOn(const Buckets &buckets, Sequence &prog, const poplar::DebugNameAndId &name) {
  const auto turned = [](const Tensor &t) { return concat(t.slice(1, t.dim(0)), t.slice(0, 1)); };
  prog.add(Copy(turned(buckets.meta), buckets.meta, false, {name}));
  prog.add(Copy(turned(buckets.values), buckets.values, false, {name}));
}

} // namespace

Buckets bucketsOf(const Tensor &metaInfo, const Tensor &values, const OpMetaData &plan) {
  const Tensor meta = metaInfo.slice(1, metaInfo.numElements());
  return {meta.reshape({plan.buckets, plan.bucketWords()}),
          values.valid() ? values.reshape({plan.buckets, plan.capacity * plan.shape.blockSize()})
                         : Tensor()};
}

SparseTensor createSparseDenseMatMulLHS(Graph &graph, const Type &inputType,
                                        const MatMulParams &params,
                                        const DebugContext &debugContext,
                                        const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  const auto plan = makePlan("popsparse::dynamic::createSparseDenseMatMulLHS", graph.getTarget(),
                             inputType, params, options);
  const SparseTensor t(graph.addVariable(plan->metaType(), {plan->metaWords()}, {di, "metaInfo"}),
                       graph.addVariable(inputType, {plan->values()}, {di, "nzValues"}), plan);
  graph.setTileMapping(t.getMetaInfoTensor().slice(0, 1), 0);
  mapBuckets(graph, bucketsOf(t.getMetaInfoTensor(), t.getNzValuesTensor(), *plan));
  return t;
}

Tensor createSparseDenseMatMulRHS(Graph &graph, const Type &inputType, const MatMulParams &params,
                                  const DebugContext &debugContext, const OptionFlags &options,
                                  PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  const auto plan = makePlan("popsparse::dynamic::createSparseDenseMatMulRHS", graph.getTarget(),
                             inputType, params, options);
  const std::size_t slabs =
      slabsOf(graph.getTarget(), inputType, params.getK(), params.getN(), plan->buckets);
  const Tensor t =
      createSlabs(graph, inputType, params.getK(), params.getN(), slabs, {di, "dense"});
  di.addOutput(t);
  return t;
}

Tensor sparseDenseMatMul(Graph &graph, const SparseTensor &lhs, const Tensor &rhs, Sequence &prog,
                         bool transposeLHS, bool transposeRHS, const DebugContext &debugContext,
                         const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(rhs, transposeLHS, transposeRHS, options));
  const std::string operation = "popsparse::dynamic::sparseDenseMatMul";
  if (!lhs.getOpMetaData())
    popops::support::fail(operation, "the sparse tensor does not say what it was created for",
                          "make it with createSparseDenseMatMulLHS");
  const OpMetaData &plan = *lhs.getOpMetaData();
  makePlan(operation, graph.getTarget(), plan.dataType, plan.params, options);
  const Tensor dense = transposeRHS && rhs.rank() == 3 ? rhs.dimShuffle({0, 2, 1}) : rhs;
  const MatrixShape &shape = plan.shape;
  checkDense(operation, dense, transposeLHS ? shape.rows : shape.columns, plan.dataType,
             "[" + std::to_string(shape.rows) + ", " + std::to_string(shape.columns) + "]" +
                 (transposeLHS ? ", transposed," : ""));

  const std::size_t blockRows = transposeLHS ? shape.blockColumns() : shape.blockRows();
  std::vector<Range> parts;
  for (std::size_t i = 0; i < plan.buckets; ++i)
    parts.push_back(partOf(blockRows, plan.buckets, i));
  const Job job = makeJob(graph, shape, transposeLHS, parts, dense[0], {di});
  clear(graph, job, prog, {di});
  const Buckets buckets = bucketsOf(lhs.getMetaInfoTensor(), lhs.getNzValuesTensor(), plan);
  addStep(graph, job, [&](std::size_t i) { return buckets[i]; }, prog, {di});
  if (plan.buckets > 1) {
    const Buckets moving = travellers(graph, buckets, {di});
    Sequence more(DebugContext{di, "more"}), step(DebugContext{di, "step"});
    more.add(Copy(buckets.meta, moving.meta, false, {di}));
    more.add(Copy(buckets.values, moving.values, false, {di}));
    moveOn(moving, step, {di, "MoveOn"});
    addStep(graph, job, [&](std::size_t i) { return moving[i]; }, step, {di});
    if (transposeLHS) {
      // Rows of the result have blocks in every bucket.
      more.add(poplar::program::Repeat(static_cast<unsigned>(plan.buckets - 1), step, {di}));
      prog.add(more);
    } else {
      const Tensor steps = popops::cast(graph, lhs.getMetaInfoTensor().slice(0, 1),
                                        poplar::UNSIGNED_INT, prog, {di, "Steps"})
                               .reshape({});
      const Tensor overflow = popops::gt(graph, steps, 1u, prog, {di, "Overflow"});
      more.add(popops::countedForLoop(graph, 1, steps, 1, step, {di, "Steps"}));
      prog.add(poplar::program::If(overflow, more, Sequence(DebugContext{di}), {di}));
    }
  }
  const Tensor out = resultOf(graph, job, prog, {di});
  di.addOutput(out);
  return out;
}

} // namespace popsparse::dynamic
