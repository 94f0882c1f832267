// SPDX-License-Identifier: MIT
// The reorder of a tensor on the device.
#include "reorder/Balance.hpp"
#include "support/Errors.hpp"

#include <gcl/CollectiveBalancedReorder.hpp>

#include <algorithm>

namespace gcl {

using poplar::Interval;
using poplar::Tensor;

namespace {

const char *const kName = "CollectiveBalancedReorder";

/// A run of elements of the reference, and its place in gathered order.
struct Run {
  std::size_t reference, gathered, count;
};

/// The parts of intervals [first, first + count), counted through all of them.
template <class F>
void forEachPiece(const std::vector<Interval> &intervals, std::size_t first, std::size_t count,
                  F f) {
  for (const Interval &interval : intervals) {
    if (count == 0) return;
    if (first >= interval.size()) {
      first -= interval.size();
      continue;
    }
    const std::size_t here = std::min(count, interval.size() - first);
    f(interval.begin() + first, here);
    count -= here;
    first = 0;
  }
}

/// Runs in the order of the reference; neighbours are merged.
std::vector<Interval> inOrder(std::vector<Run> runs) {
  std::sort(runs.begin(), runs.end(),
            [](const Run &a, const Run &b) { return a.reference < b.reference; });
  std::vector<Interval> slices;
  for (const Run &run : runs) {
    if (!slices.empty() && slices.back().end() == run.gathered)
      slices.back() = Interval(slices.back().begin(), run.gathered + run.count);
    else
      slices.emplace_back(run.gathered, run.gathered + run.count);
  }
  return slices;
}

} // namespace

CollectiveBalancedReorder::CollectiveBalancedReorder(poplar::Graph &graph, Tensor reference,
                                                     unsigned replicationFactor,
                                                     const poplar::DebugNameAndId &debugNameAndId,
                                                     bool allowElementMap, unsigned grainSize)
    : graph_(graph), replicationFactor_(replicationFactor), debugNameAndId_(debugNameAndId),
      referenceShape_(reference.shape()) {
  if (replicationFactor == 0 || grainSize == 0)
    detail::fail(kName,
                 "the replication factor is " + std::to_string(replicationFactor) +
                     " and the grain size " + std::to_string(grainSize),
                 "pass numbers of at least 1");
  bool isComplete = true;
  graph.getTileMapping(reference, &isComplete);
  if (!isComplete)
    detail::fail(kName, "the reference " + detail::describe(reference) + " is not mapped to tiles",
                 "map it before, since the order follows its mapping");

  const Tensor flat = reference.flatten();
  const std::vector<Interval> all = {Interval(0, flat.numElements())};
  std::vector<std::vector<Interval>> ofTiles; // intervals of the flat reference, in memory's order
  std::vector<std::size_t> counts;
  if (flat.numElements() > 0) {
    const poplar::TensorRearranger simplify = graph.getSimplifyingRearranger(flat);
    const auto mapping = graph.getTileMapping(simplify.rearrange(flat));
    for (unsigned tile = 0; tile < mapping.size(); ++tile) {
      if (mapping[tile].empty()) continue;
      ofTiles.push_back(simplify.undoRearrangement(mapping[tile]));
      counts.push_back(0);
      for (const Interval &interval : mapping[tile])
        counts.back() += interval.size();
      tileShares_.emplace_back(tile, 0);
    }
  }
  const detail::Balance dealt = detail::balance(counts, replicationFactor, grainSize);
  std::vector<Run> runs;
  for (std::size_t t = 0; t < ofTiles.size(); ++t) {
    tileShares_[t].second = dealt.shares[t];
    for (const detail::Dealt &part : dealt.dealt[t]) {
      std::size_t gathered = part.gathered;
      forEachPiece(ofTiles[t], part.first, part.count, [&](std::size_t begin, std::size_t count) {
        runs.push_back({begin, gathered, count});
        gathered += count;
      });
    }
  }
  slices_ = inOrder(std::move(runs));
  hostRearrangement_.setReplicationFactor(replicationFactor);
  hostRearrangement_.setTotalElementsPerReplica(dealt.totalPerReplica);
  // An interval takes as much as four entries of the map.
  if (allowElementMap && slices_.size() * 4 > flat.numElements()) {
    std::vector<std::uint32_t> map;
    for (const Interval &slice : slices_)
      for (std::size_t place = slice.begin(); place < slice.end(); ++place)
        map.push_back(static_cast<std::uint32_t>(place));
    hostRearrangement_.setElementMap(std::move(map));
  } else {
    hostRearrangement_.setGatheredToRefSlices(slices_);
  }
}

Tensor CollectiveBalancedReorder::createReplicaSlice(const poplar::Type &type) {
  std::size_t total = 0;
  for (const auto &[tile, share] : tileShares_)
    total += share;
  const Tensor slice = graph_.addVariable(type, {total}, {debugNameAndId_, "replicaSlice"});
  std::size_t begin = 0;
  for (const auto &[tile, share] : tileShares_) {
    graph_.setTileMapping(slice.slice(begin, begin + share), tile);
    begin += share;
  }
  return slice;
}

Tensor CollectiveBalancedReorder::createCollectivesTensor(const poplar::Type &type,
                                                          const std::string &debugPrefix) {
  // A tile's shares of all pieces lie one behind another.
  std::vector<Tensor> columns;
  for (const auto &[tile, share] : tileShares_) {
    const Tensor block = graph_.addVariable(type, {replicationFactor_, share},
                                            {debugNameAndId_, debugPrefix + "/collectives"});
    graph_.setTileMapping(block, tile);
    columns.push_back(block);
  }
  if (columns.empty())
    return graph_.addVariable(type, {0}, {debugNameAndId_, debugPrefix + "/collectives"});
  return concat(columns, 1).flatten();
}

Tensor CollectiveBalancedReorder::undoRearrangeForCollective(const Tensor &tensor) const {
  const std::size_t wanted = hostRearrangement_.getNumRearrangedTensorElems();
  if (tensor.numElements() != wanted)
    detail::fail(std::string(kName) + "::undoRearrangeForCollective",
                 "the tensor is " + detail::describe(tensor) + ", and gathered order has " +
                     std::to_string(wanted) + " elements (" + std::to_string(replicationFactor_) +
                     " replicas x " +
                     std::to_string(hostRearrangement_.getTotalElementsPerReplica()) + ")",
                 "pass a tensor that createCollectivesTensor made, or the gathered slices");
  if (slices_.empty()) return tensor.flatten().reshape(referenceShape_);
  return concat(tensor.flatten().slices(slices_)).reshape(referenceShape_);
}

} // namespace gcl
