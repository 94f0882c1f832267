// SPDX-License-Identifier: MIT
// Exchange of blocks between replicas, and copies of one replica's data to the others.
#include "collectives/Describe.hpp"
#include "collectives/Quarters.hpp"
#include "support/Errors.hpp"

namespace gcl {

using detail::Call;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;

namespace {

Tensor allToAll(Call &call, const Tensor &data) {
  Graph &graph = call.graph;
  const unsigned members = call.members();
  if (data.rank() == 0 || data.dim(0) != members)
    detail::fail(call.operation,
                 "the data is " + detail::describe(data) + " in groups of " +
                     std::to_string(members) + " replicas",
                 "pass one block for each member: a dimension 0 of size " +
                     std::to_string(members));
  const Tensor result = detail::resultLike(call, data);
  if (data.numElements() == 0) return result;
  if (members == 1) {
    call.copy(data, result);
    call.finish();
    return result;
  }
  const Tensor rows = data.reshape({members, data.numElements() / members});
  detail::LaneParts sources(1), targets(1);
  std::vector<Tensor> gathered;
  std::vector<poplar::Interval> order;
  for (const detail::IpuElements &elements : detail::elementsByIpu(graph, rows[0])) {
    // The elements of all blocks at the places of those of the first.
    const Tensor mine = concat(rows.slices(elements.runs, 1), 1);
    const auto columns =
        detail::spreadColumns(graph, elements.ipu, mine.dim(1), data.elementType(), 1);
    const detail::Blocks leaving = detail::makeBlocks(graph, data.elementType(), members, columns,
                                                      {call.debugContext, "leaving"});
    const detail::Blocks arrived = detail::makeBlocks(graph, data.elementType(), members, columns,
                                                      {call.debugContext, "arrived"});
    call.copy(mine, leaving.matrix);
    leaving.addParts(sources);
    arrived.addParts(targets);
    gathered.push_back(arrived.matrix);
    order.insert(order.end(), elements.runs.begin(), elements.runs.end());
  }
  call.emitter(data.elementType()).exchange(detail::exchangeSchedule(members), sources, targets);
  call.copy(concat(gathered, 1), concat(result.reshape(rows.shape()).slices(order, 1), 1));
  detail::Description description(call, poplar_emu::CollectiveKind::AllToAll);
  const std::size_t block = rows.dim(1);
  const std::size_t begin = description.addDestination(result.flatten());
  for (unsigned from = 0; from < members; ++from)
    for (unsigned to = 0; to < members; ++to)
      description.addFor(to, {{from}}, rows[to], begin + from * block);
  call.finish(description);
  return result;
}

Tensor broadcast(Call &call, const Tensor &data, unsigned rootIndexInGroup) {
  Graph &graph = call.graph;
  const unsigned members = call.members();
  if (rootIndexInGroup >= members)
    detail::fail(call.operation,
                 "the root is member " + std::to_string(rootIndexInGroup) + " of groups of " +
                     std::to_string(members),
                 "pass an index below " + std::to_string(members));
  const Tensor result = detail::resultLike(call, data);
  if (data.numElements() == 0) return result;
  if (members == 1) {
    call.copy(data, result);
    call.finish();
    return result;
  }
  const detail::Schedule schedule = detail::gatherSchedule(
      call.method(detail::Phase::Gather, call.bytes(data) / members), call.ring());
  const detail::LaneParts parts = detail::partsInPlace(
      graph, data, result, members, static_cast<unsigned>(schedule.lanes.size()));
  detail::Emitter emitter = call.emitter(data.elementType());
  emitter.gather(schedule, parts, emitter.scatterFrom(rootIndexInGroup, parts));
  detail::Description description(call, poplar_emu::CollectiveKind::Broadcast);
  description.add({{rootIndexInGroup}}, data.flatten(), result.flatten());
  call.finish(description);
  return result;
}

} // namespace

Tensor allToAllCrossReplica(Graph &graph, const Tensor &data, Sequence &prog,
                            const CommGroup &group, const DebugContext &debugContext,
                            const OptionFlags &options) {
  Call call("allToAllCrossReplica", graph, prog, group, debugContext, options);
  return detail::typed(call, allToAll(call, detail::movable(data)), data);
}

Tensor allToAllCrossReplica(Graph &graph, const Tensor &data, Sequence &prog,
                            const DebugContext &debugContext, const OptionFlags &options) {
  return allToAllCrossReplica(graph, data, prog, CommGroup(), debugContext, options);
}

Tensor broadcastCrossReplica(Graph &graph, const Tensor &data, Sequence &prog,
                             const CommGroup &group, unsigned rootIndexInGroup,
                             const DebugContext &debugContext, const OptionFlags &options) {
  Call call("broadcastCrossReplica", graph, prog, group, debugContext, options);
  return detail::typed(call, broadcast(call, detail::movable(data), rootIndexInGroup), data);
}

Tensor broadcastCrossReplica(Graph &graph, const Tensor &data, Sequence &prog,
                             const CommGroup &group, const DebugContext &debugContext,
                             const OptionFlags &options) {
  return broadcastCrossReplica(graph, data, prog, group, 0, debugContext, options);
}

Tensor broadcastCrossReplica(Graph &graph, const Tensor &data, Sequence &prog,
                             const DebugContext &debugContext, const OptionFlags &options) {
  return broadcastCrossReplica(graph, data, prog, CommGroup(), 0, debugContext, options);
}

} // namespace gcl
