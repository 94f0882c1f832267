// SPDX-License-Identifier: MIT
// Numbers as people read them.
#include "support/Text.hpp"

namespace poplar_emu {

std::string groupedDigits(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out.push_back(',');
    out.push_back(digits[i]);
  }
  return out;
}

} // namespace poplar_emu
