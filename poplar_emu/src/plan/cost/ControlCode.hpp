// SPDX-License-Identifier: MIT
// What the supervisor of a tile has to hold of the programs themselves, piece by piece.
#pragma once

#include "plan/Plan.hpp"

#include <cstdint>

namespace poplar_emu::plan {

/// Bytes of one instruction.
inline constexpr std::uint64_t kInstruction = 4;
/// Of the return at the end of every sequence that has steps.
inline constexpr std::uint64_t kReturnCode = kInstruction;

/// Bytes of one occurrence of a step, without what it contains or calls. An estimate, rather too
/// small; docs/decisions says of what it consists.
std::uint64_t controlCode(const Plan &plan, const Step &step);

} // namespace poplar_emu::plan
