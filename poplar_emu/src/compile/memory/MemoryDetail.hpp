// SPDX-License-Identifier: MIT
// What reports show besides totals: where everything lies on its tile, and what lives at each step.
#pragma once

#include "compile/memory/TileMemory.hpp"

namespace poplar_emu::compile {

/// Fills gaps, `placed` and `steps` of plan.tileMemory, as Options::memoryDetail
/// says, at least of the fullest tile. Bytes by tile and variables of the steps are kept up to a
/// few million numbers in all. `steps` may be empty, when nothing is lowered yet. Cost: linear in
/// the parts of variables on the tiles that are placed, times what lives together there.
void addMemoryDetail(const Input &input, const Usage &usage, const StorageMap &storage,
                     const MemoryCount &count, const StepOfNode &steps, plan::Plan &plan);

/// Index of the tile that holds most; the first of several. There are tiles.
std::size_t fullestTile(const plan::TileMemory &memory);

} // namespace poplar_emu::compile
