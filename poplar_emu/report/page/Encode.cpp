// SPDX-License-Identifier: MIT
// Base64 and variable-length integers.
#include "page/Encode.hpp"

#include <algorithm>

namespace poplar_emu::report {

std::string base64(std::span<const std::uint8_t> bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t present = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < present ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= present ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

void appendVarint(std::vector<std::uint8_t> &bytes, std::uint64_t value) {
  for (; value >= 128; value >>= 7)
    bytes.push_back(static_cast<std::uint8_t>(value | 128));
  bytes.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t zigzag(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? ~(bits << 1) : bits << 1;
}

} // namespace poplar_emu::report
