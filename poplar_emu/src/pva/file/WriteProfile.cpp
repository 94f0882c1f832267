// SPDX-License-Identifier: MIT
// writeProfile: every table of Columns.hpp, arrays stored once each.
#include "database/Database.hpp"
#include "pva/data/ProgramTypeNames.hpp"
#include "pva/file/Arrays.hpp"
#include "pva/file/EnumNames.hpp"
#include "pva/file/ProfileFile.hpp"
#include "pva/file/Schema.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <unordered_map>
#include <utility>

namespace pva::internal {
namespace {

using poplar_emu::database::Database;
using poplar_emu::database::Mode;
using poplar_emu::database::Statement;

/// The table of arrays: equal ones share a row. Rows count from 1; an empty array is NULL.
class ArrayTable {
 public:
  explicit ArrayTable(Database &database) : insert_(database, "INSERT INTO array VALUES (?, ?)") {}

  std::uint64_t idOf(std::span<const std::uint64_t> values) {
    const std::vector<std::uint8_t> bytes = encodeArray(values);
    const std::string key(bytes.begin(), bytes.end());
    const auto [found, isNew] = ids_.try_emplace(key, ids_.size() + 1);
    if (isNew) {
      insert_.bind(0, found->second);
      insert_.bind(1, std::span<const std::uint8_t>(bytes));
      insert_.insert();
      checksum_.add(bytes);
    }
    return found->second;
  }
  std::uint64_t checksum() const { return checksum_.value(); }

 private:
  Statement insert_;
  std::unordered_map<std::string, std::uint64_t> ids_;
  Checksum checksum_;
};

/// Visits the columns of one row, and binds them from the given one on.
class RowWriter {
 public:
  RowWriter(Statement &insert, ArrayTable &arrays, Checksum &checksum)
      : insert_(insert), arrays_(arrays), checksum_(checksum) {}

  void startAt(int column) { column_ = column; }

  void number(std::uint64_t number) {
    insert_.bind(column_++, number);
    checksum_.add(number);
  }
  template <class T>
  void value(const char *, const T &field) {
    if constexpr (std::is_enum_v<T>) {
      number(static_cast<std::uint64_t>(field));
    } else if constexpr (std::is_integral_v<T>) {
      number(field);
    } else if constexpr (std::is_same_v<T, std::vector<std::uint64_t>>) {
      array(field);
    } else if constexpr (std::is_same_v<T, std::vector<std::uint32_t>>) {
      array(std::vector<std::uint64_t>(field.begin(), field.end()));
    } else {
      insert_.bind(column_++, field);
      checksum_.add(field);
    }
  }
  void index(const char *, const std::uint32_t &field) {
    if (field == kNone)
      none();
    else
      number(field);
  }
  template <class Items, class Member>
  void each(const char *, const Items &items, Member member) {
    std::vector<std::uint64_t> values;
    values.reserve(items.size());
    for (const auto &item : items)
      values.push_back(item.*member);
    array(values);
  }

 private:
  void none() {
    insert_.bindNull(column_++);
    checksum_.add(std::uint64_t{kNone});
  }
  void array(std::span<const std::uint64_t> values) {
    if (values.empty())
      none();
    else
      number(arrays_.idOf(values));
  }

  Statement &insert_;
  ArrayTable &arrays_;
  Checksum &checksum_;
  int column_ = 0;
};

class Writer {
 public:
  explicit Writer(const std::string &path) : database_(path, Mode::Create) {
    database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; BEGIN;"
                              "CREATE TABLE array(id INTEGER PRIMARY KEY, data BLOB)",
                              kApplicationId, kSchemaVersion));
    arrays_.emplace(database_);
  }

  template <class Row>
  void one(const char *table, const Row &row) {
    rows<Row>(table, nullptr, [&](auto write) { write(row); });
  }
  template <class Row>
  void table(const char *table, const std::vector<Row> &all) {
    rows<Row>(table, nullptr, [&](auto write) {
      for (const Row &row : all)
        write(row);
    });
  }
  template <class Parent, class Row>
  void nested(const char *table, const char *parentName, const std::vector<Parent> &parents,
              std::vector<Row> Parent::*member) {
    rows<Row>(table, parentName, [&](auto write) {
      for (std::size_t i = 0; i < parents.size(); ++i)
        for (const Row &row : parents[i].*member)
          write(row, i);
    });
  }

  void finish() {
    names("programType", kProgramTypeNames);
    names("memoryCategory", memoryCategoryNames());
    names("blockKind", blockKindNames());
    database_.run("CREATE TABLE checksum(id INTEGER PRIMARY KEY, tables INTEGER, arrays INTEGER)");
    {
      Statement insert(database_, insertInto("checksum", 2));
      insert.bind(0, std::uint64_t{0});
      insert.bind(1, checksum_.value());
      insert.bind(2, arrays_->checksum());
      insert.insert();
    }
    arrays_.reset();
    database_.run("COMMIT");
  }

 private:
  /// Creates the table, and gives `fill` the function that writes a row.
  template <class Row, class Fill>
  void rows(const char *table, const char *parentName, Fill fill) {
    std::vector<Column> columns = columnsOf<Row>();
    if (parentName) columns.insert(columns.begin(), {parentName, "INTEGER"});
    database_.run(createTable(table, columns));
    Statement insert(database_, insertInto(table, columns.size()));
    RowWriter writer(insert, *arrays_, checksum_);
    std::uint64_t id = 0;
    fill([&](const Row &row, std::optional<std::uint64_t> parent = {}) {
      insert.bind(0, id++);
      writer.startAt(1);
      if (parent) writer.number(*parent);
      pva::internal::columns(writer, row);
      insert.insert();
    });
  }

  void names(const char *table, std::span<const char *const> all) {
    database_.run(createTable(table, std::vector<Column>{{"name", "TEXT"}}));
    Statement insert(database_, insertInto(table, 1));
    for (std::size_t i = 0; i < all.size(); ++i) {
      insert.bind(0, std::uint64_t{i});
      insert.bind(1, std::string_view(all[i]));
      insert.insert();
    }
  }

  Database database_;
  std::optional<ArrayTable> arrays_;
  Checksum checksum_;
};

void writeTables(const std::string &path, const Profile &profile) {
  Writer writer(path);
  forEachTable(writer, profile);
  writer.finish();
}

} // namespace

void writeProfile(const std::string &path, const Profile &profile) {
  const std::string partial = fmt::format("{}.partial.{}", path, getpid());
  std::error_code ignored;
  try {
    std::filesystem::remove(partial);
    writeTables(partial, profile);
    std::filesystem::rename(partial, path);
  } catch (const std::exception &error) {
    std::filesystem::remove(partial, ignored);
    throw std::runtime_error(
        fmt::format("cannot write the profile '{}': {}; choose a directory that exists and that "
                    "you may write to, with room for the file",
                    path, error.what()));
  }
}

} // namespace pva::internal
