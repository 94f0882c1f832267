// SPDX-License-Identifier: MIT
// Numbers as people read them: "1,234,567", "12.5 %", "624.0 KiB".
#pragma once

#include <cstdint>
#include <string>

namespace poplar_emu::report {

std::string groupedDigits(std::uint64_t value);
std::string percent(double share);
std::string byteText(std::uint64_t value);

template <typename Number>
std::string grouped(Number value) {
  return groupedDigits(static_cast<std::uint64_t>(value));
}
template <typename Number>
std::string bytes(Number value) {
  return byteText(static_cast<std::uint64_t>(value));
}

} // namespace poplar_emu::report
