// SPDX-License-Identifier: MIT
// Scatter, update, gather, in the order that keeps elements on their tiles.
#include "pipeline/weights/ShardedUpdate.hpp"

#include <gcl/CollectiveBalancedReorder.hpp>
#include <gcl/Collectives.hpp>
#include <popops/Zero.hpp>

namespace gcl::pipeline {
namespace {

using poplar::program::Copy;
using poplar::program::Sequence;

/// The tensor in gathered order; padding is zero.
poplar::Tensor gathered(poplar::Graph &graph, CollectiveBalancedReorder &reorder,
                        const poplar::Tensor &tensor, const std::string &name, Sequence &program) {
  poplar::Tensor all = reorder.createCollectivesTensor(tensor.elementType(), name);
  popops::zero(graph, all, program, {name});
  program.add(Copy(tensor, reorder.undoRearrangeForCollective(all), false, {name}));
  return all;
}

} // namespace

void updateShard(
    poplar::Graph &whole, poplar::Graph &graph, const ReplicaGroups &groups,
    const std::string &name, const poplar::Tensor &weight, const poplar::Tensor &gradient,
    Sequence &program,
    const std::function<void(const poplar::Tensor &, const poplar::Tensor &)> &update) {
  CollectiveBalancedReorder reorder(graph, weight, groups.dataParallel, {name + "/shard"});
  const CommGroup group = groups.dataParallelGroup();
  const auto scatter = [&](const poplar::Tensor &tensor, CollectiveOperator op,
                           const std::string &what) {
    return reduceScatterCrossReplica(whole, gathered(graph, reorder, tensor, what, program), op,
                                     program, group, {what});
  };
  const poplar::Tensor ownGradient =
      scatter(gradient, CollectiveOperator::ADD, name + "/scatterGradient");
  const poplar::Tensor own = scatter(weight, CollectiveOperator::LOCAL, name + "/shard");
  update(own, ownGradient);
  const poplar::Tensor all =
      allGatherCrossReplica(whole, own, program, group, {name + "/gather"}).flatten();
  program.add(Copy(reorder.undoRearrangeForCollective(all), weight, false, {name + "/gather"}));
}

} // namespace gcl::pipeline
