// SPDX-License-Identifier: MIT
// The walk over a program: which step comes next, and who executes it.
#pragma once

#include "plan/Plan.hpp"
#include "plan/RunObserver.hpp"
#include "runtime/CycleCounter.hpp"
#include "runtime/collective/FusedPass.hpp"
#include "runtime/compute/ComputeRunner.hpp"
#include "runtime/distributed/Instances.hpp"
#include "runtime/distributed/RemoteCopies.hpp"
#include "runtime/distributed/SpreadPass.hpp"
#include "runtime/executor/Executors.hpp"
#include "runtime/host/HostFunctions.hpp"
#include "runtime/host/RemoteBuffers.hpp"
#include "runtime/host/Streams.hpp"
#include "runtime/memory/Replicas.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::runtime {

/// What steps act on. The runtime owns it all.
struct Machinery {
  const plan::Plan &plan;
  Instances &instances;
  Replicas &replicas;
  Pool &pool;
  ComputeRunner &compute;
  Streams &streams;
  RemoteBuffers &remoteBuffers;
  HostFunctions &hostFunctions;
  CycleCounter &cycles;
};

/// Where text goes during a run.
struct Outputs {
  std::ostream *print = nullptr;
  std::ostream *printTensor = nullptr;
  std::ostream *warnings = nullptr;
};

class Walk {
 public:
  explicit Walk(const Machinery &machinery);

  void run(std::uint32_t program, const Outputs &outputs,
           std::span<plan::RunObserver *const> observers);
  /// Whether the last run ended because something that it uses is not connected.
  bool missedConnection() const { return missedConnection_; }
  void stop() { stopped_.store(true, std::memory_order_relaxed); }

 private:
  bool isStopped() const { return stopped_.load(std::memory_order_relaxed); }
  void sequence(plan::SequenceId id);
  void step(plan::Step step);

  void compute(std::uint32_t payload);
  void copy(std::uint32_t payload);
  void stream(plan::StepKind kind, std::uint32_t payload);
  void remote(plan::StepKind kind, std::uint32_t payload);
  void hostCall(const plan::HostCallStep &step);
  void repeatWhile(const plan::RepeatWhileStep &step, plan::Step own);
  void loop(const plan::LoopStep &step);
  void branch(const plan::SwitchStep &step, plan::Step own);
  void crossReplicaCopy(std::uint32_t payload);
  void collective(std::uint32_t payload);
  void print(const plan::PrintStep &step);
  void abort(const plan::AbortStep &step);
  void cycleStamp(const plan::CycleStampStep &step);
  void hwSeeds(const plan::HwSeedsStep &step);
  void fpControl(const plan::FpControlStep &step);

  /// Passes on what `check` throws, remembering its reason.
  template <class Check>
  void requireConnection(Check &&check);
  void mark(plan::Mark mark, std::uint32_t block = plan::kNone) const;
  void announceControl(const plan::Scalar &scalar, std::string_view what) const;
  /// PE0605 if the replicas do not agree.
  bool holds(const plan::Scalar &predicate, const std::string &what, plan::Step step) const;
  /// The user's line, if it is known.
  std::string_view lineOf(plan::Step step) const;

  /// Executes one working step and tells observers about it.
  template <class Execute>
  void observed(plan::StepRecord record, Execute &&execute);

  Machinery machinery_;
  Outputs outputs_;
  std::span<plan::RunObserver *const> observers_;
  std::atomic<bool> stopped_ = false;
  bool missedConnection_ = false;
  FusedPasses fused_;
  RemoteCopies remoteCopies_;
  SpreadPasses spread_;
  bool timed_ = false;         ///< an observer wants seconds
  bool marked_ = false;        ///< an observer wants to know of blocks and iterations
  ByTile byTile_ = ByTile::No; ///< whether an observer wants cycles of tiles
  bool followed_ = false;      ///< an observer needs to see every step executed
  bool charging_ = false;      ///< steps only count: a pass has done their work
  double pendingSeconds_ = 0;  ///< of that pass, until a step is recorded
};

} // namespace poplar_emu::runtime
