// SPDX-License-Identifier: MIT
// Contiguous copies, through the cache or past it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace poplar_emu::runtime {

/// Streaming stores bypass the cache: right for lists that exceed it, wrong for all others.
enum class Stores : std::uint8_t { Cached, Streaming };

/// Rows shorter than this are not worth a streaming copy of their own.
inline constexpr std::size_t kLeastStreamedBytes = 256;

/// memcpy with streaming stores. `next` is what will be read after this row; it is only prefetched,
/// so any address will do. A fence must follow before another thread reads: streamingFence().
void streamingCopy(std::byte *destination, const std::byte *source, std::size_t bytes,
                   const std::byte *next);
void streamingFence();

inline void copyBytes(std::byte *destination, const std::byte *source, std::size_t bytes,
                      Stores stores, const std::byte *next) {
  if (stores == Stores::Streaming && bytes >= kLeastStreamedBytes)
    streamingCopy(destination, source, bytes, next);
  else
    std::memcpy(destination, source, bytes);
}

} // namespace poplar_emu::runtime
