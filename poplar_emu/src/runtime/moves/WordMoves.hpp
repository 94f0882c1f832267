// SPDX-License-Identifier: MIT
// The inner loops of moves, one instance for each size of word.
#pragma once

#include "plan/Moves.hpp"
#include "runtime/moves/StreamingCopy.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace poplar_emu::runtime {

/// Words of a size that the compiler knows: copies become single loads and stores.
template <std::size_t kBytes>
struct FixedWord {
  static constexpr std::size_t bytes() { return kBytes; }
  static void copy(std::byte *destination, const std::byte *source) {
    std::memcpy(destination, source, kBytes);
  }
};

/// Rows of any other size.
struct AnyWord {
  std::size_t size;
  std::size_t bytes() const { return size; }
  void copy(std::byte *destination, const std::byte *source) const {
    copyBytes(destination, source, size, Stores::Cached, source);
  }
};

/// Calls f with the word type for `bytes`.
template <class F>
void withWord(std::size_t bytes, F &&f) {
  switch (bytes) {
  case 1:
    return f(FixedWord<1>{});
  case 2:
    return f(FixedWord<2>{});
  case 4:
    return f(FixedWord<4>{});
  case 8:
    return f(FixedWord<8>{});
  case 16:
    return f(FixedWord<16>{});
  default:
    return f(AnyWord{bytes});
  }
}

template <class Word>
void moveStrided(Word word, std::byte *destination, const std::byte *source,
                 const plan::MoveLoop &loop) {
  const std::int64_t sourceStride = loop.sourceStride;
  const std::int64_t destinationStride = loop.destinationStride;
  for (std::uint64_t i = 0; i < loop.count; ++i) {
    word.copy(destination, source);
    source += sourceStride;
    destination += destinationStride;
  }
}

template <class Word>
void gatherWords(Word word, std::byte *destination, const std::byte *source,
                 const std::uint32_t *indices, std::uint64_t count) {
  const std::uint64_t bytes = word.bytes();
  for (std::uint64_t i = 0; i < count; ++i)
    word.copy(destination + i * bytes, source + indices[i] * bytes);
}

template <class Word>
void scatterWords(Word word, std::byte *destination, const std::byte *source,
                  const std::uint32_t *indices, std::uint64_t count) {
  const std::uint64_t bytes = word.bytes();
  for (std::uint64_t i = 0; i < count; ++i)
    word.copy(destination + indices[i] * bytes, source + i * bytes);
}

template <class Word>
void moveWordPairs(Word word, std::byte *destination, const std::byte *source,
                   const std::uint32_t *indices, std::uint64_t count) {
  const std::uint64_t bytes = word.bytes();
  for (std::uint64_t i = 0; i < count; ++i)
    word.copy(destination + indices[2 * i + 1] * bytes, source + indices[2 * i] * bytes);
}

} // namespace poplar_emu::runtime
