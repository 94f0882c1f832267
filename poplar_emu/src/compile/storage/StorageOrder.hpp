// SPDX-License-Identifier: MIT
// Pass: which variables lie in element order although their mapping jumps between tiles.
#pragma once

#include "compile/Usage.hpp"
#include "compile/storage/StorageMap.hpp"

namespace poplar_emu::compile {

/// Tile-packed order serves the operands that are blocks of one tile. It cuts the ones that cross
/// to a neighbour, and each of them is gathered at every step:
///
///     rows of a grid     . . . l|o o o|r . . .     o own part, l and r halo
///     tile-packed        ..l..ooo ooo..r..         every row in three parts
///
/// Every operand votes, with the bytes that it would move, for the order in which it is used in
/// place; a variable lies in element order when that saves more. Nothing but the time of a run
/// depends on it: mappings, exchange and memory of tiles are counted by element.
/// Cost: nothing for variables that are in element order anyhow, else linear in the edges and rows
/// that use them.
void chooseStorageOrder(const Input &input, const Usage &usage, StorageMap &storage);

} // namespace poplar_emu::compile
