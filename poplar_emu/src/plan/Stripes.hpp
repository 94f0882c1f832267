// SPDX-License-Identifier: MIT
// Steps whose chunks are stripes of tiles.
#pragma once

#include "plan/Plan.hpp"

#include <cstdint>

namespace poplar_emu::plan {

/// Whether every step of the sequence only computes or moves data on the device, in `stripes`
/// chunks each. Not of 0 stripes.
bool isStriped(const Plan &plan, SequenceId sequence, std::uint32_t stripes);

} // namespace poplar_emu::plan
