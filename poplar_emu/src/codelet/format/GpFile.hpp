// SPDX-License-Identifier: MIT
// The .gp container: a checked sequence of compiled units.
#pragma once

#include "codelet/format/Unit.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::codelet {

///   offset  bytes
///   0       8      "\x89PEGP\r\n\x1a"
///   8       4      version of the format
///   12      4      number of units
///   16      8      size of the whole file
///   24      16     hash of everything from byte 40 on
///   40             the units
inline constexpr std::uint32_t kGpVersion = 4;

std::string writeGp(std::span<const Unit *const> units);

struct GpContent {
  std::vector<Unit> units;
  std::string problem; ///< empty if the bytes are sound; else what is wrong, for a person
};

/// Never trusts a byte: lengths, enumerators and checksum are verified first.
GpContent readGp(std::string_view bytes);

} // namespace poplar_emu::codelet
