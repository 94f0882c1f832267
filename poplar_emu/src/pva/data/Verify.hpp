// SPDX-License-Identifier: MIT
// Whether the parts of a profile fit together.
#pragma once

#include "pva/data/Profile.hpp"

#include <poplar_emu/Export.hpp>

#include <string>

namespace pva::internal {

/// Empty if every index of the profile points at something, arrays by tile have one value a tile
/// (or none), and the program tree is one; otherwise what is wrong, in one line. Cost: one pass.
POPLAR_EMU_EXPORT std::string firstProblem(const Profile &profile);

} // namespace pva::internal
