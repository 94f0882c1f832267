// SPDX-License-Identifier: MIT
// Jobs to vertices, and the combination of partial results.
#pragma once

#include "reduce/Plan.hpp"

#include <popops/Operation.hpp>
#include <poputil/DebugInfo.hpp>

namespace popops::reduce_detail {

/// Compute sets that run one after another, made when they are asked for.
class Stages {
 public:
  Stages(poplar::Graph &graph, std::vector<poplar::ComputeSet> &sets,
         const poputil::PoplibsOpDebugInfo &info)
      : graph_(graph), sets_(sets), info_(info) {}

  poplar::ComputeSet at(std::size_t stage) {
    while (sets_.size() <= stage)
      sets_.push_back(graph_.addComputeSet({info_, "reduce"}));
    return sets_[stage];
  }

 private:
  poplar::Graph &graph_;
  std::vector<poplar::ComputeSet> &sets_;
  const poputil::PoplibsOpDebugInfo &info_;
};

/// Adds the vertices of all stages and returns their number. `out` has rank 1 and an element an
/// output; elements without a tile get one.
std::size_t addReduction(poplar::Graph &graph, Operation op, const std::vector<Job> &jobs,
                         const poplar::Tensor &out, Stages &stages,
                         const poputil::PoplibsOpDebugInfo &info);

} // namespace popops::reduce_detail
