// SPDX-License-Identifier: MIT
// Tables of a plan, one behind the other.
#include "profile/record/StepTable.hpp"

#include <algorithm>

namespace poplar_emu::profile {

StepTable::StepTable(const plan::Plan &plan) {
  const std::array<std::size_t, kNumTables> sizes = {
      plan.computes.size(), plan.copies.size(), plan.streamSteps.size(), plan.remoteSteps.size(),
      plan.crossReplicaCopies.size()};
  for (std::size_t t = 0; t < kNumTables; ++t)
    starts_[t + 1] = starts_[t] + static_cast<std::uint32_t>(sizes[t]);
}

std::pair<plan::StepKind, std::uint32_t> StepTable::stepAt(std::uint32_t index) const {
  static constexpr std::array<plan::StepKind, kNumTables> kKinds = {
      plan::StepKind::Compute, plan::StepKind::Copy, plan::StepKind::StreamRead,
      plan::StepKind::RemoteRead, plan::StepKind::CrossReplicaCopy};
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), index);
  const auto table = static_cast<std::size_t>(next - starts_.begin()) - 1;
  return {kKinds[table], index - starts_[table]};
}

} // namespace poplar_emu::profile
