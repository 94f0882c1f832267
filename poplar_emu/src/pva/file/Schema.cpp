// SPDX-License-Identifier: MIT
// SQL statements from lists of columns, and the checksum.
#include "pva/file/Schema.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace pva::internal {

std::string createTable(const std::string &table, std::span<const Column> columns) {
  std::string sql = fmt::format("CREATE TABLE \"{}\"(id INTEGER PRIMARY KEY", table);
  for (const Column &column : columns)
    sql += fmt::format(", \"{}\" {}", column.name, column.type);
  return sql + ")";
}

std::string insertInto(const std::string &table, std::size_t numColumns) {
  std::string sql = fmt::format("INSERT INTO \"{}\" VALUES (?", table);
  for (std::size_t i = 0; i < numColumns; ++i)
    sql += ", ?";
  return sql + ")";
}

std::string selectFrom(const std::string &table, std::span<const Column> columns) {
  std::string sql = "SELECT id";
  for (const Column &column : columns)
    sql += fmt::format(", \"{}\"", column.name);
  return sql + fmt::format(" FROM \"{}\" ORDER BY id", table);
}

void Checksum::add(std::uint64_t number) {
  value_ = (value_ ^ number) * 0x100000001b3;
  value_ ^= value_ >> 29; // spreads what the product moved to the top
}

void Checksum::add(double number) {
  add(std::bit_cast<std::uint64_t>(number));
}

void Checksum::add(std::string_view text) {
  add(std::span(reinterpret_cast<const std::uint8_t *>(text.data()), text.size()));
}

void Checksum::add(std::span<const std::uint8_t> bytes) {
  add(std::uint64_t{bytes.size()});
  for (; !bytes.empty(); bytes = bytes.subspan(std::min<std::size_t>(8, bytes.size()))) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), std::min<std::size_t>(8, bytes.size()));
    add(word);
  }
}

} // namespace pva::internal
