// SPDX-License-Identifier: MIT
// What was recorded of steps of the plan, spread over the leaves that they were lowered to.
#include "profile/build/BuildProfile.hpp"
#include "profile/build/ProgramTree.hpp"

#include <algorithm>
#include <initializer_list>

namespace poplar_emu::profile {
namespace {

using pva::internal::Profile;
using pva::internal::ProgramTotal;

/// Spreads the parts of a step over its leaves; shares[i] is that of leaves[i]. The share of a sum
/// is the sum of the shares.
class Shares {
 public:
  Shares(const Leaves &leaves, const CycleParts &parts)
      : leaves_(leaves), parts_(parts), shares_(leaves.size()) {
    give(&CycleParts::sync, {Role::Sync, Role::CopyBegin});
    give(&CycleParts::exchange, {Role::Exchange, Role::GlobalExchange, Role::CopyEnd});
    give(&CycleParts::globalExchange, {Role::GlobalExchange, Role::Exchange, Role::CopyEnd});
    give(&CycleParts::host, {Role::CopyMid});
    give(&CycleParts::compute, {Role::Execute, Role::Exchange, Role::GlobalExchange});
    give(&CycleParts::control, {Role::Execute});
  }

  const CycleParts &operator[](std::size_t leaf) const { return shares_[leaf]; }

 private:
  /// To the first role that there is, else to the last leaf.
  void give(std::uint64_t CycleParts::*part, std::initializer_list<Role> roles) {
    if (leaves_.empty()) return;
    std::size_t chosen = leaves_.size();
    for (const Role role : roles)
      for (std::size_t i = 0; i < leaves_.size() && chosen == leaves_.size(); ++i)
        if (leaves_[i].role == role) chosen = i;
    shares_[std::min(chosen, leaves_.size() - 1)].*part += parts_.*part;
  }

  const Leaves &leaves_;
  const CycleParts &parts_;
  std::vector<CycleParts> shares_;
};

void addSteps(const Recorder &recorder, const ProgramTree &tree, Profile &profile) {
  std::vector<std::uint64_t> firstOf; // in profile.steps, by recorded step; one more at the end
  firstOf.reserve(recorder.steps().size() + 1);
  for (const RecordedStep &step : recorder.steps()) {
    firstOf.push_back(profile.steps.size());
    const Leaves &leaves = tree.leaves[step.step];
    const Shares shares(leaves, recorder.parts()[step.parts]);
    std::uint64_t now = step.begin;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const std::uint64_t end = now + shares[i].total();
      pva::internal::StepInfo &info =
          profile.steps.emplace_back(pva::internal::StepInfo{leaves[i].node, now, end, shares[i]});
      if (leaves[i].role == Role::Execute)
        (recorder.keepsIpus() ? info.ipuCycles : info.tileCycles) = step.tileCycles;
      now = end;
    }
  }
  firstOf.push_back(profile.steps.size());
  for (const RecordedRun &run : recorder.runs()) {
    pva::internal::RunInfo &info = profile.runs.emplace_back();
    info.name = run.name;
    info.program = run.program;
    info.microseconds = static_cast<std::uint64_t>(run.seconds * 1e6);
    info.cycles = run.cycles;
    info.firstStep = firstOf[run.firstStep];
    info.numSteps = firstOf[run.firstStep + run.numSteps] - info.firstStep;
    info.partsByIpu = run.partsByIpu;
    info.ioPartsByIpu = run.ioPartsByIpu;
    profile.totalCycles += run.cycles;
  }
}

/// Cycles of the tiles of a step that was not instrumented: as often as estimated.
void addEstimates(const plan::ComputeStep &step, const StepTotal &total, ProgramTotal &program) {
  program.tileCycles += total.executions * step.tileCycles;
  program.threadCycles += total.executions * step.threadCycles;
}

void addTotals(const plan::Plan &plan, const Recorder &recorder, const ProgramTree &tree,
               Profile &profile) {
  for (std::uint32_t step = 0; step < recorder.totals().size(); ++step) {
    const StepTotal &total = recorder.totals()[step];
    if (total.executions == 0) continue;
    const Leaves &leaves = tree.leaves[step];
    const Shares shares(leaves, total.parts);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      ProgramTotal &program = profile.totals.emplace_back();
      program.program = leaves[i].node;
      program.executions = total.executions;
      program.parts = shares[i];
      if (leaves[i].role != Role::Execute) continue;
      program.threadCycles = total.threadCycles;
      program.tileCycles = total.tileCycles;
      const auto [kind, payload] = recorder.table().stepAt(step);
      if (kind == plan::StepKind::Compute && total.tileCycles == 0)
        addEstimates(plan.computes[payload], total, program);
    }
  }
  std::sort(profile.totals.begin(), profile.totals.end(),
            [](const ProgramTotal &a, const ProgramTotal &b) { return a.program < b.program; });
}

} // namespace

void addExecution(const plan::Plan &plan, const Recorder &recorder, Profile &profile) {
  const ProgramTree tree =
      buildProgramTree(plan, recorder.table(),
                       std::vector<std::uint32_t>(recorder.table().size(), pva::internal::kNone));
  profile.hasExecution = true;
  profile.stepsDropped = recorder.stepsDropped();
  if (recorder.keepsIpus())
    for (const std::vector<std::uint64_t> &cycles : recorder.tileCycles())
      profile.ipuCycles.push_back({cycles});
  else
    profile.tileCycles = recorder.tileCycles();
  addSteps(recorder, tree, profile);
  addTotals(plan, recorder, tree, profile);
}

} // namespace poplar_emu::profile
