// SPDX-License-Identifier: MIT
// What the memory of the tiles of a replica holds on the device, in bytes: by category, and by step
// of the programs. Has nothing to do with the host memory that the plan runs in.
#pragma once

#include "plan/Steps.hpp"
#include "support/MemoryCategory.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::plan {

/// One tile, at the step where the most is live on it.
struct TileBytes {
  CategoryBytes bytes{};             ///< add up to alwaysLive and notAlwaysLive
  std::uint64_t alwaysLive = 0;      ///< at any step
  std::uint64_t notAlwaysLive = 0;   ///< at that step
  std::uint64_t gaps = 0;            ///< that placing everything left; 0 when nothing was placed
  std::uint32_t fullestStep = kNone; ///< position of that step; kNone: all is always live

  std::uint64_t excludingGaps() const { return alwaysLive + notAlwaysLive; }
  std::uint64_t includingGaps() const { return excludingGaps() + gaps; }
};

/// The part of a variable that one tile holds, or memory of the compiler's own.
struct PlacedMemory {
  std::uint32_t variable = kNone; ///< index into Memory::variables; kNone: see category
  std::uint32_t tile = 0;
  std::uint64_t offset = 0; ///< bytes from the start of the tile's memory; may lie beyond its end
  std::uint64_t bytes = 0;
  MemoryCategory category = MemoryCategory::Variable;
  bool alwaysLive = false;
  std::uint32_t firstStep = 0, lastStep = 0; ///< positions, if not always live
};

/// One leaf of the programs, when all programs, functions inlined, are written one after the other.
/// Its place in TileMemory::steps is its position.
struct MemoryStep {
  std::string name; ///< of the program, or of its compute set
  std::string site; ///< the user's "file:line"; empty when it is not known
  StepKind kind = StepKind::Sync;
  std::uint32_t payload = kNone;          ///< as in Step; kNone: the plan has no such step
  std::uint64_t bytes = 0;                ///< live besides what always is, on all tiles
  std::vector<std::uint32_t> bytesByTile; ///< empty if not kept
  std::vector<std::uint32_t> variables;   ///< that make up those bytes; empty if not kept
};

struct TileMemory {
  std::vector<TileBytes> tiles; ///< indexed by tile of the replica
  bool outOfMemory = false;     ///< some tile holds more than it can

  // When somebody wants a report, or when memory is short.
  std::vector<PlacedMemory> placed; ///< of the fullest tile, or of all; sorted by tile and offset
  std::vector<MemoryStep> steps;    ///< by position
  std::vector<std::uint8_t> alwaysLive; ///< by variable: 0 or 1
};

} // namespace poplar_emu::plan
