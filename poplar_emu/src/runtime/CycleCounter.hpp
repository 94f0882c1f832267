// SPDX-License-Identifier: MIT
// The modelled cycle counter of a run: supersteps, exchanges, host transfers, control flow.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/RuntimeSettings.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::runtime {

/// One clock for each IPU of a replica: its tiles meet at every superstep. A step moves the clocks
/// of the IPUs that take part in it; if it sends data between IPUs they meet first. Steps that
/// follow each other in the program and lie on different IPUs therefore overlap, as on the machine.
/// All IPUs meet at syncs between them, at whatever the host does, and at the ends of runs.
///
/// Each function adds a step's cycles and returns them; all return 0 while cycles are not counted.
class CycleCounter {
 public:
  CycleCounter(const plan::Plan &plan, const RuntimeSettings &settings);

  /// `cycles`: of the slowest tile, without the exchange.
  std::uint64_t compute(const plan::ComputeStep &step, std::uint64_t cycles);
  std::uint64_t exchange(const plan::ExchangeSummary &exchange);
  std::uint64_t host(std::uint64_t bytes, const plan::ExchangeSummary &exchange);
  /// Each IPU branches and loops on its own.
  void control() { addEverywhere(constants_.control); }
  void syncWithinIpus() { addEverywhere(constants_.sync); }
  /// Of all IPUs.
  void sync();
  /// The value to be stored by a stamp: of its IPU's clock.
  std::uint64_t stamp(const plan::CycleStampStep &step);
  /// All IPUs wait for the slowest one.
  void meet();

  std::uint64_t total() const { return total_; }
  void reset();

 private:
  std::uint64_t add(std::uint64_t cycles, const plan::ExchangeSummary &step);
  void addEverywhere(std::uint64_t cycles);
  std::uint64_t exchangeCycles(const plan::ExchangeSummary &exchange) const;

  std::uint64_t linkCycles(const plan::ExchangeSummary &exchange) const;

  const std::vector<plan::Link> &links_;
  CycleConstants constants_;
  bool counting_;
  std::uint32_t tilesPerIpu_;
  std::vector<std::uint64_t> clocks_; ///< by IPU of a replica
  std::uint64_t total_ = 0;           ///< of the clock that is ahead
};

} // namespace poplar_emu::runtime
