// SPDX-License-Identifier: MIT
// Joins the two views of a transfer and builds its moves.
#include "compile/program/Transfers.hpp"

#include "compile/program/NestMoves.hpp"
#include "compile/program/Overlap.hpp"
#include "view/Regions.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace poplar_emu::compile {
namespace {

constexpr std::uint64_t kAlignment = 64;

view::View hostView(std::uint64_t numElements) {
  return view::wholeVariable(kHostBuffer, std::vector<std::uint64_t>{numElements});
}

/// The nest from its source to consecutive staged elements, or from there to its destination.
enum class Half : std::uint8_t { IntoStaging, OutOfStaging };
view::Nest staged(view::Nest nest, std::uint64_t firstElement, Half half) {
  auto stride = static_cast<std::int64_t>(1);
  for (std::size_t i = nest.dims.size(); i-- > 0;) {
    view::NestDim &dim = nest.dims[i];
    (half == Half::IntoStaging ? dim.dstStride : dim.srcStride) = stride;
    stride *= static_cast<std::int64_t>(dim.extent);
  }
  if (half == Half::IntoStaging) {
    nest.dstVariable = kStaging;
    nest.dstOffset = static_cast<std::int64_t>(firstElement);
  } else {
    nest.srcVariable = kStaging;
    nest.srcOffset = static_cast<std::int64_t>(firstElement);
  }
  return nest;
}

/// The flows of all pairs of replicas from those of one; IPUs are counted through all replicas.
std::vector<plan::IpuFlow> flowsOfReplicas(const std::vector<plan::IpuFlow> &flows,
                                           const std::map<unsigned, unsigned> &sourceToDestination,
                                           std::uint32_t numIpus) {
  std::vector<plan::IpuFlow> all;
  for (const auto &[source, destination] : sourceToDestination)
    for (const plan::IpuFlow &flow : flows) {
      const std::uint32_t from = source * numIpus + flow.from, to = destination * numIpus + flow.to;
      if (from != to) all.push_back({from, to, flow.bytes});
    }
  return all;
}

} // namespace

Transfers::Transfers(const Input &input, const StorageMap &storage, plan::Address memoryEnd,
                     plan::Plan &plan)
    : storage_(storage),
      exchange_(input.graph.machine, input.options.exchangeModel, input.options.detail, plan),
      betweenReplicas_(input.graph.machine, input.options.exchangeModel, input.options.detail, plan,
                       Crossing::Replicas),
      numIpus_(input.graph.machine.numIpus),
      staging_((memoryEnd + kAlignment - 1) / kAlignment * kAlignment), memoryEnd_(memoryEnd) {}

std::optional<plan::CopyStep> Transfers::copy(const ir::Copy &copy) {
  MoveListBuilder into, outOf;
  std::uint64_t stagedBytes = 0;
  const auto add = [&](const ir::Operand &source, const ir::Operand &destination) {
    std::vector<view::Nest> nests = view::joint(source.view, destination.view);
    std::erase_if(nests, isIdentity);
    const std::uint64_t width = sizeInBytes(source.type);
    NestMoves lowering(storage_, width);
    lowering.setStaging(staging_);
    const std::vector<bool> needsStaging = overwrittenSources(nests);
    std::uint64_t stagedElements = (stagedBytes + width - 1) / width;
    for (std::size_t i = 0; i < nests.size(); ++i) {
      lowering.count(nests[i], exchange_, sent_);
      if (!needsStaging[i]) {
        lowering.addMoves(nests[i], outOf);
        continue;
      }
      lowering.addMoves(staged(nests[i], stagedElements, Half::IntoStaging), into);
      lowering.addMoves(staged(nests[i], stagedElements, Half::OutOfStaging), outOf);
      stagedElements += nests[i].numElements();
      stagedBytes = stagedElements * width;
    }
  };
  add(copy.source, copy.destination);
  for (const auto &[source, destination] : copy.joined)
    add(source, destination);
  if (outOf.empty()) return std::nullopt;

  plan::CopyStep step;
  if (!into.empty()) {
    step.phases.push_back(std::move(into).finish(Chunking::Balanced));
    memoryEnd_ = std::max(memoryEnd_, staging_ + stagedBytes);
  }
  step.phases.push_back(std::move(outOf).finish(Chunking::Balanced));
  sent_.flush(exchange_);
  step.exchange = exchange_.summary();
  return step;
}

plan::CrossReplicaCopyStep Transfers::acrossReplicas(const ir::CrossReplicaCopy &copy) {
  const std::uint64_t width = sizeInBytes(copy.source.type);
  const std::vector<view::Nest> nests = view::joint(copy.source.view, copy.destination.view);
  NestMoves lowering(storage_, width);
  lowering.setStaging(staging_);
  const std::vector<bool> needsStaging = overwrittenSources(nests);
  MoveListBuilder into, moves;
  std::uint64_t stagedElements = 0;
  for (std::size_t i = 0; i < nests.size(); ++i) {
    lowering.count(nests[i], betweenReplicas_, sent_);
    if (!needsStaging[i]) {
      lowering.addMoves(nests[i], moves);
      continue;
    }
    lowering.addMoves(staged(nests[i], stagedElements, Half::IntoStaging), into);
    lowering.addMoves(staged(nests[i], stagedElements, Half::OutOfStaging), moves);
    stagedElements += nests[i].numElements();
  }
  memoryEnd_ = std::max(memoryEnd_, staging_ + stagedElements * width);

  plan::CrossReplicaCopyStep step;
  step.staging = std::move(into).finish(Chunking::Balanced);
  step.moves = std::move(moves).finish(Chunking::Balanced);
  step.sourceToDestination = copy.sourceToDestination;
  sent_.flush(betweenReplicas_);
  step.exchange = betweenReplicas_.summary();
  step.exchange.flows = flowsOfReplicas(step.exchange.flows, copy.sourceToDestination, numIpus_);
  return step;
}

plan::HostArgument Transfers::toHost(const ir::Operand &operand) const {
  const std::uint64_t width = sizeInBytes(operand.type);
  const NestMoves lowering(storage_, width);
  MoveListBuilder moves;
  for (const view::Nest &nest : view::joint(operand.view, hostView(operand.view.numElements())))
    lowering.addMoves(nest, moves);
  return {std::move(moves).finish(Chunking::Balanced), operand.view.numElements() * width};
}

plan::HostArgument Transfers::fromHost(const ir::Operand &operand) const {
  const std::uint64_t width = sizeInBytes(operand.type);
  const NestMoves lowering(storage_, width);
  MoveListBuilder moves;
  for (const view::Nest &nest : view::joint(hostView(operand.view.numElements()), operand.view))
    lowering.addMoves(nest, moves);
  return {std::move(moves).finish(Chunking::Balanced), operand.view.numElements() * width};
}

plan::ExchangeSummary Transfers::hostExchange(const ir::Operand &operand, HostIs host,
                                              ir::Rearranges rearranges) {
  const NestMoves lowering(storage_, sizeInBytes(operand.type));
  const view::View buffer = hostView(operand.view.numElements());
  for (const view::Nest &nest : host == HostIs::Source ? view::joint(buffer, operand.view)
                                                       : view::joint(operand.view, buffer))
    lowering.count(nest, exchange_, sent_);
  plan::ExchangeSummary exchange = exchange_.summary();
  if (rearranges == ir::Rearranges::Host) exchange.internalCycles = 0;
  return exchange;
}

std::vector<std::uint32_t> Transfers::tilesOf(const ir::Operand &operand) const {
  std::set<std::uint32_t> tiles;
  for (const view::Run &run : view::runs(operand.view)) {
    const StorageMap::Layout &layout = storage_.layout(run.variable);
    view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      for (std::size_t span = layout.find(begin);
           span < layout.spans.size() && layout.spans[span].begin < begin + length; ++span)
        tiles.insert(layout.spans[span].tile.value);
    });
  }
  return {tiles.begin(), tiles.end()};
}

std::vector<plan::Address> Transfers::addresses(const ir::Operand &operand) const {
  std::vector<plan::Address> out;
  out.reserve(operand.view.numElements());
  for (const view::Run &run : view::runs(operand.view))
    view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      for (std::uint64_t i = 0; i < length; ++i)
        out.push_back(*storage_.contiguous(run.variable, begin + i, 1));
    });
  return out;
}

plan::Scalar Transfers::scalar(const ir::Operand &operand) const {
  return {addresses(operand).front(), operand.type};
}

} // namespace poplar_emu::compile
