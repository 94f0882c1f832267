// SPDX-License-Identifier: MIT
// Instructions by kind of step.
#include "plan/cost/ControlCode.hpp"

namespace poplar_emu::plan {
namespace {

std::uint64_t instructionsOf(const Plan &plan, const Step &step) {
  switch (step.kind) {
  case StepKind::Compute: // call the exchange and sync; start the workers and wait for them
    return plan.computes[step.payload].exchange.totalBytes > 0 ? 6 : 4;
  case StepKind::Copy:
  case StepKind::CrossReplicaCopy: // sync, call the exchange, return from it
    return 3;
  case StepKind::StreamRead:
  case StepKind::StreamWrite:
  case StepKind::RemoteRead:
  case StepKind::RemoteWrite:
  case StepKind::HostCall: // that for its beginning, middle and end
    return 9;
  case StepKind::Repeat: // set a counter; decrement it and branch
    return 3;
  case StepKind::RepeatWhile:
  case StepKind::If: // load, branch, jump
    return 3;
  case StepKind::Switch: // compare and branch a case, jump out of it
    return 2 + 3 * plan.switches[step.payload].cases.size();
  case StepKind::Call:
    return 2;
  case StepKind::Block:
  case StepKind::Collective: // stands for its steps
  case StepKind::Undefine:
  case StepKind::Print:
    return 0;
  case StepKind::Loop:
  case StepKind::AssumeEqual:
  case StepKind::Sync:
  case StepKind::Abort:
  case StepKind::CycleStamp:
  case StepKind::HwSeeds:
  case StepKind::FpControl:
    return 1;
  }
  return 0;
}

} // namespace

std::uint64_t controlCode(const Plan &plan, const Step &step) {
  return kInstruction * instructionsOf(plan, step);
}

} // namespace poplar_emu::plan
