// SPDX-License-Identifier: MIT
// The modelled cycle counter of a run: supersteps, exchanges, host transfers, control flow.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/RuntimeSettings.hpp"
#include "support/CycleParts.hpp"

#include <cstdint>
#include <deque>
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
  /// By IPU of a replica, since the last reset: what its clock shows. Waiting is sync, but as host
  /// what the IPU's I/O tiles spend with the host meanwhile.
  std::span<const CycleParts> partsByIpu() const { return parts_; }
  /// The same of the I/O tiles; empty if there are none. All their waiting is sync.
  std::span<const CycleParts> ioPartsByIpu() const { return ioParts_; }
  void reset();

 private:
  StepCycles add(const CycleParts &parts, const plan::ExchangeSummary &step);
  StepCycles addToAll(const CycleParts &parts);
  StepCycles addToIoTiles(const CycleParts &parts, const plan::ExchangeSummary &step);
  void addEverywhere(std::uint64_t CycleParts::*part, std::uint64_t cycles);
  void advance(std::size_t ipu, const CycleParts &parts);
  void waitUntil(std::size_t ipu, std::uint64_t time);
  void advanceIo(std::size_t ipu, const CycleParts &parts);
  void waitUntilIo(std::size_t ipu, std::uint64_t time);
  std::uint64_t hostCyclesBetween(std::size_t ipu, std::uint64_t from, std::uint64_t to);
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
  std::vector<CycleParts> ioParts_;     ///< the same of I/O tiles
  struct Interval {
    std::uint64_t from = 0, to = 0;
  };
  /// When the I/O tiles of each IPU dealt with the host, as far as its other tiles have not passed.
  std::vector<std::deque<Interval>> ioHost_;
  std::uint64_t total_ = 0; ///< of the clock that is ahead
};

} // namespace poplar_emu::runtime
