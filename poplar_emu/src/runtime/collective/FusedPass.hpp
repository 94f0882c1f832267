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
  /// Stretches [begin, end) of the sweep; without one, such moves of a piece.
  struct Task {
    std::uint32_t piece, begin, end;
  };
  struct Work {
    Sweep sweep;
    std::vector<Task> tasks;
    /// Stretch s is runs [stretches[s], stretches[s + 1]) of the sweep: a band, or one run.
    std::vector<std::uint32_t> stretches;
    Stores stores = Stores::Cached;
    std::vector<Places> places;     ///< of the sweep's recipes, group after group
    std::vector<Operands> operands; ///< the same for bands
    Combiner::Bands combineBand = nullptr;
  };

  Work makeWork(const plan::CollectiveStep &step) const;
  void runTask(const plan::CollectiveStep &step, const Work &work, const Task &task,
               std::uint32_t group) const;
  template <class AnyRows>
  void runTaskWith(AnyRows &rows, const plan::CollectiveStep &step, const Work &work,
                   const Task &task, std::uint32_t group) const;
  static void addTasksOfSweep(Work &work);
  static void addTasksOfPieces(const plan::CollectiveStep &step, Work &work);
  template <class AnyRows>
  static void sweepTask(AnyRows &rows, const Work &work, const Task &task, std::uint32_t group);

  const plan::Plan *plan_;
  const Replicas *replicas_;
  plan::Executor *executor_;
  std::vector<std::optional<Work>> works_; ///< by collective; made when it first runs
};

} // namespace poplar_emu::runtime
