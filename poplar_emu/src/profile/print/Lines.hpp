// SPDX-License-Identifier: MIT
// Lines of a summary: headings, and labels with values in a column.
#pragma once

#include "support/Text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace poplar_emu::profile {

/// Writes lines at one depth of indentation and below.
class Lines {
 public:
  Lines(std::ostream &out, bool colours) : out_(out), colours_(colours) {}

  /// "Target:", bold if colours are on.
  void heading(std::string_view text) {
    out_ << (colours_ ? fmt::format("\x1b[1m{}\x1b[0m\n", text) : fmt::format("{}\n", text));
  }
  void text(int depth, std::string_view text) {
    out_ << fmt::format("{:{}}{}\n", "", 2 * depth, text);
  }
  /// "  Number of IPUs:        2": the value ends in column 56, or follows a long label.
  void value(int depth, std::string_view label, std::string_view value) {
    const int width = kColumn - 2 * depth - static_cast<int>(label.size());
    out_ << fmt::format("{:{}}{}{:>{}}\n", "", 2 * depth, label, value,
                        std::max(width, static_cast<int>(value.size()) + 1));
  }
  /// "  Total cycles:         2 (...)": the value begins in column 56.
  void after(int depth, std::string_view label, std::string_view value) {
    out_ << fmt::format("{:{}}{:<{}}{}\n", "", 2 * depth, label, kColumn - 2 * depth, value);
  }
  void number(int depth, std::string_view label, std::uint64_t number, std::string_view unit = "") {
    value(depth, label, groupedDigits(number) + std::string(unit));
  }
  void empty() { out_ << "\n"; }

 private:
  static constexpr int kColumn = 56;
  std::ostream &out_;
  bool colours_;
};

/// "1,234.5".
std::string groupedDecimal(double value);

} // namespace poplar_emu::profile
