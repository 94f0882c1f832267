// SPDX-License-Identifier: MIT
// Replicas agree on a branch.
#include "slice/blocks/BlockGather.hpp"

#include <popops/ElementWise.hpp>

#include <map>

namespace popops::slice {

using poplar::Graph;
using poplar::Tensor;

/// In each step a replica hears from one twice as far away, until it has heard from all, some of
/// them twice: that does no harm.
void spreadOverReplicas(Graph &graph, const Tensor &flag, poplar::program::Sequence &prog,
                        const poplar::DebugContext &debugContext) {
  const unsigned replicas = graph.getReplicationFactor();
  if (replicas == 1) return;
  const Tensor heard = graph.clone(flag, {debugContext, "heard"});
  for (unsigned distance = 1; distance < replicas; distance *= 2) {
    std::map<unsigned, unsigned> next;
    for (unsigned r = 0; r < replicas; ++r)
      next[r] = (r + distance) % replicas;
    prog.add(poplar::program::CrossReplicaCopy(flag, heard, next, debugContext));
    logicalOrInPlace(graph, flag, heard, prog, debugContext);
  }
}

} // namespace popops::slice
