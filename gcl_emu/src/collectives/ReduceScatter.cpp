// SPDX-License-Identifier: MIT
// Reduce-scatter between replicas.
#include "collectives/Call.hpp"
#include "support/Errors.hpp"
#include "support/Operators.hpp"

#include <numeric>

namespace gcl {

using detail::Call;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;
using Tensors = std::vector<Tensor>;

namespace {

Tensor reduceScatter(Call &call, const Tensor &data, CollectiveOperator op) {
  detail::requireOperator(call.operation, op, data.elementType());
  if (data.rank() != 1)
    detail::fail(call.operation,
                 "the data is " + detail::describe(data) + ", of rank " +
                     std::to_string(data.rank()),
                 "pass data.flatten(), of rank 1");
  detail::requireWriteable(call.operation, "the data", data);
  const unsigned members = call.members();
  const detail::Schedule schedule = detail::reduceScatterSchedule(
      call.method(detail::Phase::ReduceScatter, call.bytes(data)), call.ring());
  const auto lanes = static_cast<unsigned>(schedule.lanes.size());
  detail::LaneParts parts(lanes);
  // The place of each column of the result: a lane, and where its run begins there.
  std::vector<detail::Columns> columns;
  for (const detail::IpuElements &elements : detail::elementsByIpu(call.graph, data)) {
    const detail::Blocks blocks = detail::copyToBlocks(
        call.graph, elements, members, lanes, call.placement(), call.prog, call.debugContext);
    blocks.addParts(parts);
    columns.insert(columns.end(), blocks.columns.begin(), blocks.columns.end());
  }
  if (columns.empty())
    return call.graph.addVariable(data.elementType(), {0}, {call.debugContext, "result"});

  detail::Emitter emitter = call.emitter(data.elementType());
  Tensors sums;
  if (op == CollectiveOperator::LOCAL) {
    std::vector<unsigned> self(members);
    std::iota(self.begin(), self.end(), 0u);
    sums = emitter.select(parts, self);
  } else if (members == 1) {
    sums = emitter.combineAll(parts, detail::vertexOperator(op));
  } else {
    sums = emitter.reduceScatter(schedule, parts, detail::vertexOperator(op));
  }
  if (op == CollectiveOperator::MEAN)
    emitter.scale(parts, sums, 1.0f / static_cast<float>(members));
  std::vector<std::size_t> next(lanes);
  Tensors runs;
  for (const detail::Columns &run : columns) {
    const std::size_t begin = next[run.lane];
    next[run.lane] += run.end - run.begin;
    runs.push_back(sums[run.lane].slice(begin, next[run.lane]));
  }
  return concat(runs);
}

} // namespace

Tensors reduceScatterCrossReplica(Graph &graph, const Tensors &datas, CollectiveOperator op,
                                  Sequence &prog, const CommGroup &group,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  Call call("reduceScatterCrossReplica", graph, prog, group, debugContext, options);
  Tensors results;
  for (const Tensor &data : datas)
    results.push_back(reduceScatter(call, data, op));
  return results;
}

Tensor reduceScatterCrossReplica(Graph &graph, const Tensor &data, CollectiveOperator op,
                                 Sequence &prog, const CommGroup &group,
                                 const DebugContext &debugContext, const OptionFlags &options) {
  return reduceScatterCrossReplica(graph, Tensors{data}, op, prog, group, debugContext, options)[0];
}

Tensor reduceScatterCrossReplica(Graph &graph, const Tensor &data, CollectiveOperator op,
                                 Sequence &prog, const DebugContext &debugContext,
                                 const OptionFlags &options) {
  return reduceScatterCrossReplica(graph, data, op, prog, CommGroup(), debugContext, options);
}

Tensors reduceScatterCrossReplica(Graph &graph, const Tensors &datas, CollectiveOperator op,
                                  Sequence &prog, const DebugContext &debugContext,
                                  const OptionFlags &options) {
  return reduceScatterCrossReplica(graph, datas, op, prog, CommGroup(), debugContext, options);
}

void reduceScatterToDestinationCrossReplica(Graph &graph, const Tensors &datas,
                                            const Tensors &destinations, CollectiveOperator op,
                                            Sequence &prog, const CommGroup &group,
                                            const DebugContext &debugContext,
                                            const OptionFlags &options) {
  Call call("reduceScatterToDestinationCrossReplica", graph, prog, group, debugContext, options);
  detail::requireDestinations(call, datas, destinations);
  for (std::size_t i = 0; i < datas.size(); ++i) {
    const Tensor piece = reduceScatter(call, datas[i], op);
    detail::requireElements(call, destinations[i], datas[i], piece.numElements());
    call.copy(piece, destinations[i].flatten());
  }
}

void reduceScatterToDestinationCrossReplica(Graph &graph, const Tensor &data,
                                            const Tensor &destination, CollectiveOperator op,
                                            Sequence &prog, const CommGroup &group,
                                            const DebugContext &debugContext,
                                            const OptionFlags &options) {
  reduceScatterToDestinationCrossReplica(graph, Tensors{data}, Tensors{destination}, op, prog,
                                         group, debugContext, options);
}

void reduceScatterToDestinationCrossReplica(Graph &graph, const Tensors &datas,
                                            const Tensors &destinations, CollectiveOperator op,
                                            Sequence &prog, const DebugContext &debugContext,
                                            const OptionFlags &options) {
  reduceScatterToDestinationCrossReplica(graph, datas, destinations, op, prog, CommGroup(),
                                         debugContext, options);
}

void reduceScatterToDestinationCrossReplica(Graph &graph, const Tensor &data,
                                            const Tensor &destination, CollectiveOperator op,
                                            Sequence &prog, const DebugContext &debugContext,
                                            const OptionFlags &options) {
  reduceScatterToDestinationCrossReplica(graph, data, destination, op, prog, CommGroup(),
                                         debugContext, options);
}

} // namespace gcl
