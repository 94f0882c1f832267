// SPDX-License-Identifier: MIT
// How much fits into the last-level cache, which decides when stores bypass it.
#pragma once

#include <cstdint>

namespace poplar_emu::runtime {

/// Bytes of last-level cache that one process can count on. Virtual machines report the sum of all
/// caches of the host, so the figure is capped at what one cluster of cores really shares.
std::uint64_t lastLevelCacheBytes();

} // namespace poplar_emu::runtime
