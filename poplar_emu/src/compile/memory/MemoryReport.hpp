// SPDX-License-Identifier: MIT
// Tells the user which tiles are too full, with what, and what helps.
#pragma once

#include "compile/memory/TileMemory.hpp"

#include <string>

namespace poplar_emu::compile {

/// No tile holds more than it can. Without a limit everything fits.
bool fits(const Input &input, const plan::TileMemory &memory);

/// Throws PE0407 for the tile that holds most, after Input::onOutOfMemory has seen the plan. The
/// plan has the detail of that tile.
[[noreturn]] void raiseOutOfMemory(const Input &input, const MemoryCount &count, plan::Plan &plan);

/// The same in one line, for those who want to go on.
void warnOutOfMemory(const Input &input, plan::Plan &plan);

/// What to change about a tile that holds `tile`, when all hold `mean` on average.
std::string adviceFor(const plan::TileBytes &tile, std::uint64_t mean, std::uint64_t limit);

} // namespace poplar_emu::compile
