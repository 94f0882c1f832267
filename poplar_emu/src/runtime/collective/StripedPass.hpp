// SPDX-License-Identifier: MIT
// Executes all steps of a block for one stripe of tiles after the other.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/compute/ComputeRunner.hpp"
#include "runtime/executor/Executors.hpp"
#include "runtime/memory/Replicas.hpp"
#include "runtime/moves/MoveKernels.hpp"

#include <cstdint>
#include <span>

namespace poplar_emu::runtime {

class StripedPass {
 public:
  StripedPass(const plan::Plan &plan, const Replicas &replicas, ComputeRunner &compute, Pool &pool)
      : plan_(plan), replicas_(replicas), compute_(compute), pool_(pool) {}

  /// All replicas lie in this process. Stripes run in parallel; within each, step after step on all
  /// replicas, whose data stays in the cache.
  void run(const plan::BlockStep &block);

 private:
  void runStripe(const plan::Step &step, std::uint32_t stripe);
  static void move(const plan::MoveList &list, std::uint32_t stripe,
                   std::span<const MoveBases> bases);

  const plan::Plan &plan_;
  const Replicas &replicas_;
  ComputeRunner &compute_;
  Pool &pool_;
};

} // namespace poplar_emu::runtime
