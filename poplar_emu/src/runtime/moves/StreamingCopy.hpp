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

/// Longer rows are better off with memcpy and its wider registers.
inline constexpr std::size_t kMostInlineBytes = 256;

/// memcpy without the call, for rows of any size up to kMostInlineBytes. Source and destination
/// must not overlap: the last step copies the end once more.
inline void copyShort(std::byte *destination, const std::byte *source, std::size_t bytes) {
  const auto twice = [&](auto word) {
    constexpr std::size_t kWord = sizeof word;
    std::memcpy(&word, source, kWord);
    auto last = word;
    std::memcpy(&last, source + bytes - kWord, kWord);
    std::memcpy(destination, &word, kWord);
    std::memcpy(destination + bytes - kWord, &last, kWord);
  };
  struct Vector {
    std::uint64_t halves[2];
  };
  if (bytes > 32) {
    std::size_t done = 0;
    for (; done + 32 < bytes; done += 32)
      std::memcpy(destination + done, source + done, 32);
    std::memcpy(destination + bytes - 32, source + bytes - 32, 32);
  } else if (bytes >= 16) {
    twice(Vector{});
  } else if (bytes >= 8) {
    twice(std::uint64_t{});
  } else if (bytes >= 4) {
    twice(std::uint32_t{});
  } else if (bytes >= 2) {
    twice(std::uint16_t{});
  } else if (bytes == 1) {
    *destination = *source;
  }
}

inline void copyBytes(std::byte *destination, const std::byte *source, std::size_t bytes,
                      Stores stores, const std::byte *next) {
  if (stores == Stores::Streaming && bytes >= kLeastStreamedBytes)
    streamingCopy(destination, source, bytes, next);
  else if (bytes <= kMostInlineBytes)
    copyShort(destination, source, bytes);
  else
    std::memcpy(destination, source, bytes);
}

} // namespace poplar_emu::runtime
