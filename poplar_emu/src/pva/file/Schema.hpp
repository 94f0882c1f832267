// SPDX-License-Identifier: MIT
// The profile file's schema as SQL, and what writing and reading must agree on besides columns.
#pragma once

#include "pva/file/Columns.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pva::internal {

/// Marks the file as a profile in SQLite's own header ("popr").
inline constexpr int kApplicationId = 0x706f7072;

struct Column {
  std::string name, type; ///< SQLite's type
};

/// A visitor of columns() that collects names and types.
class ColumnList {
 public:
  template <class T>
  void value(const char *name, const T &) {
    if constexpr (std::is_same_v<T, std::string>)
      add(name, "TEXT");
    else if constexpr (std::is_floating_point_v<T>)
      add(name, "REAL");
    else
      add(name, "INTEGER");
  }
  void index(const char *name, const std::uint32_t &) { add(name, "INTEGER"); }
  template <class Items, class Member>
  void each(const char *name, const Items &, Member) {
    add(name, "INTEGER");
  }
  std::vector<Column> take() { return std::move(columns_); }

 private:
  void add(const char *name, const char *type) { columns_.push_back({name, type}); }
  std::vector<Column> columns_;
};

template <class Row>
std::vector<Column> columnsOf() {
  ColumnList list;
  const Row row{};
  columns(list, row);
  return list.take();
}

std::string createTable(const std::string &table, std::span<const Column> columns);
std::string insertInto(const std::string &table, std::size_t numColumns);
std::string selectFrom(const std::string &table, std::span<const Column> columns);

/// A sum over everything that is stored, so that a file that was changed is recognised.
class Checksum {
 public:
  void add(std::uint64_t number);
  void add(double number);
  void add(std::string_view text);
  void add(std::span<const std::uint8_t> bytes);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325; // FNV-1a, by words
};

} // namespace pva::internal
