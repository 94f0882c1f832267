// SPDX-License-Identifier: MIT
// SQLite's C functions behind objects that close and finalise themselves.
#include "database/Database.hpp"

#include <sqlite3.h>

namespace poplar_emu::database {

Database::Database(const std::string &path, Mode mode) {
  const int flags =
      mode == Mode::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
    const std::string why = sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    throw Error(why);
  }
  try {
    if (mode == Mode::Create) run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  } catch (...) {
    sqlite3_close(handle_);
    throw;
  }
}

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::run(const std::string &sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::number(const std::string &sql) {
  Statement statement(*this, sql);
  return statement.next() ? static_cast<std::int64_t>(statement.number(0)) : 0;
}

void Database::fail() {
  throw Error(sqlite3_errmsg(handle_));
}

Statement::Statement(Database &database, const std::string &sql) : database_(database) {
  const int size = static_cast<int>(sql.size());
  if (sqlite3_prepare_v2(database.handle(), sql.c_str(), size, &handle_, nullptr) != SQLITE_OK)
    database.fail();
}

Statement::~Statement() {
  sqlite3_finalize(handle_);
}

void Statement::bind(int parameter, std::uint64_t value) {
  const auto bits = static_cast<sqlite3_int64>(value);
  if (sqlite3_bind_int64(handle_, parameter + 1, bits) != SQLITE_OK) database_.fail();
}

void Statement::bind(int parameter, double value) {
  if (sqlite3_bind_double(handle_, parameter + 1, value) != SQLITE_OK) database_.fail();
}

void Statement::bind(int parameter, std::string_view value) {
  if (sqlite3_bind_text64(handle_, parameter + 1, value.data(), value.size(), SQLITE_TRANSIENT,
                          SQLITE_UTF8) != SQLITE_OK)
    database_.fail();
}

void Statement::bind(int parameter, std::span<const std::uint8_t> value) {
  if (sqlite3_bind_blob64(handle_, parameter + 1, value.data(), value.size(), SQLITE_TRANSIENT) !=
      SQLITE_OK)
    database_.fail();
}

void Statement::bindNull(int parameter) {
  if (sqlite3_bind_null(handle_, parameter + 1) != SQLITE_OK) database_.fail();
}

void Statement::insert() {
  if (sqlite3_step(handle_) != SQLITE_DONE || sqlite3_reset(handle_) != SQLITE_OK) database_.fail();
}

bool Statement::next() {
  const int status = sqlite3_step(handle_);
  if (status != SQLITE_ROW && status != SQLITE_DONE) database_.fail();
  return status == SQLITE_ROW;
}

bool Statement::isNull(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

std::uint64_t Statement::number(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(handle_, column));
}

double Statement::real(int column) const {
  return sqlite3_column_double(handle_, column);
}

std::string Statement::text(int column) const {
  const unsigned char *text = sqlite3_column_text(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return text ? std::string(reinterpret_cast<const char *>(text), static_cast<std::size_t>(size))
              : std::string();
}

std::span<const std::uint8_t> Statement::blob(int column) const {
  const void *data = sqlite3_column_blob(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return {static_cast<const std::uint8_t *>(data), data ? static_cast<std::size_t>(size) : 0};
}

} // namespace poplar_emu::database
