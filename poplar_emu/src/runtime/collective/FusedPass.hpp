// SPDX-License-Identifier: MIT
// Executes collectives in one pass over the memories of all replicas.
#pragma once

#include "plan/Executor.hpp"
#include "plan/Plan.hpp"
#include "runtime/collective/Rows.hpp"
#include "runtime/collective/Sweep.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <optional>
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
  /// Runs [begin, end) of the sweep; without one, such moves of a piece.
  struct Task {
    std::uint32_t piece, begin, end;
  };
  struct Work {
    Sweep sweep;
    std::vector<Task> tasks;
    Stores stores = Stores::Cached;
    /// Of the sweep's recipes, group after group. Without bands, every run is a row.
    std::vector<Places> places;
    std::vector<Operands> operands; ///< the same for bands
    Combiner::Bands combineBand = nullptr;
  };

  Work makeWork(const plan::CollectiveStep &step) const;
  void runTask(const plan::CollectiveStep &step, const Work &work, const Task &task,
               std::uint32_t group) const;
  template <class AnyRows>
  void runTaskWith(AnyRows &rows, const plan::CollectiveStep &step, const Work &work,
                   const Task &task, std::uint32_t group) const;
  static void addTasksOfPieces(const plan::CollectiveStep &step, Work &work);
  template <class AnyRows>
  static void sweepTask(AnyRows &rows, const Work &work, const Task &task, std::uint32_t group);

  const plan::Plan *plan_;
  const Replicas *replicas_;
  plan::Executor *executor_;
  std::vector<std::optional<Work>> works_; ///< by collective; made when it first runs
};

} // namespace poplar_emu::runtime
