// SPDX-License-Identifier: MIT
// A weight update of which each replica of a data-parallel group does an equal part.
#pragma once

#include "pipeline/weights/ReplicaGroups.hpp"

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <functional>
#include <string>

namespace gcl::pipeline {

/// Scatters the sum of gradients over the group, calls `update` with this replica's part of the
/// weight and of the gradient, both of rank 1, and gathers the weight. `graph` holds the weight,
/// `whole` all of the replica.
void updateShard(poplar::Graph &whole, poplar::Graph &graph, const ReplicaGroups &groups,
                 const std::string &name, const poplar::Tensor &weight,
                 const poplar::Tensor &gradient, poplar::program::Sequence &program,
                 const std::function<void(const poplar::Tensor &, const poplar::Tensor &)> &update);

} // namespace gcl::pipeline
