// SPDX-License-Identifier: MIT
// All-reduce between replicas: a reduce-scatter and a gather of what each tile has, or of blocks
// that the data is spread over first; or everything to everyone.
#include "collectives/Describe.hpp"
#include "support/Errors.hpp"
#include "support/Operators.hpp"

#include <poputil/TileMapping.hpp>

#include <algorithm>

namespace gcl::detail {

using poplar::Tensor;

namespace {

/// The bytes that pieces may be larger by when they are made of what each tile has.
constexpr std::size_t kQuarter = 4;

/// `auto` of an all-reduce: the same method for both phases, by the bytes of a piece.
struct Methods {
  Method scatter, gather;
};

Methods chooseMethods(const Call &call, std::uint64_t bytes) {
  const bool isSmall =
      call.groups.stride == 1 && bytes * call.members() <= call.options.maxBroadcastSize;
  const Method chosen =
      isSmall
          ? Method::Broadcast
          : chooseMethod(Phase::Gather, situationOf(call.graph, call.members(), call.groups.stride,
                                                    bytes / call.members()));
  return {call.options.scatter.value_or(chosen), call.options.gather.value_or(chosen)};
}

bool arePiecesSmallEnough(const Call &call, const LaneParts &parts, const Tensor &out) {
  std::size_t pieces = 0, ideal = 0;
  for (const auto &lane : parts)
    pieces += pieceSize(lane);
  for (const IpuElements &elements : elementsByIpu(call.graph, out.flatten()))
    ideal += (elements.elements.numElements() + call.members() - 1) / call.members();
  return pieces * kQuarter <= ideal * (kQuarter + 1);
}

/// Everyone sends all of its data to everyone else.
void allToEveryone(Call &call, const Tensor &data, const Tensor &out, CollectiveOperator op) {
  const LaneParts parts = partsInPlace(call.graph, data, out, 1, 1);
  std::vector<Columns> columns;
  std::vector<Tensor> sources, targets;
  std::size_t begin = 0;
  for (const Part &part : parts[0]) {
    columns.push_back({part.tile, 0, begin, begin + part.size});
    begin += part.size;
    sources.push_back(part.source);
    targets.push_back(part.target);
  }
  const Blocks blocks = makeBlocks(call.graph, data.elementType(), call.members(), columns,
                                   {call.debugContext, "contributions"});
  LaneParts rows(1);
  blocks.addParts(rows);
  Emitter emitter = call.emitter(data.elementType());
  emitter.gather(gatherSchedule(Method::Broadcast, call.ring()), rows, {concat(sources)});
  const std::vector<Tensor> sums = emitter.combineAll(rows, vertexOperator(op));
  if (op == CollectiveOperator::MEAN)
    emitter.scale(rows, sums, 1.0f / static_cast<float>(call.members()));
  call.copy(sums[0], concat(targets));
  Description description(call, poplar_emu::CollectiveKind::AllReduce, op);
  description.add({everyone(call.members())}, concat(sources), concat(targets));
  call.finish(description);
}

} // namespace

Tensor resultLike(Call &call, const Tensor &data) {
  bool mapped = true;
  call.graph.getTileMapping(data, &mapped);
  const poplar::DebugContext context(call.debugContext, "result");
  if (mapped && !data.containsConstant())
    return call.graph.clone(data, context,
                            poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
  Tensor result =
      data.hasMetadata()
          ? call.graph.addVariable(data.elementType(), data.getMetadata(), data.shape(), context)
          : call.graph.addVariable(data.elementType(), data.shape(), context);
  poputil::mapTensorLinearly(call.graph, result);
  return result;
}

void allReduce(Call &call, const Tensor &data, const Tensor &out, CollectiveOperator op) {
  requireOperator(call.operation, op, data.elementType());
  if (data.numElements() == 0) return;
  if (op == CollectiveOperator::LOCAL ||
      (call.members() == 1 && op != CollectiveOperator::SQUARE_ADD)) {
    if (data != out) call.copy(data, out);
    return call.finish();
  }
  const Methods methods = chooseMethods(call, call.bytes(data));
  if (call.members() == 1 ||
      (methods.scatter == Method::Broadcast && methods.gather == Method::Broadcast))
    return allToEveryone(call, data, out, op);

  const std::vector<unsigned> ring = call.ring();
  const Schedule scatter = reduceScatterSchedule(methods.scatter, ring);
  const Schedule gather = gatherSchedule(methods.gather, ring);
  const auto lanes = static_cast<unsigned>(std::max(scatter.lanes.size(), gather.lanes.size()));
  Emitter emitter = call.emitter(data.elementType());
  const auto run = [&](const LaneParts &parts) {
    const std::vector<Tensor> sums = emitter.reduceScatter(scatter, parts, vertexOperator(op));
    if (op == CollectiveOperator::MEAN)
      emitter.scale(parts, sums, 1.0f / static_cast<float>(call.members()));
    emitter.gatherSums(gather, parts, sums);
  };
  Description description(call, poplar_emu::CollectiveKind::AllReduce, op);
  if (call.options.useOptimisedLayout) {
    const LaneParts parts = partsInPlace(call.graph, data, out, call.members(), lanes);
    if (arePiecesSmallEnough(call, parts, out)) {
      run(parts);
      description.addParts(scatter, parts);
      return call.finish(description);
    }
  }
  // The result says which IPU works on which elements.
  LaneParts parts(lanes);
  std::vector<Tensor> blocksInOrder, targets;
  const Tensor flat = data.flatten();
  for (const IpuElements &part : elementsByIpu(call.graph, out.flatten())) {
    const IpuElements mine = {part.ipu, part.runs, concat(flat.slices(part.runs))};
    const Blocks blocks = copyToBlocks(call.graph, mine, call.members(), lanes, Placement::Spread,
                                       call.steps, call.debugContext);
    blocks.addParts(parts);
    blocksInOrder.push_back(blocks.matrix.flatten().slice(0, part.elements.numElements()));
    targets.push_back(part.elements);
    description.addMatrix(scatter, blocks, mine.elements, part.elements);
  }
  run(parts);
  call.copy(concat(blocksInOrder), concat(targets));
  call.finish(description);
}

} // namespace gcl::detail
