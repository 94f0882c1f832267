// SPDX-License-Identifier: MIT
// Keeps a cache folder from growing without end.
#pragma once

#include <cstdint>
#include <filesystem>

namespace poplar_emu::codelet {

/// What one folder of the cache may hold: hundreds of programs.
inline constexpr std::uint64_t kMaxCacheBytes = std::uint64_t{512} << 20;

/// Removes entries, those that were not used for the longest time first, until the rest fits.
/// What a process that died has left behind is an old entry, too. Others may use the folder
/// meanwhile: whoever misses an entry makes it again.
/// Cost: one stat for each entry.
void trimFolder(const std::filesystem::path &folder, std::uint64_t maxBytes);

/// Notes that an entry was used; at most one write an hour.
void markUsed(const std::filesystem::path &entry);

} // namespace poplar_emu::codelet
