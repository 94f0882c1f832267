// SPDX-License-Identifier: MIT
// Gather of chunks over the IPUs of one replica.
#include "support/Errors.hpp"
#include "within/Ipus.hpp"

#include <gcl/Collectives.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace gcl {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;

namespace {

const char *const kOperation = "allGatherWithinReplica";

/// Chunks with their columns in the result, by (IPU, lane).
struct Placed {
  std::vector<unsigned> ring; ///< the IPU of each index
  unsigned lanes = 1;
  std::size_t columns = 0;
  poplar::Type type;
  std::map<std::pair<unsigned, unsigned>, std::pair<Tensor, std::size_t>> chunks;
};

/// Chunks in order, checked to be alike.
std::vector<Chunk> sorted(const Chunks &chunks) {
  std::vector<Chunk> result = chunks.chunks;
  if (result.empty())
    detail::fail(kOperation, "there are no chunks", "pass what reduceScatterWithinReplica gave");
  std::sort(result.begin(), result.end(), [](const Chunk &a, const Chunk &b) {
    return std::make_pair(a.index, a.offset) < std::make_pair(b.index, b.offset);
  });
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::string name =
        "chunk " + std::to_string(result[i].index) + "." + std::to_string(result[i].offset);
    if (!result[i].tensor.valid())
      detail::fail(kOperation, name + " has no tensor", "set the tensors of all chunks");
    if (result[i].tensor.rank() != 1 ||
        result[i].tensor.elementType() != result[0].tensor.elementType())
      detail::fail(kOperation,
                   name + " is " + detail::describe(result[i].tensor) + ", and the first one is " +
                       detail::describe(result[0].tensor),
                   "pass chunks of rank 1 and of one element type");
    if (i > 0 && result[i].index == result[i - 1].index && result[i].offset == result[i - 1].offset)
      detail::fail(kOperation,
                   "there are two chunks with index " + std::to_string(result[i].index) +
                       " and offset " + std::to_string(result[i].offset),
                   "give each chunk another index or offset");
  }
  return result;
}

/// The IPU of each index: where its chunks lie, or the one left over for chunks without elements.
std::vector<unsigned> ipusOf(const Graph &graph, const std::vector<Chunk> &chunks) {
  const unsigned count = chunks.back().index + 1;
  if (count > graph.getTarget().getNumIPUs())
    detail::fail(kOperation,
                 "there are chunks up to index " + std::to_string(count - 1) + " and " +
                     std::to_string(graph.getTarget().getNumIPUs()) + " IPUs",
                 "pass one index for each IPU, and the top-level graph");
  std::vector<std::optional<unsigned>> found(count);
  std::vector<bool> taken(count, false);
  for (const Chunk &chunk : chunks) {
    if (chunk.tensor.numElements() == 0) continue;
    const std::string name = "the chunk with index " + std::to_string(chunk.index);
    const unsigned ipu = detail::ipuOf(kOperation, name, graph, chunk.tensor);
    if (found[chunk.index] == ipu) continue;
    if (ipu >= count || taken[ipu] || found[chunk.index])
      detail::fail(kOperation,
                   name + " lies on IPU " + std::to_string(ipu) + ", and there are " +
                       std::to_string(count) + " indices",
                   "put the chunks of each index on an IPU of their own, one of the first " +
                       std::to_string(count));
    found[chunk.index] = ipu;
    taken[ipu] = true;
  }
  std::vector<unsigned> ring;
  unsigned next = 0;
  for (const auto &ipu : found) {
    if (ipu) {
      ring.push_back(*ipu);
      continue;
    }
    while (taken[next])
      ++next;
    taken[next] = true;
    ring.push_back(next);
  }
  return ring;
}

Placed place(const Graph &graph, const Chunks &chunks) {
  const std::vector<Chunk> all = sorted(chunks);
  Placed placed;
  placed.type = all[0].tensor.elementType();
  placed.ring = ipusOf(graph, all);
  for (const Chunk &chunk : all) {
    placed.lanes = std::max(placed.lanes, chunk.offset + 1);
    placed.chunks[{placed.ring[chunk.index], chunk.offset}] = {chunk.tensor, placed.columns};
    placed.columns += chunk.tensor.numElements();
  }
  return placed;
}

Tensor addResult(Graph &graph, const Chunks &chunks, const Placed &placed,
                 const DebugContext &debugContext) {
  const std::vector<std::size_t> shape = {placed.ring.size(), placed.columns};
  const Tensor &original = chunks.originalInput;
  if (original.valid() && original.shape() == shape && original.numElements() > 0 &&
      !original.containsConstant()) {
    bool isLikeRows = true;
    for (unsigned row = 0; row < shape[0]; ++row)
      isLikeRows = isLikeRows &&
                   detail::ipuOf(kOperation, "the original input", graph, original[row]) == row;
    if (isLikeRows) return graph.clone(placed.type, original, {debugContext, "result"});
  }
  const Tensor &first = placed.chunks.begin()->second.first;
  const Tensor result =
      first.hasMetadata()
          ? graph.addVariable(placed.type, first.getMetadata(), shape, {debugContext, "result"})
          : graph.addVariable(placed.type, shape, {debugContext, "result"});
  const std::size_t tiles = graph.getTarget().getTilesPerIPU();
  for (std::size_t ipu = 0; ipu < shape[0]; ++ipu)
    for (std::size_t t = 0; t < tiles; ++t)
      graph.setTileMapping(result[ipu].slice(t * shape[1] / tiles, (t + 1) * shape[1] / tiles),
                           static_cast<unsigned>(ipu * tiles + t));
  return result;
}

} // namespace

Tensor allGatherWithinReplica(Graph &graph, const Chunks &chunks, Sequence &prog,
                              const DebugContext &debugContext, const OptionFlags &options) {
  const poplar::DebugInfo node({debugContext, poplar::StringRef(kOperation)}, "gcl");
  const DebugContext context(node);
  const Placed placed = place(graph, chunks);
  const auto ipus = static_cast<unsigned>(placed.ring.size());
  detail::IpuRing ring = detail::makeIpuRing(graph, ipus, options);
  ring.ring = placed.ring;
  const std::uint64_t bytes = placed.columns / ipus * graph.getTarget().getTypeSize(placed.type);
  const detail::Schedule schedule =
      detail::gatherSchedule(ring.method(detail::Phase::Gather, graph, bytes), ring.ring);
  const Tensor result = addResult(graph, chunks, placed, context);
  // One copy moves what all lanes move in a step.
  std::size_t numSteps = 0;
  for (const detail::Lane &lane : schedule.lanes)
    for (const detail::Stream &steps : lane.streams)
      numSteps = std::max(numSteps, steps.size());
  const auto columnsOf = [&](unsigned ipu, const std::pair<Tensor, std::size_t> &chunk) {
    return result[ipu].slice(chunk.second, chunk.second + chunk.first.numElements());
  };
  std::vector<Tensor> from, to;
  const auto flush = [&] {
    if (!from.empty() && concat(from).numElements() > 0)
      prog.add(poplar::program::Copy(concat(from), concat(to), false, {context, "between IPUs"}));
    from.clear();
    to.clear();
  };
  for (const auto &[place, chunk] : placed.chunks) {
    from.push_back(chunk.first);
    to.push_back(columnsOf(place.first, chunk));
  }
  flush();
  for (std::size_t s = 0; s < numSteps; ++s) {
    for (unsigned l = 0; l < placed.lanes; ++l)
      for (const detail::Stream &steps : schedule.lanes[l % schedule.lanes.size()].streams) {
        if (s >= steps.size()) continue;
        for (unsigned ipu = 0; ipu < ipus; ++ipu) {
          const auto chunk = placed.chunks.find({steps[s].piece[ipu], l});
          if (chunk == placed.chunks.end()) continue;
          from.push_back(columnsOf(ipu, chunk->second));
          to.push_back(columnsOf(steps[s].to[ipu], chunk->second));
        }
      }
    flush();
  }
  return result;
}

} // namespace gcl
