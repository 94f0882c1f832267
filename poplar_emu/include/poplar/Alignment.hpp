// SPDX-License-Identifier: MIT
// Alignment of device types, for codelets that compute a MinAlign.
#ifndef POPLAR_ALIGNMENT_HPP
#define POPLAR_ALIGNMENT_HPP

#include <cstddef>
#include <cstdint>

namespace poplar_emu {
namespace device {

/// Smallest multiple of `alignment` (a power of two) that is not below `value`.
constexpr std::size_t alignUp(std::size_t value, std::size_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

inline bool isAligned(const void *pointer, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

} // namespace device
} // namespace poplar_emu

#endif
