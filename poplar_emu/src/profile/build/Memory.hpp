// SPDX-License-Identifier: MIT
// The memory part of a profile.
#pragma once

#include "profile/build/BuildProfile.hpp"
#include "profile/build/ProgramTree.hpp"

namespace poplar_emu::profile {

/// Bytes by tile and category, lowered variables and liveness, as the plan has them.
void addMemory(const plan::Plan &plan, const StepTable &table, ProgramTree &tree, TileDetail detail,
               pva::internal::Profile &profile);

} // namespace poplar_emu::profile
