// SPDX-License-Identifier: MIT
// Transposes blocks of one cache line of source by one cache line of destination, so that each line
// is read and written once.
#include "runtime/moves/Transpose.hpp"

#include "support/Alignment.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace poplar_emu::runtime {
namespace {

template <class Word>
void transposeEdge(const Transposition &m, std::uint64_t row, std::uint64_t numRows,
                   std::uint64_t column, std::uint64_t numColumns) {
  for (std::uint64_t c = column; c < column + numColumns; ++c) {
    std::byte *out = m.destination + static_cast<std::int64_t>(c) * m.destinationColumnStride +
                     row * sizeof(Word);
    const std::byte *in =
        m.source + static_cast<std::int64_t>(row) * m.sourceRowStride + c * sizeof(Word);
    for (std::uint64_t r = 0; r < numRows; ++r) {
      std::memcpy(out, in, sizeof(Word));
      out += sizeof(Word);
      in += m.sourceRowStride;
    }
  }
}

#if defined(__x86_64__)

/// Eight rows of eight 32-bit words become eight columns.
__attribute__((target("avx2"))) inline void transpose8x8(__m256i (&r)[8]) {
  const __m256i a0 = _mm256_unpacklo_epi32(r[0], r[1]), a1 = _mm256_unpackhi_epi32(r[0], r[1]);
  const __m256i a2 = _mm256_unpacklo_epi32(r[2], r[3]), a3 = _mm256_unpackhi_epi32(r[2], r[3]);
  const __m256i a4 = _mm256_unpacklo_epi32(r[4], r[5]), a5 = _mm256_unpackhi_epi32(r[4], r[5]);
  const __m256i a6 = _mm256_unpacklo_epi32(r[6], r[7]), a7 = _mm256_unpackhi_epi32(r[6], r[7]);
  const __m256i b0 = _mm256_unpacklo_epi64(a0, a2), b1 = _mm256_unpackhi_epi64(a0, a2);
  const __m256i b2 = _mm256_unpacklo_epi64(a1, a3), b3 = _mm256_unpackhi_epi64(a1, a3);
  const __m256i b4 = _mm256_unpacklo_epi64(a4, a6), b5 = _mm256_unpackhi_epi64(a4, a6);
  const __m256i b6 = _mm256_unpacklo_epi64(a5, a7), b7 = _mm256_unpackhi_epi64(a5, a7);
  r[0] = _mm256_permute2x128_si256(b0, b4, 0x20);
  r[1] = _mm256_permute2x128_si256(b1, b5, 0x20);
  r[2] = _mm256_permute2x128_si256(b2, b6, 0x20);
  r[3] = _mm256_permute2x128_si256(b3, b7, 0x20);
  r[4] = _mm256_permute2x128_si256(b0, b4, 0x31);
  r[5] = _mm256_permute2x128_si256(b1, b5, 0x31);
  r[6] = _mm256_permute2x128_si256(b2, b6, 0x31);
  r[7] = _mm256_permute2x128_si256(b3, b7, 0x31);
}

/// Four rows of four 64-bit words become four columns.
__attribute__((target("avx2"))) inline void transpose4x4(__m256i (&r)[4]) {
  const __m256i a0 = _mm256_unpacklo_epi64(r[0], r[1]), a1 = _mm256_unpackhi_epi64(r[0], r[1]);
  const __m256i a2 = _mm256_unpacklo_epi64(r[2], r[3]), a3 = _mm256_unpackhi_epi64(r[2], r[3]);
  r[0] = _mm256_permute2x128_si256(a0, a2, 0x20);
  r[1] = _mm256_permute2x128_si256(a1, a3, 0x20);
  r[2] = _mm256_permute2x128_si256(a0, a2, 0x31);
  r[3] = _mm256_permute2x128_si256(a1, a3, 0x31);
}

/// A block of kWide x kWide words, one line each way.
template <std::size_t kWord>
struct Block {
  static constexpr std::uint64_t kWide = kCacheLine / kWord; ///< words of a line
  static constexpr std::uint64_t kVector = 32 / kWord;       ///< words of a register
  static constexpr std::uint64_t kRegisters = 32 / kWord;    ///< rows transposed at once

  template <Stores kStores>
  __attribute__((target("avx2"))) static void run(const std::byte *source,
                                                  std::int64_t sourceStride, std::byte *destination,
                                                  std::int64_t destinationStride) {
    for (std::uint64_t column = 0; column < kWide; column += kVector) {
      __m256i low[kRegisters], high[kRegisters];
      const std::byte *in = source + column * kWord;
      for (std::uint64_t i = 0; i < kRegisters; ++i)
        low[i] = _mm256_loadu_si256(
            reinterpret_cast<const __m256i *>(in + static_cast<std::int64_t>(i) * sourceStride));
      for (std::uint64_t i = 0; i < kRegisters; ++i)
        high[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(
            in + static_cast<std::int64_t>(i + kRegisters) * sourceStride));
      if constexpr (kWord == 4) {
        transpose8x8(low);
        transpose8x8(high);
      } else {
        transpose4x4(low);
        transpose4x4(high);
      }
      for (std::uint64_t i = 0; i < kVector; ++i) {
        auto *out = reinterpret_cast<__m256i *>(
            destination + static_cast<std::int64_t>(column + i) * destinationStride);
        if constexpr (kStores == Stores::Streaming) {
          _mm256_stream_si256(out, low[i]);
          _mm256_stream_si256(out + 1, high[i]);
        } else {
          _mm256_storeu_si256(out, low[i]);
          _mm256_storeu_si256(out + 1, high[i]);
        }
      }
    }
  }
};

template <class Word, Stores kStores>
void transposeBlocks(const Transposition &m) {
  using Shape = Block<sizeof(Word)>;
  constexpr std::uint64_t kWide = Shape::kWide;
  // The first row whose place in the destination starts a line: streaming stores need it.
  const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(m.destination) % kCacheLine;
  const std::uint64_t head =
      kStores == Stores::Cached
          ? 0
          : std::min<std::uint64_t>(m.rows, (kCacheLine - misaligned) % kCacheLine / sizeof(Word));
  const std::uint64_t blockRows = (m.rows - head) / kWide * kWide;
  const std::uint64_t blockColumns = m.columns / kWide * kWide;
  if (head != 0) transposeEdge<Word>(m, 0, head, 0, m.columns);
  for (std::uint64_t column = 0; column < blockColumns; column += kWide)
    for (std::uint64_t row = head; row < head + blockRows; row += kWide)
      Shape::template run<kStores>(
          m.source + static_cast<std::int64_t>(row) * m.sourceRowStride + column * sizeof(Word),
          m.sourceRowStride,
          m.destination + static_cast<std::int64_t>(column) * m.destinationColumnStride +
              row * sizeof(Word),
          m.destinationColumnStride);
  if (blockColumns != m.columns)
    transposeEdge<Word>(m, head, blockRows, blockColumns, m.columns - blockColumns);
  if (head + blockRows != m.rows)
    transposeEdge<Word>(m, head + blockRows, m.rows - head - blockRows, 0, m.columns);
}

template <class Word>
bool transposeWithVectors(const Transposition &m, Stores stores) {
  if constexpr (sizeof(Word) == 4 || sizeof(Word) == 8) {
    static const bool hasAvx2 = __builtin_cpu_supports("avx2");
    if (!hasAvx2) return false;
    const bool streams = stores == Stores::Streaming &&
                         m.destinationColumnStride % kCacheLine == 0 &&
                         reinterpret_cast<std::uintptr_t>(m.destination) % sizeof(Word) == 0;
    if (streams)
      transposeBlocks<Word, Stores::Streaming>(m);
    else
      transposeBlocks<Word, Stores::Cached>(m);
    return true;
  }
  return false;
}
#else
template <class Word>
bool transposeWithVectors(const Transposition &, Stores) {
  return false;
}
#endif

template <class Word>
void transposeWords(const Transposition &m, Stores stores) {
  constexpr std::uint64_t kWide = kCacheLine / sizeof(Word);
  if (m.rows >= kWide && m.columns >= kWide && transposeWithVectors<Word>(m, stores)) return;
  for (std::uint64_t column = 0; column < m.columns; column += kWide)
    for (std::uint64_t row = 0; row < m.rows; row += kWide)
      transposeEdge<Word>(m, row, std::min(kWide, m.rows - row), column,
                          std::min(kWide, m.columns - column));
}

} // namespace

void transpose(const Transposition &matrix, std::size_t wordBytes, Stores stores) {
  switch (wordBytes) {
  case 1:
    return transposeWords<std::uint8_t>(matrix, stores);
  case 2:
    return transposeWords<std::uint16_t>(matrix, stores);
  case 4:
    return transposeWords<std::uint32_t>(matrix, stores);
  default:
    return transposeWords<std::uint64_t>(matrix, stores);
  }
}

} // namespace poplar_emu::runtime
