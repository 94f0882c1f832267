// SPDX-License-Identifier: MIT
// Version of the library, and the hash by which files know what wrote them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace poplar_emu {

/// The Poplar release whose interface this is.
inline constexpr std::string_view kVersion = "3.4.0";
/// Raised with every change of what serialised files contain.
inline constexpr unsigned kFileFormat = 1;

/// Ten hexadecimal digits that differ between versions whose files do not fit together.
inline std::string packageHash() {
  std::uint64_t hash = 0xcbf29ce484222325ULL; // FNV-1a
  const auto mix = [&hash](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3ULL; };
  for (const char c : kVersion)
    mix(static_cast<unsigned char>(c));
  mix(static_cast<unsigned char>(kFileFormat));
  return fmt::format("{:010x}", hash & 0xffffffffffULL);
}

} // namespace poplar_emu
