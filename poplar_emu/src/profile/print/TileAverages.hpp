// SPDX-License-Identifier: MIT
// Cycles of the average tile.
#pragma once

#include "pva/data/Profile.hpp"

#include <map>
#include <string>

namespace poplar_emu::profile {

/// What a tile spent on average over all runs that were recorded. `computeWithIdleThreads` and the
/// parts below it add up to the total: a tile that has finished its vertices waits in the sync.
struct TileAverages {
  double computeWithoutIdleThreads = 0;
  double computeWithIdleThreads = 0; ///< branches and loops included
  double exchange = 0, globalExchange = 0, host = 0, sync = 0;
};

TileAverages tileAverages(const pva::internal::Profile &profile);

/// Of all executions of a leaf, as far as estimates name them.
std::uint64_t flopsOf(const pva::internal::Profile &profile,
                      const pva::internal::ProgramTotal &total);

/// Of all vertices of a type, in all executions that were recorded.
struct TypeCycles {
  std::uint64_t instances = 0; ///< vertices of the graph
  std::uint64_t cycles = 0;    ///< of threads; of a tile for those that take all threads
  std::uint64_t flops = 0;     ///< as far as estimates name them
};

/// By name of the type. A compute set with several types whose cycles were counted is divided in
/// proportion to the estimates.
std::map<std::string, TypeCycles> cyclesByType(const pva::internal::Profile &profile);

} // namespace poplar_emu::profile
