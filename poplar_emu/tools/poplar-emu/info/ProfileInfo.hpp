// SPDX-License-Identifier: MIT
// A profile in a dozen lines.
#pragma once

#include "pva/data/Profile.hpp"

#include <iosfwd>

namespace poplar_emu::tool {

void describe(const pva::internal::Profile &profile, std::ostream &out);

} // namespace poplar_emu::tool
