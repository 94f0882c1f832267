// SPDX-License-Identifier: MIT
// Bulk conversion between IEEE binary16 and wider floating-point numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace poplar_emu {

// Rounding is to nearest, ties to even; overflow gives infinity; NaNs stay NaNs and become quiet.
// Buffers of halves need no alignment. Cost: about one element a cycle where the CPU has F16C.

void halfFromFloat(const float *source, void *halves, std::size_t count);
void floatFromHalf(const void *halves, float *destination, std::size_t count);
/// Rounds once, not through float.
void halfFromDouble(const double *source, void *halves, std::size_t count);
void doubleFromHalf(const void *halves, double *destination, std::size_t count);

/// Largest finite half.
inline constexpr float kHalfMax = 65504.0F;

} // namespace poplar_emu
