// SPDX-License-Identifier: MIT
// The streaming copy for x86, by what the processor offers; elsewhere memcpy.
#include "runtime/moves/StreamingCopy.hpp"

#include "support/Alignment.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace poplar_emu::runtime {

#if defined(__x86_64__)
namespace {

constexpr std::size_t kPrefetchDistance = 2048;

/// Prefetches what will be read kPrefetchDistance bytes from now: of this row, or else of the next.
/// Streaming stores gain nothing from the cache, and rows are too short for the hardware to look
/// ahead by itself.
struct Ahead {
  const std::byte *source;
  const std::byte *next;
  std::size_t bytes;

  void prefetch(std::size_t offset) const {
    const std::size_t wanted = offset + kPrefetchDistance;
    const std::byte *line = wanted < bytes ? source + wanted : next + (wanted - bytes);
    _mm_prefetch(reinterpret_cast<const char *>(line), _MM_HINT_T0);
  }
};

__attribute__((target("avx512f"))) void streamLines512(std::byte *destination,
                                                       const std::byte *source, std::size_t bytes,
                                                       const std::byte *next) {
  const Ahead ahead{source, next, bytes};
  for (std::size_t i = 0; i < bytes; i += kCacheLine) {
    ahead.prefetch(i);
    _mm512_stream_si512(reinterpret_cast<__m512i *>(destination + i),
                        _mm512_loadu_si512(source + i));
  }
}

__attribute__((target("avx"))) void streamLines256(std::byte *destination, const std::byte *source,
                                                   std::size_t bytes, const std::byte *next) {
  const Ahead ahead{source, next, bytes};
  for (std::size_t i = 0; i < bytes; i += kCacheLine) {
    ahead.prefetch(i);
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(source + i));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(source + i + 32));
    _mm256_stream_si256(reinterpret_cast<__m256i *>(destination + i), low);
    _mm256_stream_si256(reinterpret_cast<__m256i *>(destination + i + 32), high);
  }
}

void streamLines128(std::byte *destination, const std::byte *source, std::size_t bytes,
                    const std::byte *next) {
  const Ahead ahead{source, next, bytes};
  for (std::size_t i = 0; i < bytes; i += kCacheLine) {
    ahead.prefetch(i);
    for (std::size_t part = 0; part < kCacheLine; part += 16)
      _mm_stream_si128(reinterpret_cast<__m128i *>(destination + i + part),
                       _mm_loadu_si128(reinterpret_cast<const __m128i *>(source + i + part)));
  }
}

using StreamLines = void (*)(std::byte *, const std::byte *, std::size_t, const std::byte *);

StreamLines bestStreamLines() {
  if (__builtin_cpu_supports("avx512f")) return streamLines512;
  if (__builtin_cpu_supports("avx")) return streamLines256;
  return streamLines128;
}

} // namespace

void streamingCopy(std::byte *destination, const std::byte *source, std::size_t bytes,
                   const std::byte *next) {
  static const StreamLines streamLines = bestStreamLines();
  const std::size_t head =
      (kCacheLine - reinterpret_cast<std::uintptr_t>(destination) % kCacheLine) % kCacheLine;
  if (bytes < head + kCacheLine) {
    std::memcpy(destination, source, bytes);
    return;
  }
  if (head != 0) std::memcpy(destination, source, head);
  const std::size_t whole = (bytes - head) / kCacheLine * kCacheLine;
  streamLines(destination + head, source + head, whole, next);
  const std::size_t done = head + whole;
  if (done != bytes) std::memcpy(destination + done, source + done, bytes - done);
}

void streamingFence() {
  _mm_sfence();
}
#else
void streamingCopy(std::byte *destination, const std::byte *source, std::size_t bytes,
                   const std::byte *) {
  std::memcpy(destination, source, bytes);
}

void streamingFence() {}
#endif

} // namespace poplar_emu::runtime
