// SPDX-License-Identifier: MIT
// Reads columns back, as the page does.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::report {

inline std::vector<std::uint8_t> bytesOf(std::string_view text) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0;
  std::size_t bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<std::uint32_t>(kDigits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(group >> bits & 255));
  }
  return bytes;
}

inline std::vector<std::uint64_t> varints(const std::vector<std::uint8_t> &bytes,
                                          std::size_t begin = 0) {
  std::vector<std::uint64_t> values;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (std::size_t i = begin; i < bytes.size(); ++i) {
    value |= static_cast<std::uint64_t>(bytes[i] & 127) << shift;
    shift += 7;
    if (bytes[i] >= 128) continue;
    values.push_back(value);
    value = shift = 0;
  }
  return values;
}

inline std::vector<std::uint64_t> column(const nlohmann::json &json) {
  return varints(bytesOf(json.get<std::string>()));
}

inline std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

inline std::uint64_t sum(const std::vector<std::uint64_t> &values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

} // namespace poplar_emu::report
