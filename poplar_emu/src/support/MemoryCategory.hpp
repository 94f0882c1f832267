// SPDX-License-Identifier: MIT
// What the bytes of a tile's memory are for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace poplar_emu {

enum class MemoryCategory : std::uint8_t {
  Variable,
  Constant,
  VertexInstanceState,
  VertexFieldData,
  VectorListDescriptor,
  VertexCode,
  ControlCode,
  ControlTable,
  CopyDescriptor,
  InternalExchangeCode,
  GlobalExchangeCode,
  HostExchangeCode,
  GlobalMessage,
  HostMessage,
  Rearrangement, ///< operands that come from other tiles, or go there
  Stack,
  InstrumentationResults,
  kLastEnumerator = InstrumentationResults,
};
inline constexpr std::size_t kNumMemoryCategories =
    static_cast<std::size_t>(MemoryCategory::kLastEnumerator) + 1;

using CategoryBytes = std::array<std::uint64_t, kNumMemoryCategories>;

inline std::uint64_t &at(CategoryBytes &bytes, MemoryCategory category) {
  return bytes[static_cast<std::size_t>(category)];
}

} // namespace poplar_emu
