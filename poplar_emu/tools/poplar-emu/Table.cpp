// SPDX-License-Identifier: MIT
// Widths of columns, and their text.
#include "Table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <stdexcept>

namespace poplar_emu::tool {
namespace {

/// Characters, not bytes: names may be UTF-8.
std::size_t width(const std::string &text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

/// Line ends and tabs of names would tear rows apart.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

/// Longer names are cut, lest they push all numbers away.
constexpr std::size_t kMostCharacters = 160;

std::string shortened(const std::string &text) {
  if (width(text) <= kMostCharacters) return text;
  std::size_t end = 0;
  for (std::size_t n = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xc0) != 0x80 && ++n > kMostCharacters - 3) break;
  return text.substr(0, end) + "...";
}

void pad(std::ostream &out, std::size_t missing) {
  out << std::string(missing, ' ');
}

} // namespace

void Table::add(std::vector<std::string> row) {
  if (row.size() != rows_.front().size())
    throw std::logic_error(fmt::format("a row of {} cells in a table of {} columns", row.size(),
                                       rows_.front().size()));
  for (std::string &cell : row)
    cell = printable(std::move(cell));
  rows_.push_back(std::move(row));
}

void Table::print(std::ostream &out, TableForm form) const {
  if (form == TableForm::TabSeparated) {
    for (const std::vector<std::string> &row : rows_)
      out << fmt::format("{}\n", fmt::join(row, "\t"));
    return;
  }
  std::vector<std::vector<std::string>> rows = rows_;
  std::vector<std::size_t> widths(rows.front().size());
  for (std::vector<std::string> &row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      row[c] = shortened(row[c]);
      widths[c] = std::max(widths[c], width(row[c]));
    }
  for (const std::vector<std::string> &row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c == 0) {
        out << row[c];
        if (row.size() > 1) pad(out, widths[c] - width(row[c]));
      } else {
        pad(out, 2 + widths[c] - width(row[c]));
        out << row[c];
      }
    }
    out << '\n';
  }
}

} // namespace poplar_emu::tool
