// SPDX-License-Identifier: MIT
// The observer behind the engine option poplar_emu.checks: finds reads of what was never written.
#pragma once

#include "check/ElementNames.hpp"
#include "check/Instances.hpp"
#include "check/Shadow.hpp"
#include "check/UndefinedReport.hpp"
#include "plan/Plan.hpp"
#include "plan/RunObserver.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::check {

/// Follows a run on a shadow of every replica's memory, step by step, before each is executed:
/// first all that it reads is looked up, then all that it writes is marked. Throws PE0607 at the
/// first read of elements that nobody wrote. A vertex reads all of its Inputs and InOuts and writes
/// all of its Outputs, whatever its code does. See docs/decisions/0011.
///
/// Cost: a byte a byte of memory, and each step once more on one thread, in the manner of memchr
/// and memset.
class UndefinedReads final : public plan::RunObserver {
 public:
  /// The plan must outlive the observer. Watches from the next load() on.
  explicit UndefinedReads(const plan::Plan &plan)
      : plan_(plan), names_(plan), instances_(plan.memory) {}

  void onRunBegin(std::uint32_t) override {}
  void onStep(const plan::StepRecord &) override {}
  void onRunEnd() override {}

  bool followsMemory() const override { return true; }
  void onLoad() override;
  void beforeStep(plan::Step step) override;
  void beforeControl(const plan::Scalar &scalar, std::string_view what) override;
  void beforeHostRead(std::uint32_t handle) override;
  void beforeHostWrite(std::uint32_t handle) override;

 private:
  struct Work; ///< of one tile on one replica

  void noteControl(const plan::Step &step, const plan::Scalar &scalar);
  void copy(const plan::Step &step);
  void remote(const plan::Step &step);
  void hostCall(const plan::Step &step);
  void crossReplicaCopy(const plan::Step &step);
  void hwSeeds(const plan::Step &step);
  void fpControl(const plan::Step &step);

  void compute(const plan::ComputeStep &step);
  void runWork(const Work &work);
  void checkVertex(const Work &work, const plan::Batch &batch, std::uint32_t index);
  [[noreturn]] void report(const Work &work, const plan::Batch &batch, std::uint32_t index,
                           const plan::FieldUse &field, plan::Address address, std::uint64_t bytes);

  /// Everything that the step reads, on every replica or on one.
  void read(const plan::Step &step, const plan::MoveList &moves);
  void read(const plan::Step &step, const plan::MoveList &moves, std::uint32_t replica);
  void readScalar(const plan::Step &step, plan::Address address, std::uint64_t bytes);
  void write(const plan::MoveList &moves);
  void writeScalar(plan::Address address, std::uint64_t bytes);

  std::string lineOf(const plan::Step &step) const;
  std::string elements(const ReadSummary &summary, std::uint32_t replica) const;

  const plan::Plan &plan_;
  ElementNames names_;
  Instances instances_;
  std::vector<Shadow> shadows_;                      ///< by replica; empty before load()
  std::map<plan::Address, plan::Step> controlSteps_; ///< that read the value last
};

} // namespace poplar_emu::check
