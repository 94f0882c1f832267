// SPDX-License-Identifier: MIT
// The sequences that a step may go to.
#pragma once

#include "plan/Plan.hpp"

namespace poplar_emu::plan {

/// Calls f(SequenceId) for each. Every id of a step is valid but the default case of a Switch that
/// never takes one.
template <class F>
void forEachTarget(const Plan &plan, const Step &step, F &&f) {
  switch (step.kind) {
  case StepKind::Repeat:
    f(plan.repeats[step.payload].body);
    break;
  case StepKind::RepeatWhile:
    f(plan.repeatWhiles[step.payload].condition);
    f(plan.repeatWhiles[step.payload].body);
    break;
  case StepKind::Loop:
    f(plan.loops[step.payload].body);
    break;
  case StepKind::If:
    f(plan.ifs[step.payload].thenBranch);
    f(plan.ifs[step.payload].elseBranch);
    break;
  case StepKind::Switch: {
    const SwitchStep &choice = plan.switches[step.payload];
    for (const auto &[value, sequence] : choice.cases)
      f(sequence);
    if (choice.onDefault == SwitchDefault::Sequence) f(choice.defaultCase);
    break;
  }
  case StepKind::Call:
    f(plan.calls[step.payload].body);
    break;
  case StepKind::Collective:
    f(plan.collectives[step.payload].steps);
    break;
  case StepKind::Block:
    f(plan.blocks[step.payload].body);
    break;
  default:
    break;
  }
}

} // namespace poplar_emu::plan
