// SPDX-License-Identifier: MIT
// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace poplar_emu {

/// "1,234,567".
std::string groupedDigits(std::uint64_t value);

} // namespace poplar_emu
