// SPDX-License-Identifier: MIT
// Decimals of a summary.
#include "profile/print/Lines.hpp"

#include <cmath>

namespace poplar_emu::profile {

std::string groupedDecimal(double value) {
  const auto tenths = static_cast<std::uint64_t>(std::llround(std::fabs(value) * 10));
  return fmt::format("{}{}.{}", value < 0 && tenths != 0 ? "-" : "", groupedDigits(tenths / 10),
                     tenths % 10);
}

} // namespace poplar_emu::profile
