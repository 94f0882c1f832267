// SPDX-License-Identifier: MIT
// What vertices that move rows of a table cost.
#pragma once

#include "estimators/Model.hpp"

namespace popops::estimators {

// Source of all: poplibs.
constexpr Cycles kSlicePrologue = 30, kUpdatePrologue = 29;
constexpr Cycles kLookup = 19;   ///< of a row of the vertex's part of the table
constexpr Cycles kWordOfRow = 2; ///< a 64-bit load and store

/// One lookup of a row of the vertex's part. What is looked up is known to the run only, so that
/// estimates take all lookups for such, as those of poplibs do.
inline Cycles lookupSlots(const Target &target, Cycles width, const Type &type,
                          Cycles slotsOfWord = kWordOfRow) {
  return kLookup + slotsOfWord * words(target, width, type);
}

/// Lookups of a block of rows: all those given, or of a list that is sorted by block its share, one
/// block a tile.
inline Cycles lookupsOfBlock(const Vertex &vertex, const Target &target) {
  const Cycles lookups = sizeOf(vertex, "rows");
  return sizeOf(vertex, "range") == 0 ? lookups : divideUp(lookups, target.getNumTiles());
}

} // namespace popops::estimators
