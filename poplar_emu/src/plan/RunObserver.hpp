// SPDX-License-Identifier: MIT
// The seam between a running program and those who watch it: reports, checks, lessons.
#pragma once

#include "plan/Steps.hpp"
#include "support/CycleParts.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace poplar_emu::plan {

/// One executed step of the kinds that do work: compute, copy, stream, remote.
struct StepRecord {
  StepKind kind = StepKind::Compute;
  std::uint32_t payload = 0;
  std::string_view name;
  std::uint32_t activeTiles = 0;
  const ExchangeSummary *exchange = nullptr;
  std::uint64_t cycles = 0; ///< modelled; what `parts` add up to
  CycleParts parts = {};
  std::uint64_t begin = 0; ///< of the modelled counter since load
  /// Of a compute step, while compute is instrumented: cycles of each tile of the replica, idle
  /// threads included; their sum; and the sum of its vertices' cycles over all tiles.
  std::span<const std::uint64_t> cyclesByTile = {};
  std::uint64_t tileCycles = 0;
  std::uint64_t threadCycles = 0;
  double seconds = 0; ///< of the host
};

enum class Mark : std::uint8_t { BlockBegin, BlockEnd, IterationEnd };

/// Costs nothing when none is attached. Called on the thread that called run().
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void onRunBegin(std::uint32_t program) = 0;
  virtual void onStep(const StepRecord &record) = 0;
  virtual void onRunEnd() = 0;

  // What a record costs to make. Asked after onRunBegin(), for the run.

  /// StepRecord::seconds.
  virtual bool wantsSeconds() const { return true; }
  /// StepRecord::cyclesByTile, tileCycles and threadCycles.
  virtual bool wantsTileCycles() const { return true; }
  /// Calls of onMark().
  virtual bool wantsMarks() const { return false; }

  /// A block (index into Plan::blocks) begins or ends, or an iteration of a loop has ended. The
  /// counter of each IPU of a replica, now.
  virtual void onMark(Mark /*mark*/, std::uint32_t /*block*/,
                      std::span<const std::uint64_t> /*clocks*/) {}

  /// Whether it must see every step executed: collectives are then not executed in one pass.
  virtual bool followsMemory() const { return false; }

  // For those who follow the contents of memory. What a `before` function throws ends the run, or
  // the host's access, before anything has happened.

  /// Memories are fresh: zero, but for initial data.
  virtual void onLoad() {}
  /// Every step of a sequence, those of control flow too.
  virtual void beforeStep(Step /*step*/) {}
  /// A value that steers control flow, read on all replicas on behalf of `what`.
  virtual void beforeControl(const Scalar & /*scalar*/, std::string_view /*what*/) {}
  /// By index into Plan::hostReads and Plan::hostWrites.
  virtual void beforeHostRead(std::uint32_t /*handle*/) {}
  virtual void beforeHostWrite(std::uint32_t /*handle*/) {}
};

} // namespace poplar_emu::plan
