// SPDX-License-Identifier: MIT
// The report: one HTML file that needs nothing else, not even a network.
#pragma once

#include "pva/data/Profile.hpp"

#include <iosfwd>
#include <string>

namespace poplar_emu::report {

/// Writes the page. Its content security policy allows exactly the script and the style within it.
void writePage(std::ostream &os, const pva::internal::Profile &profile, const std::string &title);

} // namespace poplar_emu::report
