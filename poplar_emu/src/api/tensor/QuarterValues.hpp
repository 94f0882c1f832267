// SPDX-License-Identifier: MIT
// Values of QUARTER tensors, which only their metadata makes numbers.
#pragma once

#include "api/TensorState.hpp"
#include "api/tensor/ElementValues.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace poplar_emu::api {

/// The byte of a metadata tensor, if it is a constant.
std::optional<std::uint8_t> constantMetadata(const TensorRef &metadata);

/// Nearest quarters of the numbers. Without known metadata only zeros have an encoding (PE0222).
void quarterFromDoubles(std::span<const double> values, const ValueTarget &target,
                        std::span<std::byte> out);

double quarterToDouble(std::uint8_t bits, std::uint8_t metadata);

} // namespace poplar_emu::api
