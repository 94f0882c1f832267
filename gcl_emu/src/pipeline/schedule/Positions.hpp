// SPDX-License-Identifier: MIT
// Timing slots: what the builder knows of a schedule. Position p works on micro-batch m in cycle
// p + m * period.
#pragma once

#include <gcl/pipeline/Placement.hpp>
#include <gcl/pipeline/Schedule.hpp>

#include <vector>

namespace gcl::pipeline {

struct Positions {
  unsigned period = 1, microBatches = 1;
  unsigned rampCycles = 0;                 ///< of fill, and of flush
  std::vector<unsigned> ipu;               ///< index: position
  std::vector<unsigned> forward, backward; ///< of each layer

  unsigned count() const { return static_cast<unsigned>(ipu.size()); }
  unsigned numCycles() const { return count() - 1 + (microBatches - 1) * period + 1; }
  /// Micro-batches under way between two positions, both included.
  unsigned depth(unsigned from, unsigned to) const { return (to - from) / period + 1; }
  bool isActive(unsigned position, unsigned cycle) const {
    return cycle >= position && (cycle - position) % period == 0 &&
           (cycle - position) / period < microBatches;
  }
};

/// `lead` positions come before the first stage and as many after the last one, for data from and
/// to the host.
Positions makePositions(const Schedule &schedule, const Placement &placement, unsigned lead);

} // namespace gcl::pipeline
