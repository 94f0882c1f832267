// SPDX-License-Identifier: MIT
// Layers as products: y' = W x', dx' = W' dy', and dW where W has non-zeros.
#include "matmul/Buckets.hpp"
#include "support/Errors.hpp"

#include <popops/Cast.hpp>
#include <popops/Reduce.hpp>
#include <popsparse/FullyConnected.hpp>
#include <popsparse/MatMul.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popsparse::dynamic {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;

namespace {

void checkRows(const std::string &operation, const char *what, const Tensor &t, std::size_t batch,
               std::size_t channels) {
  if (t.rank() != 2 || t.dim(0) != batch || t.dim(1) != channels)
    fail(operation, std::string(what) + " are " + describe(t),
         "give them shape [" + std::to_string(batch) + ", " + std::to_string(channels) + "]");
}

Tensor addPartials(Graph &graph, const OpMetaData &plan, const Buckets &buckets, const Tensor &dy,
                   const Tensor &x, Sequence &prog, const poplar::DebugNameAndId &name) {
  const std::size_t batch = x.dim(1), tiles = graph.getTarget().getNumTiles();
  const std::size_t slabs =
      slabsForMemory(graph.getTarget(), plan.dataType, dy.dim(0) + x.dim(0), batch);
  const Tensor partials = graph.addVariable(
      poplar::FLOAT, {slabs, plan.buckets, plan.capacity * plan.shape.blockSize()},
      {name, "partials"});
  const poplar::ComputeSet cs = graph.addComputeSet({name, "GradW"});
  const std::string type =
      poputil::templateVertex("popsparse::SparseGradW", plan.dataType, plan.metaType());
  for (std::size_t j = 0; j < slabs; ++j) {
    const Range columns = partOf(batch, slabs, j);
    for (std::size_t i = 0; i < plan.buckets; ++i) {
      const auto tile = static_cast<unsigned>((i + j * plan.buckets) % tiles);
      graph.setTileMapping(partials[j][i], tile);
      const poplar::VertexRef vertex =
          graph.addVertex(cs, type,
                          {{"meta", buckets.meta[i]},
                           {"dy", dy.slice(columns.begin, columns.end, 1).flatten()},
                           {"x", x.slice(columns.begin, columns.end, 1).flatten()},
                           {"values", partials[j][i]}});
      graph.setInitialValue(vertex["width"], static_cast<unsigned>(columns.size()));
      graph.setInitialValue(vertex["blockRows"], static_cast<unsigned>(plan.shape.block[0]));
      graph.setInitialValue(vertex["blockColumns"], static_cast<unsigned>(plan.shape.block[1]));
      graph.setTileMapping(vertex, tile);
    }
  }
  prog.add(poplar::program::Execute(cs, {name}));
  return partials.reshape({slabs, plan.values()});
}

} // namespace

SparseTensor createFullyConnectedWeights(Graph &graph, const Type &inputType,
                                         const FullyConnectedParams &params,
                                         const DebugContext &debugContext,
                                         const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  return createSparseDenseMatMulLHS(graph, inputType, asMatMul(params), {di}, options, cache);
}

Tensor createFullyConnectedInput(Graph &graph, const Type &inputType,
                                 const FullyConnectedParams &params,
                                 const DebugContext &debugContext, const OptionFlags &options,
                                 PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(inputType, options));
  const Tensor t =
      createSparseDenseMatMulRHS(graph, inputType, asMatMul(params), {di}, options, cache)[0]
          .transpose();
  di.addOutput(t);
  return t;
}

Tensor fullyConnectedFwd(Graph &graph, const SparseTensor &weights, const Tensor &activations,
                         const FullyConnectedParams &fcParams, Sequence &prog,
                         const DebugContext &debugContext, const OptionFlags &options,
                         PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(activations, options));
  checkRows("popsparse::dynamic::fullyConnectedFwd", "the activations", activations,
            fcParams.getBatchSize(), fcParams.getInputChannels());
  const Tensor out = sparseDenseMatMul(graph, weights, activations.transpose().expand({0}), prog,
                                       false, false, {di}, options, cache)[0]
                         .transpose();
  di.addOutput(out);
  return out;
}

Tensor fullyConnectedGradA(Graph &graph, const SparseTensor &weights, const Tensor &gradients,
                           const FullyConnectedParams &fcParams, Sequence &prog,
                           const DebugContext &debugContext, const OptionFlags &options,
                           PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(gradients, options));
  checkRows("popsparse::dynamic::fullyConnectedGradA", "the gradients", gradients,
            fcParams.getBatchSize(), fcParams.getOutputChannels());
  const Tensor out = sparseDenseMatMul(graph, weights, gradients.transpose().expand({0}), prog,
                                       true, false, {di}, options, cache)[0]
                         .transpose();
  di.addOutput(out);
  return out;
}

Tensor fullyConnectedSparseGradW(Graph &graph, const Tensor &sparsityMetaInfo, const Tensor &gradA,
                                 const Tensor &activations, const FullyConnectedParams &fcParams,
                                 Sequence &prog, const DebugContext &debugContext,
                                 const OptionFlags &options, PlanningCache *) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(sparsityMetaInfo, gradA, activations, options));
  const std::string operation = "popsparse::dynamic::fullyConnectedSparseGradW";
  checkRows(operation, "the gradients", gradA, fcParams.getBatchSize(),
            fcParams.getOutputChannels());
  checkRows(operation, "the activations", activations, fcParams.getBatchSize(),
            fcParams.getInputChannels());
  const auto plan = makePlan(operation, graph.getTarget(), activations.elementType(),
                             asMatMul(fcParams), options);
  if (gradA.elementType() != activations.elementType())
    fail(operation,
         "the gradients are " + describe(gradA) + " and the activations " + describe(activations),
         "give both one type");
  if (sparsityMetaInfo.rank() != 1 || sparsityMetaInfo.numElements() != plan->metaWords() ||
      sparsityMetaInfo.elementType() != plan->metaType())
    fail(operation, "the meta information is " + describe(sparsityMetaInfo),
         "pass that of weights which were created with these parameters and options");
  const Tensor partials = addPartials(graph, *plan, bucketsOf(sparsityMetaInfo, {}, *plan),
                                      gradA.transpose(), activations.transpose(), prog, {di});
  const Tensor out = popops::reduce(graph, partials, plan->dataType, {0}, popops::Operation::ADD,
                                    prog, {di, "Batch"});
  di.addOutput(out);
  return out;
}

} // namespace popsparse::dynamic
