// SPDX-License-Identifier: MIT
// The way from the data of a profile to what programs see.
#pragma once

#include "pva/data/Profile.hpp"

#include <pva/pva.hpp>

#include <memory>

namespace pva::internal {

/// A report that shows `profile`, in which every index must point at something (data/Verify.hpp).
/// Cost: proportional to the program tree; lists by tile, step or variable are made when they are
/// looked at.
POPLAR_EMU_EXPORT Report makeReport(std::shared_ptr<const Profile> profile);

} // namespace pva::internal
