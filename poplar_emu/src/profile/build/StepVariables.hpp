// SPDX-License-Identifier: MIT
// Which variables a step touches, found by their addresses.
#pragma once

#include "plan/Plan.hpp"
#include "profile/record/StepTable.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::profile {

/// Indices of the variables that each working step reads or writes, ascending, by number of the
/// step. Cost: proportional to the pieces that steps move and to the pointers of all vertices.
std::vector<std::vector<std::uint32_t>> variablesOfSteps(const plan::Plan &plan,
                                                         const StepTable &table);

} // namespace poplar_emu::profile
