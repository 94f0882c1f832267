// SPDX-License-Identifier: MIT
// Executes collectives in one pass over the memories of all replicas.
#pragma once

#include "plan/Executor.hpp"
#include "plan/Plan.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::runtime {

/// The collectives of a plan, with the work of each spread over tasks once.
class FusedPasses {
 public:
  FusedPasses(const plan::Plan &plan, const Replicas &replicas, plan::Executor &executor);

  /// Every group, every piece. Cost: each source is read once and each destination written once, at
  /// memory speed, by all threads.
  void run(std::uint32_t collective);

 private:
  /// Moves [begin, end) of a piece.
  struct Task {
    std::uint32_t piece, begin, end;
  };

  void prepare(std::uint32_t collective);
  void runTask(const plan::CollectiveStep &step, const Task &task,
               const std::vector<std::uint32_t> &group) const;

  const plan::Plan *plan_;
  const Replicas *replicas_;
  plan::Executor *executor_;
  std::vector<std::vector<Task>> tasks_; ///< by collective; empty until it runs
};

} // namespace poplar_emu::runtime
