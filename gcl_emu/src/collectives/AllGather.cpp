// SPDX-License-Identifier: MIT
// Gather between replicas.
#include "collectives/Describe.hpp"
#include "collectives/Quarters.hpp"

#include <algorithm>
#include <utility>

namespace gcl {

using detail::Call;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;
using Tensors = std::vector<Tensor>;

namespace detail {
namespace {

/// The columns of all matrices, which are these runs of elements one after the other, in the order
/// of the elements.
Tensor inElementOrder(const Tensors &matrices, const std::vector<poplar::Interval> &runs) {
  const Tensor matrix = concat(matrices, 1);
  std::vector<std::pair<std::size_t, poplar::Interval>> places;
  std::size_t column = 0;
  for (const poplar::Interval &run : runs) {
    places.emplace_back(run.begin(), poplar::Interval(column, column + run.size()));
    column += run.size();
  }
  std::sort(places.begin(), places.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  Tensors ordered;
  for (const auto &[begin, columns] : places)
    ordered.push_back(matrix.slice(columns, 1));
  return concat(ordered, 1);
}

} // namespace

Tensor allGather(Call &call, const Tensor &data, const Tensor &destination) {
  if (data.elementType() == poplar::QUARTER)
    return typed(
        call,
        allGather(call, movable(data), destination.valid() ? movable(destination) : destination),
        data);
  const unsigned members = call.members();
  std::vector<std::size_t> shape = data.shape();
  shape.insert(shape.begin(), members);
  const Schedule schedule =
      gatherSchedule(call.method(Phase::Gather, call.bytes(data)), call.ring());
  const auto lanes = static_cast<unsigned>(schedule.lanes.size());
  LaneParts parts(lanes);
  std::vector<Tensors> own(lanes);
  std::vector<Tensor> matrices;
  std::vector<poplar::Interval> runs; // of the elements, as they stand in the matrices
  for (const IpuElements &elements : elementsByIpu(call.graph, data.flatten())) {
    std::vector<Columns> columns;
    if (call.options.useOptimisedLayout)
      columns = columnsInPlace(call.graph, elements.elements, lanes);
    if (columns.empty())
      columns = spreadColumns(call.graph, elements.ipu, elements.elements.numElements(),
                              data.elementType(), lanes);
    const Blocks blocks = makeBlocks(call.graph, data.elementType(), members, std::move(columns),
                                     {call.debugContext, "gathered"});
    blocks.addParts(parts);
    for (const Columns &run : blocks.columns)
      own[run.lane].push_back(elements.elements.slice(run.begin, run.end));
    matrices.push_back(blocks.matrix);
    runs.insert(runs.end(), elements.runs.begin(), elements.runs.end());
  }
  if (matrices.empty())
    return call.graph.addVariable(data.elementType(), shape, {call.debugContext, "result"});

  Emitter emitter = call.emitter(data.elementType());
  Tensors sent;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    // On the tiles of the parts, so that each step moves between equal tiles.
    const Tensor from = own[lane].empty() ? data.flatten().slice(0, 0) : concat(own[lane]);
    const Tensor buffer = emitter.addBuffer(parts[lane], "own");
    call.copy(from, buffer);
    sent.push_back(buffer);
  }
  emitter.gather(schedule, parts, sent);

  const Tensor result = inElementOrder(matrices, runs).reshape(shape);
  if (destination.valid()) call.copy(result.flatten(), destination.flatten());
  const Tensor target = (destination.valid() ? destination : result).flatten();
  const std::size_t n = data.numElements();
  Description description(call, poplar_emu::CollectiveKind::AllGather);
  for (unsigned member = 0; member < members; ++member)
    description.add({{member}}, data.flatten(), target.slice(member * n, (member + 1) * n));
  call.finish(description);
  return result;
}

} // namespace detail

Tensors allGatherCrossReplica(Graph &graph, const Tensors &datas, Sequence &prog,
                              const CommGroup &group, const DebugContext &debugContext,
                              const OptionFlags &options) {
  Call call("allGatherCrossReplica", graph, prog, group, debugContext, options);
  Tensors results;
  for (const Tensor &data : datas)
    results.push_back(detail::allGather(call, data, Tensor()));
  return results;
}

Tensor allGatherCrossReplica(Graph &graph, const Tensor &data, Sequence &prog,
                             const CommGroup &group, const DebugContext &debugContext,
                             const OptionFlags &options) {
  return allGatherCrossReplica(graph, Tensors{data}, prog, group, debugContext, options)[0];
}

Tensor allGatherCrossReplica(Graph &graph, const Tensor &data, Sequence &prog,
                             const DebugContext &debugContext, const OptionFlags &options) {
  return allGatherCrossReplica(graph, data, prog, CommGroup(), debugContext, options);
}

Tensors allGatherCrossReplica(Graph &graph, const Tensors &datas, Sequence &prog,
                              const DebugContext &debugContext, const OptionFlags &options) {
  return allGatherCrossReplica(graph, datas, prog, CommGroup(), debugContext, options);
}

void allGatherToDestinationCrossReplica(Graph &graph, const Tensors &datas,
                                        const Tensors &destinations, Sequence &prog,
                                        const CommGroup &group, const DebugContext &debugContext,
                                        const OptionFlags &options) {
  Call call("allGatherToDestinationCrossReplica", graph, prog, group, debugContext, options);
  detail::requireDestinations(call, datas, destinations);
  for (std::size_t i = 0; i < datas.size(); ++i) {
    detail::requireElements(call, destinations[i], datas[i],
                            datas[i].numElements() * call.members());
    detail::allGather(call, datas[i], destinations[i]);
  }
}

void allGatherToDestinationCrossReplica(Graph &graph, const Tensor &data, const Tensor &destination,
                                        Sequence &prog, const CommGroup &group,
                                        const DebugContext &debugContext,
                                        const OptionFlags &options) {
  allGatherToDestinationCrossReplica(graph, Tensors{data}, Tensors{destination}, prog, group,
                                     debugContext, options);
}

void allGatherToDestinationCrossReplica(Graph &graph, const Tensors &datas,
                                        const Tensors &destinations, Sequence &prog,
                                        const DebugContext &debugContext,
                                        const OptionFlags &options) {
  allGatherToDestinationCrossReplica(graph, datas, destinations, prog, CommGroup(), debugContext,
                                     options);
}

void allGatherToDestinationCrossReplica(Graph &graph, const Tensor &data, const Tensor &destination,
                                        Sequence &prog, const DebugContext &debugContext,
                                        const OptionFlags &options) {
  allGatherToDestinationCrossReplica(graph, data, destination, prog, CommGroup(), debugContext,
                                     options);
}

} // namespace gcl
