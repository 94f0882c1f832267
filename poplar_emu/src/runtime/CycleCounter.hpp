// SPDX-License-Identifier: MIT
// The modelled cycle counter of a run: supersteps, exchanges, host transfers, control flow.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/RuntimeSettings.hpp"
#include "support/CycleParts.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::runtime {

/// What one step took, and the reading of the counter when it began.
struct StepCycles {
  CycleParts parts;
  std::uint64_t begin = 0;
};

/// One clock for each IPU of a replica: its tiles meet at every superstep. A step moves the clocks
/// of the IPUs that take part in it; if it sends data between IPUs they meet first. Steps that
/// follow each other in the program and lie on different IPUs therefore overlap, as on the machine.
/// All IPUs meet at syncs between them, at whatever the host does, and at the ends of runs.
///
/// The I/O tiles of an IPU (Plan::ioTiles) have a second clock: they go on alone with transfers of
/// the host and copies among them, and meet the others in steps that need both.
///
/// Functions that return StepCycles add a step; nothing is added while cycles are not counted.
class CycleCounter {
 public:
  CycleCounter(const plan::Plan &plan, const RuntimeSettings &settings);

  bool counts() const { return counting_; }

  /// `cycles`: of the slowest tile's vertices.
  StepCycles compute(const plan::ComputeStep &step, std::uint64_t cycles);
  StepCycles exchange(const plan::ExchangeSummary &exchange);
  /// `exchange`: what moves on the device before or after the transfer.
  StepCycles host(std::uint64_t bytes, const plan::ExchangeSummary &exchange);
  /// Each IPU branches and loops on its own.
  void control() { addEverywhere(&CycleParts::control, constants_.control); }
  void syncWithinIpus() { addEverywhere(&CycleParts::sync, constants_.sync); }
  /// Of all IPUs.
  void sync();
  /// The value to be stored by a stamp: of its IPU's clock.
  std::uint64_t stamp(const plan::CycleStampStep &step);
  /// All IPUs wait for the slowest one.
  void meet();

  /// Of the clock that is ahead.
  std::uint64_t total() const { return total_; }
  /// By IPU of a replica, of the tiles that compute.
  std::span<const std::uint64_t> clocks() const { return clocks_; }
  /// By IPU of a replica, since the last reset: what its clock shows, waiting for others as sync.
  std::span<const CycleParts> partsByIpu() const { return parts_; }
  void reset();

 private:
  StepCycles add(const CycleParts &parts, const plan::ExchangeSummary &step);
  StepCycles addToAll(const CycleParts &parts);
  StepCycles addToIoTiles(const CycleParts &parts, const plan::ExchangeSummary &step);
  void addEverywhere(std::uint64_t CycleParts::*part, std::uint64_t cycles);
  void advance(std::size_t ipu, const CycleParts &parts);
  void waitUntil(std::size_t ipu, std::uint64_t time);
  void advanceIo(std::size_t ipu, const CycleParts &parts);
  void waitUntilIo(std::size_t ipu, std::uint64_t time) {
    ioClocks_[ipu] = std::max(ioClocks_[ipu], time);
  }
  CycleParts exchangeParts(const plan::ExchangeSummary &exchange) const;
  std::uint64_t linkCycles(const plan::ExchangeSummary &exchange) const;

  const std::vector<plan::Link> &links_;
  CycleConstants constants_;
  bool counting_;
  HostSync hostSync_;
  std::uint32_t tilesPerIpu_;
  std::span<const std::uint32_t> ioTiles_;
  std::vector<std::uint64_t> clocks_;   ///< by IPU of a replica
  std::vector<std::uint64_t> ioClocks_; ///< the same of I/O tiles; empty if there are none
  std::vector<CycleParts> parts_;       ///< what each clock is made of
  std::uint64_t total_ = 0;             ///< of the clock that is ahead
};

} // namespace poplar_emu::runtime
