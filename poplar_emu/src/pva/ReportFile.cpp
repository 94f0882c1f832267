// SPDX-License-Identifier: MIT
// The report file: an SQLite database with one table of single numbers and one table for each list.
#include "pva/ReportData.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdio>
#include <fstream>
#include <utility>

namespace pva::internal {
namespace {

// Marks the file as ours in SQLite's own header ("popr").
constexpr int kApplicationId = 0x706f7072;

/// The single numbers by name: reading and writing walk the same list.
template <class Data, class Visit>
void forEachNumber(Data &data, Visit visit) {
  visit("version.major", data.versionMajor);
  visit("version.minor", data.versionMinor);
  visit("version.point", data.versionPoint);
  visit("target.numIPUs", data.numIpus);
  visit("target.tilesPerIpu", data.tilesPerIpu);
  visit("target.bytesPerIPU", data.bytesPerIpu);
  visit("target.numReplicas", data.numReplicas);
  visit("graph.numVars", data.numVariables);
  visit("graph.numEdges", data.numEdges);
  visit("graph.numVertices", data.numVertices);
  visit("execution.totalCycles", data.totalCycles);
}

class Database {
 public:
  Database(const std::string &path, int flags) : path_(path) {
    if (sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
      const std::string why = sqlite3_errmsg(handle_);
      sqlite3_close(handle_);
      throw std::runtime_error(fmt::format("report '{}': {}", path, why));
    }
  }
  Database(const Database &) = delete;
  Database &operator=(const Database &) = delete;
  ~Database() { sqlite3_close(handle_); }

  sqlite3 *handle() { return handle_; }
  void run(const std::string &sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  [[noreturn]] void fail() {
    throw std::runtime_error(fmt::format("report '{}': {}", path_, sqlite3_errmsg(handle_)));
  }

 private:
  std::string path_;
  sqlite3 *handle_ = nullptr;
};

class Statement {
 public:
  Statement(Database &database, const char *sql) : database_(database) {
    if (sqlite3_prepare_v2(database.handle(), sql, -1, &handle_, nullptr) != SQLITE_OK)
      database.fail();
  }
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;
  ~Statement() { sqlite3_finalize(handle_); }

  Statement &bind(int column, std::uint64_t value) {
    if (sqlite3_bind_int64(handle_, column, static_cast<sqlite3_int64>(value)) != SQLITE_OK)
      database_.fail();
    return *this;
  }
  Statement &bind(int column, const std::string &value) {
    const int size = static_cast<int>(value.size());
    if (sqlite3_bind_text(handle_, column, value.c_str(), size, SQLITE_TRANSIENT) != SQLITE_OK)
      database_.fail();
    return *this;
  }
  void insert() {
    if (sqlite3_step(handle_) != SQLITE_DONE || sqlite3_reset(handle_) != SQLITE_OK)
      database_.fail();
  }
  /// Moves to the next row; false after the last.
  [[nodiscard]] bool next() {
    const int status = sqlite3_step(handle_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) database_.fail();
    return status == SQLITE_ROW;
  }
  std::uint64_t number(int column) const {
    return static_cast<std::uint64_t>(sqlite3_column_int64(handle_, column));
  }
  std::string text(int column) const {
    const auto *text = sqlite3_column_text(handle_, column);
    return text ? reinterpret_cast<const char *>(text) : "";
  }

 private:
  Database &database_;
  sqlite3_stmt *handle_ = nullptr;
};

} // namespace

void writeReport(const std::string &path, const ReportData &data) {
  // A report replaces the one of an earlier run; a file that cannot be removed shows when it is
  // opened.
  std::remove(path.c_str());
  Database database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database.run(fmt::format("PRAGMA application_id = {}; PRAGMA synchronous = OFF; BEGIN;"
                           "CREATE TABLE number(name TEXT PRIMARY KEY, value INTEGER);"
                           "CREATE TABLE text(name TEXT PRIMARY KEY, value TEXT);"
                           "CREATE TABLE compute_set(id INTEGER PRIMARY KEY, name TEXT);"
                           "CREATE TABLE tile(id INTEGER PRIMARY KEY, including_gaps INTEGER,"
                           " excluding_gaps INTEGER, always_live INTEGER, not_always_live INTEGER);"
                           "CREATE TABLE run(id INTEGER PRIMARY KEY, name TEXT,"
                           " microseconds INTEGER);",
                           kApplicationId));
  {
    Statement number(database, "INSERT INTO number VALUES (?, ?)");
    forEachNumber(data, [&](const char *name, std::uint64_t value) {
      number.bind(1, std::string(name)).bind(2, value).insert();
    });
    Statement text(database, "INSERT INTO text VALUES (?, ?)");
    text.bind(1, std::string("version.packageHash")).bind(2, data.packageHash).insert();

    Statement computeSet(database, "INSERT INTO compute_set VALUES (?, ?)");
    for (std::size_t i = 0; i < data.computeSets.size(); ++i)
      computeSet.bind(1, i).bind(2, data.computeSets[i]).insert();

    Statement tile(database, "INSERT INTO tile VALUES (?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < data.tiles.size(); ++i) {
      const TileBytes &bytes = data.tiles[i];
      tile.bind(1, i).bind(2, bytes.includingGaps).bind(3, bytes.excludingGaps);
      tile.bind(4, bytes.alwaysLive).bind(5, bytes.notAlwaysLive).insert();
    }

    Statement run(database, "INSERT INTO run VALUES (?, ?, ?)");
    for (std::size_t i = 0; i < data.runs.size(); ++i)
      run.bind(1, i).bind(2, data.runs[i].name).bind(3, data.runs[i].microseconds).insert();
  }
  database.run("COMMIT");
}

ReportData readReport(const std::string &path) {
  if (!std::ifstream(path).good())
    throw std::runtime_error(fmt::format("report '{}': no such file", path));
  Database database(path, SQLITE_OPEN_READONLY);
  {
    Statement mark(database, "PRAGMA application_id");
    if (!mark.next() || mark.number(0) != kApplicationId)
      throw std::runtime_error(fmt::format("'{}' is no report of this library", path));
  }

  ReportData data;
  forEachNumber(data, [&]<class Integer>(const char *name, Integer &value) {
    Statement one(database, "SELECT value FROM number WHERE name = ?");
    if (!one.bind(1, std::string(name)).next())
      throw std::runtime_error(fmt::format("report '{}' lacks {}", path, name));
    value = static_cast<Integer>(one.number(0));
  });
  Statement text(database, "SELECT value FROM text WHERE name = 'version.packageHash'");
  if (text.next()) data.packageHash = text.text(0);

  Statement computeSets(database, "SELECT name FROM compute_set ORDER BY id");
  while (computeSets.next())
    data.computeSets.push_back(computeSets.text(0));

  Statement tiles(database, "SELECT including_gaps, excluding_gaps, always_live, not_always_live"
                            " FROM tile ORDER BY id");
  while (tiles.next())
    data.tiles.push_back({tiles.number(0), tiles.number(1), tiles.number(2), tiles.number(3)});

  Statement runs(database, "SELECT name, microseconds FROM run ORDER BY id");
  while (runs.next())
    data.runs.push_back({runs.text(0), runs.number(1)});
  return data;
}

} // namespace pva::internal
