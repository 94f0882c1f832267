// SPDX-License-Identifier: MIT
// Sums over a profile that advice is made of.
#pragma once

#include "pva/data/Profile.hpp"

#include <string>

namespace poplar_emu::report {

/// A leaf of the program tree, and what one part of it costs over all executions.
struct LeafCost {
  const pva::internal::ProgramTotal *total = nullptr; ///< null: no leaf has any
  std::uint64_t cycles = 0;
};

struct Costs {
  /// On the average IPU, where waiting for others is sync, as runs have it. Without runs: of all
  /// leaves, where one that some of the IPUs execute counts as their share of all.
  CycleParts parts;
  std::uint64_t supersteps = 0;
  double waiting = 0;     ///< cycles that the average tile waits for the slowest one
  double idleThreads = 0; ///< share of tiles' compute cycles in which a worker had nothing to do
  LeafCost worstWaiting, exchange, globalExchange, host;
};

Costs costsOf(const pva::internal::Profile &profile);

/// Its name, else that of its compute set or exchange, else its type.
std::string nameOf(const pva::internal::Profile &profile, std::uint32_t program);

} // namespace poplar_emu::report
