// SPDX-License-Identifier: MIT
// Formats numbers with units.
#include "page/Quantities.hpp"

#include <fmt/format.h>

namespace poplar_emu::report {

std::string groupedDigits(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string percent(double share) {
  return fmt::format("{:.1f} %", share * 100);
}

std::string byteText(std::uint64_t value) {
  if (value < 1024) return fmt::format("{} bytes", value);
  const auto amount = static_cast<double>(value);
  if (value < 1024 * 1024) return fmt::format("{:.1f} KiB", amount / 1024);
  return fmt::format("{:.1f} MiB", amount / (1024 * 1024));
}

} // namespace poplar_emu::report
