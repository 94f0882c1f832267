// SPDX-License-Identifier: MIT
// The public forms of all-reduce between replicas.
#include "collectives/Quarters.hpp"
#include "support/Errors.hpp"
#include "support/Operators.hpp"

namespace gcl {

using detail::Call;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;
using Tensors = std::vector<Tensor>;

namespace {

/// One all-reduce for all tensors of the same type: their steps are as many as those of one.
void allReduceTogether(Call &call, const Tensors &datas, const Tensors &outs,
                       CollectiveOperator op) {
  std::vector<poplar::Type> types;
  std::vector<Tensors> from, to;
  for (std::size_t i = 0; i < datas.size(); ++i) {
    detail::requireOperator(call.operation, op, datas[i].elementType());
    const Tensor data = detail::movable(datas[i]);
    std::size_t t = 0;
    while (t < types.size() && types[t] != data.elementType())
      ++t;
    if (t == types.size()) {
      types.push_back(data.elementType());
      from.emplace_back();
      to.emplace_back();
    }
    from[t].push_back(data.flatten());
    to[t].push_back(detail::movable(outs[i]).flatten());
  }
  for (std::size_t t = 0; t < types.size(); ++t)
    detail::allReduce(call, concat(from[t]), concat(to[t]), op);
}

void requireSameShapes(const Call &call, const Tensors &datas, const Tensors &destinations) {
  for (std::size_t i = 0; i < datas.size(); ++i) {
    if (datas[i].shape() != destinations[i].shape())
      detail::fail(call.operation,
                   "the data is " + detail::describe(datas[i]) + " and its destination " +
                       detail::describe(destinations[i]),
                   "pass a destination of the same shape and element type, "
                   "such as a clone");
  }
}

} // namespace

Tensors allReduceCrossReplica(Graph &graph, const Tensors &datas, CollectiveOperator op,
                              Sequence &prog, const CommGroup &group,
                              const DebugContext &debugContext, const OptionFlags &options) {
  Call call("allReduceCrossReplica", graph, prog, group, debugContext, options);
  Tensors results;
  for (const Tensor &data : datas) {
    detail::requireOperator(call.operation, op, data.elementType());
    results.push_back(detail::resultLike(call, data));
  }
  allReduceTogether(call, datas, results, op);
  return results;
}

Tensor allReduceCrossReplica(Graph &graph, const Tensor &data, CollectiveOperator op,
                             Sequence &prog, const CommGroup &group,
                             const DebugContext &debugContext, const OptionFlags &options) {
  return allReduceCrossReplica(graph, Tensors{data}, op, prog, group, debugContext, options)[0];
}

Tensor allReduceCrossReplica(Graph &graph, const Tensor &data, CollectiveOperator op,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options) {
  return allReduceCrossReplica(graph, data, op, prog, CommGroup(), debugContext, options);
}

Tensors allReduceCrossReplica(Graph &graph, const Tensors &datas, CollectiveOperator op,
                              Sequence &prog, const DebugContext &debugContext,
                              const OptionFlags &options) {
  return allReduceCrossReplica(graph, datas, op, prog, CommGroup(), debugContext, options);
}

void allReduceInPlaceCrossReplica(Graph &graph, Tensors &datas, CollectiveOperator op,
                                  Sequence &prog, const CommGroup &group,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  Call call("allReduceInPlaceCrossReplica", graph, prog, group, debugContext, options);
  for (const Tensor &data : datas)
    detail::requireWriteable(call.operation, "the data", data);
  allReduceTogether(call, datas, datas, op);
}

void allReduceInPlaceCrossReplica(Graph &graph, Tensor &data, CollectiveOperator op, Sequence &prog,
                                  const CommGroup &group, const DebugContext &debugContext,
                                  const OptionFlags &options) {
  Tensors datas = {data};
  allReduceInPlaceCrossReplica(graph, datas, op, prog, group, debugContext, options);
}

void allReduceInPlaceCrossReplica(Graph &graph, Tensor &data, CollectiveOperator op, Sequence &prog,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  allReduceInPlaceCrossReplica(graph, data, op, prog, CommGroup(), debugContext, options);
}

void allReduceInPlaceCrossReplica(Graph &graph, Tensors &datas, CollectiveOperator op,
                                  Sequence &prog, const DebugContext &debugContext,
                                  const OptionFlags &options) {
  allReduceInPlaceCrossReplica(graph, datas, op, prog, CommGroup(), debugContext, options);
}

void allReduceToDestinationCrossReplica(Graph &graph, const Tensors &datas, Tensors &destinations,
                                        CollectiveOperator op, Sequence &prog,
                                        const CommGroup &group, const DebugContext &debugContext,
                                        const OptionFlags &options) {
  Call call("allReduceToDestinationCrossReplica", graph, prog, group, debugContext, options);
  detail::requireDestinations(call, datas, destinations);
  requireSameShapes(call, datas, destinations);
  allReduceTogether(call, datas, destinations, op);
}

void allReduceToDestinationCrossReplica(Graph &graph, const Tensor &data, Tensor &destination,
                                        CollectiveOperator op, Sequence &prog,
                                        const CommGroup &group, const DebugContext &debugContext,
                                        const OptionFlags &options) {
  Tensors destinations = {destination};
  allReduceToDestinationCrossReplica(graph, Tensors{data}, destinations, op, prog, group,
                                     debugContext, options);
}

void allReduceToDestinationCrossReplica(Graph &graph, const Tensor &data, Tensor &destination,
                                        CollectiveOperator op, Sequence &prog,
                                        const DebugContext &debugContext,
                                        const OptionFlags &options) {
  allReduceToDestinationCrossReplica(graph, data, destination, op, prog, CommGroup(), debugContext,
                                     options);
}

void allReduceToDestinationCrossReplica(Graph &graph, const Tensors &datas, Tensors &destinations,
                                        CollectiveOperator op, Sequence &prog,
                                        const DebugContext &debugContext,
                                        const OptionFlags &options) {
  allReduceToDestinationCrossReplica(graph, datas, destinations, op, prog, CommGroup(),
                                     debugContext, options);
}

} // namespace gcl
