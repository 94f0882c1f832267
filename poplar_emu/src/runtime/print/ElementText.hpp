// SPDX-License-Identifier: MIT
// One element of device memory as text.
#pragma once

#include "plan/Steps.hpp"
#include "support/ElementType.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace poplar_emu::runtime {

/// The value of an FP8 element: format and scale as in poplar::QuarterMetadata's byte (bit 7: 1.4.3
/// instead of 1.5.2; bits 0 to 5: signed scale).
double quarterValue(std::uint8_t bits, std::uint8_t metadata);

/// Integers in decimal, bools as 0 and 1. Floats by the format: Auto shows `digits` significant
/// digits, as fixed or scientific notation, whichever fits the value.
std::string elementText(ElementType type, const std::byte *element, std::uint8_t quarterMetadata,
                        const plan::PrintFormat &format);

} // namespace poplar_emu::runtime
