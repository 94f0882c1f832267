// SPDX-License-Identifier: MIT
// The supersteps of a profile as the theory of bulk-synchronous programs counts them.
#pragma once

#include "pva/data/Profile.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poplar_emu::tool {

/// All executions of one superstep: an exchange, the compute set after it, and the syncs and
/// control flow before either. One of the two may be missing.
struct Superstep {
  std::string name;
  std::uint32_t exchangeProgram = pva::internal::kNone;
  std::uint32_t computeProgram = pva::internal::kNone;
  bool onIoTiles = false;          ///< the other tiles go on meanwhile
  std::vector<std::uint32_t> ipus; ///< that take part; empty: all
  std::uint64_t executions = 0;
  CycleParts parts;          ///< of all executions
  std::uint64_t longest = 0; ///< cycles of the longest execution
  /// Words that one execution brings to, or takes from, the tile where that is most; unknown if the
  /// profile has no traffic by tile.
  std::optional<std::uint64_t> h;
  /// Compute cycles of one execution: of the slowest tile, and on average of all tiles of the IPUs
  /// that take part.
  double w = 0;
  std::optional<double> meanCompute;

  /// Slowest tile against the average; 1 is perfect balance.
  std::optional<double> imbalance() const;
  /// Cycles that an average tile waits for the slowest one, in one execution.
  std::optional<double> waiting() const;
};

/// In order of their first execution. Covers the steps that the profile kept.
std::vector<Superstep> superstepsOf(const pva::internal::Profile &profile);

} // namespace poplar_emu::tool
