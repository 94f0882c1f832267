// SPDX-License-Identifier: MIT
// SQLite files as objects: an open database and a prepared statement. Part of no layer; profiles
// and traces share it.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace poplar_emu::database {

/// What SQLite says, without the file's name.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Mode { Read, Create };

class Database {
 public:
  /// `Create` makes a new file that is written in one go: without a journal, and without waiting
  /// for the disk. Throws Error.
  Database(const std::string &path, Mode mode);
  Database(const Database &) = delete;
  Database &operator=(const Database &) = delete;
  ~Database();

  void run(const std::string &sql);
  /// The first column of the first row, e.g. of a PRAGMA.
  std::int64_t number(const std::string &sql);
  sqlite3 *handle() { return handle_; }
  [[noreturn]] void fail();

 private:
  sqlite3 *handle_ = nullptr;
};

/// Columns and parameters count from 0. All functions throw Error.
class Statement {
 public:
  Statement(Database &database, const std::string &sql);
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;
  ~Statement();

  void bind(int parameter, std::uint64_t value);
  void bind(int parameter, double value);
  void bind(int parameter, std::string_view value);
  void bind(int parameter, std::span<const std::uint8_t> value);
  void bindNull(int parameter);
  /// Executes a statement without rows, and makes it ready for the next values.
  void insert();

  /// Moves to the next row; false after the last.
  [[nodiscard]] bool next();
  bool isNull(int column) const;
  std::uint64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  /// Valid until next().
  std::span<const std::uint8_t> blob(int column) const;

 private:
  Database &database_;
  sqlite3_stmt *handle_ = nullptr;
};

} // namespace poplar_emu::database
