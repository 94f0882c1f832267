// SPDX-License-Identifier: MIT
// A plan as text: for people who debug a compiler pass, and for golden tests.
#pragma once

#include "plan/Plan.hpp"

#include <ostream>
#include <string>

namespace poplar_emu::plan {

/// Memory, host objects, then the programs with their steps indented. Long tables are cut short.
void print(const Plan &plan, std::ostream &out);

/// "4 moves, 65536 bytes, 2 patterns, 0 words, 16 chunks".
std::string summary(const MoveList &list);

} // namespace poplar_emu::plan
