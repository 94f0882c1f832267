// SPDX-License-Identifier: MIT
// Blocked transposition of a matrix of words that lie at any stride.
#pragma once

#include "runtime/moves/StreamingCopy.hpp"

#include <cstddef>
#include <cstdint>

namespace poplar_emu::runtime {

/// source[row][column] -> destination[column][row]; columns are contiguous in the source and rows
/// in the destination. Strides in bytes.
struct Transposition {
  const std::byte *source = nullptr;
  std::byte *destination = nullptr;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::int64_t sourceRowStride = 0;
  std::int64_t destinationColumnStride = 0;
};

/// Words of 1, 2, 4 or 8 bytes.
constexpr bool isTransposableWord(std::size_t wordBytes) {
  return wordBytes == 1 || wordBytes == 2 || wordBytes == 4 || wordBytes == 8;
}

void transpose(const Transposition &matrix, std::size_t wordBytes, Stores stores);

} // namespace poplar_emu::runtime
