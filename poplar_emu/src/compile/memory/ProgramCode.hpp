// SPDX-License-Identifier: MIT
// How many bytes the programs themselves take on a tile: what its supervisor executes.
#pragma once

#include "plan/cost/ControlCode.hpp"

#include <cstdint>

namespace poplar_emu::compile {

using plan::kInstruction;

/// A cycle counter, low and high word.
inline constexpr std::uint64_t kCycleResult = 8;
/// Of the beginning, the middle and the end of a transfer.
inline constexpr std::uint64_t kTransferResult = 3 * kCycleResult;

/// Every tile has the code of all programs, whether it takes part in a step or not, since all meet
/// at its sync. An estimate: see plan::controlCode.
std::uint64_t programCode(const plan::Plan &plan);

} // namespace poplar_emu::compile
