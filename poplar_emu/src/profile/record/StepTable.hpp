// SPDX-License-Identifier: MIT
// A number for each working step of a plan, whatever its kind.
#pragma once

#include "plan/Plan.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace poplar_emu::profile {

/// Numbers the steps that observers hear of: computes first, then copies, transfers of streams, of
/// remote buffers, and copies between replicas.
class StepTable {
 public:
  explicit StepTable(const plan::Plan &plan);

  std::uint32_t size() const { return starts_.back(); }
  /// `kind` is one of those above.
  std::uint32_t indexOf(plan::StepKind kind, std::uint32_t payload) const {
    return starts_[tableOf(kind)] + payload;
  }
  /// What indexOf() was given. A transfer comes back as a read.
  std::pair<plan::StepKind, std::uint32_t> stepAt(std::uint32_t index) const;

 private:
  static constexpr std::size_t kNumTables = 5;
  static std::size_t tableOf(plan::StepKind kind) {
    switch (kind) {
    case plan::StepKind::Compute:
      return 0;
    case plan::StepKind::Copy:
      return 1;
    case plan::StepKind::StreamRead:
    case plan::StepKind::StreamWrite:
      return 2;
    case plan::StepKind::RemoteRead:
    case plan::StepKind::RemoteWrite:
      return 3;
    default:
      return 4;
    }
  }

  std::array<std::uint32_t, kNumTables + 1> starts_{};
};

} // namespace poplar_emu::profile
