// SPDX-License-Identifier: MIT
// Reduce-scatter between replicas.
#include "collectives/Describe.hpp"
#include "collectives/Quarters.hpp"
#include "support/Errors.hpp"
#include "support/Operators.hpp"

#include <utility>

namespace gcl {

using detail::Call;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;
using Tensors = std::vector<Tensor>;

namespace {

/// The elements of an IPU, and the blocks that they were copied to.
using IpuBlocks = std::pair<Tensor, detail::Blocks>;

void check(const Call &call, const Tensor &data, CollectiveOperator op) {
  detail::requireOperator(call.operation, op, data.elementType());
  if (data.rank() != 1)
    detail::fail(call.operation,
                 "the data is " + detail::describe(data) + ", of rank " +
                     std::to_string(data.rank()),
                 "pass data.flatten(), of rank 1");
}

/// What each lane has of this replica's piece.
Tensors reduce(Call &call, const Tensor &data, CollectiveOperator op,
               const detail::Schedule &schedule, const detail::LaneParts &parts) {
  const unsigned members = call.members();
  detail::Emitter emitter = call.emitter(data.elementType());
  Tensors sums;
  if (op == CollectiveOperator::LOCAL)
    sums = emitter.select(parts, detail::everyone(members));
  else if (members == 1)
    sums = emitter.combineAll(parts, detail::vertexOperator(op));
  else
    sums = emitter.reduceScatter(schedule, parts, detail::vertexOperator(op));
  if (op == CollectiveOperator::MEAN)
    emitter.scale(parts, sums, 1.0f / static_cast<float>(members));
  return sums;
}

/// The piece, column by column of the blocks, from what the lanes have of it.
Tensor pieceOf(const Tensors &sums, const std::vector<IpuBlocks> &ipus) {
  std::vector<std::size_t> next(sums.size());
  Tensors runs;
  for (const auto &[source, blocks] : ipus)
    for (const detail::Columns &run : blocks.columns) {
      const std::size_t begin = next[run.lane];
      next[run.lane] += run.end - run.begin;
      runs.push_back(sums[run.lane].slice(begin, next[run.lane]));
    }
  return concat(runs);
}

/// Into `destination`, or into a tensor of its own if that is invalid.
Tensor reduceScatter(Call &call, const Tensor &data, CollectiveOperator op,
                     const Tensor &destination) {
  check(call, data, op);
  if (data.elementType() == poplar::QUARTER)
    return detail::typed(
        call,
        reduceScatter(call, detail::movable(data), op,
                      destination.valid() ? detail::movable(destination) : destination),
        data);
  detail::requireWriteable(call.operation, "the data", data);
  const unsigned members = call.members();
  const detail::Schedule schedule = detail::reduceScatterSchedule(
      call.method(detail::Phase::ReduceScatter, call.bytes(data)), call.ring());
  const auto lanes = static_cast<unsigned>(schedule.lanes.size());
  detail::LaneParts parts(lanes);
  std::vector<IpuBlocks> ipus;
  std::size_t elements = 0;
  for (const detail::IpuElements &part : detail::elementsByIpu(call.graph, data)) {
    ipus.emplace_back(part.elements,
                      detail::copyToBlocks(call.graph, part, members, lanes, call.placement(),
                                           call.steps, call.debugContext));
    ipus.back().second.addParts(parts);
    elements += ipus.back().second.matrix.dim(1);
  }
  if (destination.valid()) detail::requireElements(call, destination, data, elements);
  if (ipus.empty())
    return call.graph.addVariable(data.elementType(), {0}, {call.debugContext, "result"});

  const Tensor result = pieceOf(reduce(call, data, op, schedule, parts), ipus);
  const Tensor target = destination.valid() ? destination.flatten() : result;
  if (destination.valid()) call.copy(result, target);
  detail::Description description(call, poplar_emu::CollectiveKind::ReduceScatter, op);
  std::size_t first = 0;
  for (const auto &[source, blocks] : ipus) {
    const std::size_t end = first + blocks.matrix.dim(1);
    description.addRows(schedule, blocks, source, target.slice(first, end), op);
    first = end;
  }
  call.finish(description);
  return result;
}

} // namespace

Tensors reduceScatterCrossReplica(Graph &graph, const Tensors &datas, CollectiveOperator op,
                                  Sequence &prog, const CommGroup &group,
                                  const DebugContext &debugContext, const OptionFlags &options) {
  Call call("reduceScatterCrossReplica", graph, prog, group, debugContext, options);
  Tensors results;
  for (const Tensor &data : datas)
    results.push_back(reduceScatter(call, data, op, Tensor()));
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
  for (std::size_t i = 0; i < datas.size(); ++i)
    reduceScatter(call, datas[i], op, destinations[i]);
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
