// SPDX-License-Identifier: MIT
// The modelled cycle counter of a run: supersteps, exchanges, host transfers, control flow.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/RuntimeSettings.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::runtime {

/// One counter for the whole device: tiles meet at every superstep. Each function adds a step's
/// cycles and returns them; all return 0 while cycles are not counted.
class CycleCounter {
 public:
  CycleCounter(const plan::Plan &plan, const RuntimeSettings &settings);

  std::uint64_t compute(const plan::ComputeStep &step);
  std::uint64_t exchange(const plan::ExchangeSummary &exchange);
  std::uint64_t host(std::uint64_t bytes, const plan::ExchangeSummary &exchange);
  void control() { add(constants_.control); }
  void sync() { add(constants_.sync); }
  /// The value to be stored by a stamp.
  std::uint64_t stamp();

  std::uint64_t total() const { return total_; }
  void reset() { total_ = 0; }

 private:
  std::uint64_t add(std::uint64_t cycles);
  std::uint64_t exchangeCycles(const plan::ExchangeSummary &exchange) const;

  std::uint64_t linkCycles(const plan::ExchangeSummary &exchange) const;

  const std::vector<plan::Link> &links_;
  CycleConstants constants_;
  bool counting_;
  std::uint64_t total_ = 0;
};

} // namespace poplar_emu::runtime
