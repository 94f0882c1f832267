// SPDX-License-Identifier: MIT
// Columns of numbers as text that a page decodes: base64 of variable-length integers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::report {

std::string base64(std::span<const std::uint8_t> bytes);

/// Seven bits a byte, lowest first; the top bit says that another byte follows. Readers that hold
/// numbers as doubles are exact below 2^53.
void appendVarint(std::vector<std::uint8_t> &bytes, std::uint64_t value);

/// 0, -1, 1, -2 ... as 0, 1, 2, 3 ...
std::uint64_t zigzag(std::int64_t value);

/// A column: the varints of all values.
class Column {
 public:
  void add(std::uint64_t value) { appendVarint(bytes_, value); }
  void addSigned(std::int64_t value) { add(zigzag(value)); }
  std::size_t size() const { return bytes_.size(); }
  std::string text() const { return base64(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

} // namespace poplar_emu::report
