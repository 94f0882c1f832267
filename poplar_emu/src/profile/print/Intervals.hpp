// SPDX-License-Identifier: MIT
// What tiles do over time, as a table.
#pragma once

#include "pva/data/Profile.hpp"

#include <iosfwd>

namespace poplar_emu::profile {

/// Comma-separated lines with a heading: begin and end in cycles, how many tiles compute, exchange
/// and wait in a sync meanwhile, and the bytes that move. One line for each step that takes time;
/// within a compute set one for each time at which tiles become idle, if their cycles are known.
void printIntervals(std::ostream &out, const pva::internal::Profile &profile);

} // namespace poplar_emu::profile
