// SPDX-License-Identifier: MIT
// Text tables: aligned for people, tab-separated for programs.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace poplar_emu::tool {

enum class TableForm : std::uint8_t { Aligned, TabSeparated };

/// The first column is text and stands left; the others are numbers and stand right. Control
/// characters become spaces; aligned tables cut texts of more than 160 characters.
class Table {
 public:
  explicit Table(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
  /// Throws std::logic_error if the row has not as many cells as the header.
  void add(std::vector<std::string> row);
  void print(std::ostream &out, TableForm form) const;

 private:
  std::vector<std::vector<std::string>> rows_; ///< the header first
};

} // namespace poplar_emu::tool
