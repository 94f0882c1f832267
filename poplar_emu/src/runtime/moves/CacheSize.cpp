// SPDX-License-Identifier: MIT
// Asks the operating system for the size of the last-level cache.
#include "runtime/moves/CacheSize.hpp"

#include <unistd.h>

#include <algorithm>

namespace poplar_emu::runtime {

std::uint64_t lastLevelCacheBytes() {
  static constexpr std::uint64_t kUnknown = std::uint64_t{8} << 20;
  static constexpr std::uint64_t kLargestCluster = std::uint64_t{32} << 20;
  static const std::uint64_t bytes = [] {
    long reported = -1;
#ifdef _SC_LEVEL3_CACHE_SIZE
    reported = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (reported <= 0) reported = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return reported <= 0 ? kUnknown : std::min<std::uint64_t>(reported, kLargestCluster);
  }();
  return bytes;
}

} // namespace poplar_emu::runtime
