// SPDX-License-Identifier: MIT
// Recorded blocks as part of a profile.
#pragma once

#include "profile/blocks/BlockRecorder.hpp"
#include "pva/data/Profile.hpp"

namespace poplar_emu::profile {

/// Adds the records to the profile of the same plan: each under its node of the program tree.
/// Control transfers and flushes, which no program contains, get nodes behind the tree.
void addBlocks(const plan::Plan &plan, const BlockRecorder &recorder,
               pva::internal::Profile &profile);

} // namespace poplar_emu::profile
