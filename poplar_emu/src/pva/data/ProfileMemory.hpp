// SPDX-License-Identifier: MIT
// The memory part of a profile: bytes by tile and category, and what lives when.
#pragma once

#include "support/MemoryCategory.hpp"

#include <poplar_emu/Export.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace pva::internal {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

using poplar_emu::kNumMemoryCategories;
using poplar_emu::MemoryCategory;

/// As Poplar's reports spell it: "vertexInstanceState".
POPLAR_EMU_EXPORT const char *memoryCategoryName(MemoryCategory category);

struct TileMemory {
  poplar_emu::CategoryBytes bytes{}; ///< at the step where most lives
  std::uint64_t alwaysLive = 0;
  std::uint64_t notAlwaysLive = 0;   ///< at that step
  std::uint64_t gaps = 0;            ///< that alignment leaves
  std::uint32_t fullestStep = kNone; ///< index into ProfileMemory::liveness

  std::uint64_t excludingGaps() const { return alwaysLive + notAlwaysLive; }
  std::uint64_t includingGaps() const { return excludingGaps() + gaps; }

  bool operator==(const TileMemory &) const = default;
};

/// A part of a variable, or memory of the compiler's own, on one tile.
struct LoweredVariable {
  std::string name; ///< empty: that of the variable
  std::uint32_t variable = kNone;
  std::uint32_t tile = 0;
  std::uint64_t offset = 0, bytes = 0; ///< offset from the start of the tile's memory
  MemoryCategory category = MemoryCategory::Variable;
  bool alwaysLive = false;

  bool operator==(const LoweredVariable &) const = default;
};

/// What lives besides always-live memory while one leaf of the program tree executes.
struct LivenessStep {
  std::uint32_t program = kNone;          ///< index into Profile::programs
  std::uint64_t bytes = 0;                ///< on all tiles
  std::vector<std::uint32_t> bytesByTile; ///< empty if not kept
  std::vector<std::uint32_t> variables;   ///< indices into Profile::variables

  bool operator==(const LivenessStep &) const = default;
};

struct ProfileMemory {
  std::vector<TileMemory> tiles;
  std::vector<LoweredVariable> lowered; ///< of the tiles that were asked for
  std::vector<LivenessStep> liveness;   ///< in program order
  bool outOfMemory = false;

  bool operator==(const ProfileMemory &) const = default;
};

} // namespace pva::internal
