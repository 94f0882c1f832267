// SPDX-License-Identifier: MIT
// Counts the chunks of steps.
#include "plan/Stripes.hpp"

#include <algorithm>

namespace poplar_emu::plan {
namespace {

bool hasStripes(const Plan &plan, const Step &step, std::uint32_t stripes) {
  const auto isIn = [stripes](const std::vector<std::uint32_t> &chunks) {
    return chunks.size() == std::size_t{stripes} + 1;
  };
  switch (step.kind) {
  case StepKind::Compute: {
    const ComputeStep &compute = plan.computes[step.payload];
    return compute.status == kNoAddress && isIn(compute.chunks);
  }
  case StepKind::Copy: {
    const CopyStep &copy = plan.copies[step.payload];
    return copy.phases.size() == 1 && isIn(copy.phases[0].chunks);
  }
  case StepKind::CrossReplicaCopy: {
    const CrossReplicaCopyStep &copy = plan.crossReplicaCopies[step.payload];
    return copy.staging.empty() && isIn(copy.moves.chunks);
  }
  default:
    return false;
  }
}

} // namespace

bool isStriped(const Plan &plan, SequenceId sequence, std::uint32_t stripes) {
  if (stripes == 0) return false;
  const std::vector<Step> &steps = plan.sequences[sequence.index()].steps;
  return std::all_of(steps.begin(), steps.end(),
                     [&](const Step &step) { return hasStripes(plan, step, stripes); });
}

} // namespace poplar_emu::plan
