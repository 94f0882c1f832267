// SPDX-License-Identifier: MIT
// The memory part of made-up profiles.
#pragma once

#include "support/SyntheticProfile.hpp"

namespace poplar_emu::synthetic {

/// Needs the programs; adds variables and memory.
void addMemory(pva::internal::Profile &profile, const Shape &shape);

} // namespace poplar_emu::synthetic
