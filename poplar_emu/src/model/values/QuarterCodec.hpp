// SPDX-License-Identifier: MIT
// The bytes of 8-bit floating-point numbers.
#pragma once

#include <poplar/Quarter.hpp>

#include <cstdint>

namespace poplar_emu::model {

/// What becomes of numbers that are too large: the largest value, or the byte 0x80, which is NaN.
enum class QuarterOverflow : std::uint8_t { Saturate, Nan };

/// Sign, exponent, mantissa; 1.4.3 has bias 8, 1.5.2 has bias 16; no infinities, no negative zero.
/// Noune et al., "8-bit Numerical Formats for Deep Neural Networks", 2022.
double decodeQuarter(std::uint8_t bits, const poplar::QuarterMetadata &metadata);

/// Nearest value, ties to even. NaN becomes 0x80.
std::uint8_t encodeQuarter(double value, const poplar::QuarterMetadata &metadata,
                           QuarterOverflow overflow);

/// Largest number that the format holds with scale 0: 240 or 57344.
double quarterMax(poplar::QuarterMetadata::Format format);

} // namespace poplar_emu::model
