// SPDX-License-Identifier: MIT
// Bit patterns of IEEE binary16 numbers, for programs that fill and read buffers of HALF tensors.
#ifndef POPFLOAT_EXPERIMENTAL_CAST_TO_HALF_HPP
#define POPFLOAT_EXPERIMENTAL_CAST_TO_HALF_HPP

#include <poplar_emu/Export.hpp>

#include <cstdint>

namespace popfloat {
namespace experimental {

/// The half nearest to `value`, ties to even; denormals are kept, and a NaN stays one. Finite
/// values of magnitude 65520 and more become infinite; with enNanoo they become the largest half,
/// 65504, with their sign. Throws nothing.
POPLAR_EMU_EXPORT std::uint16_t singleToHalf(float value, bool enNanoo = false);

/// The value of a half; every one of them is a float. Throws nothing.
POPLAR_EMU_EXPORT float halfToSingle(std::uint16_t half);

} // namespace experimental
} // namespace popfloat

#endif
