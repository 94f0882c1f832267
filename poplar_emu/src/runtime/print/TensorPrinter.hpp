// SPDX-License-Identifier: MIT
// The text of PrintTensor.
#pragma once

#include "plan/Steps.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace poplar_emu::runtime {

/// `data` holds the tensor's elements in row-major order. Ends with a newline:
///
///     v2: [7.0000000 6.0000000]
///     m: [
///      [1.4962566 1.7682219]
///      [2.0000000 3.0000000]
///     ]
std::string tensorText(const plan::PrintStep &print, std::span<const std::byte> data);

} // namespace poplar_emu::runtime
