// SPDX-License-Identifier: MIT
// The tables of a trace, and rows for them.
#include "pvti/file/TraceWriter.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <climits>

namespace pvti::internal {
namespace {

using poplar_emu::database::Database;
using poplar_emu::database::Mode;
using poplar_emu::database::Statement;

constexpr const char *kTables = R"(
CREATE TABLE process(id INTEGER PRIMARY KEY, pid INTEGER, executable TEXT, start INTEGER);
CREATE TABLE channel(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE label(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE thread(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE event(id INTEGER PRIMARY KEY, time INTEGER, kind INTEGER, thread INTEGER,
                   channel INTEGER, label INTEGER, begin INTEGER, metadata TEXT);
CREATE TABLE graph(id INTEGER PRIMARY KEY, name TEXT, unit TEXT);
CREATE TABLE series(id INTEGER PRIMARY KEY, graph INTEGER, name TEXT);
CREATE TABLE sample(id INTEGER PRIMARY KEY, time INTEGER, series INTEGER, value REAL);
CREATE TABLE heatmap(id INTEGER PRIMARY KEY, name TEXT, unit TEXT);
CREATE TABLE heatmap_edge(id INTEGER PRIMARY KEY, heatmap INTEGER, edge REAL);
CREATE TABLE heatmap_data(id INTEGER PRIMARY KEY, time INTEGER, heatmap INTEGER, data BLOB);
)";

std::string executable() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

/// Undone if it is not committed.
class Transaction {
 public:
  explicit Transaction(Database &database) : database_(database) { database.run("BEGIN"); }
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;
  ~Transaction() {
    if (committed_) return;
    try {
      database_.run("ROLLBACK");
    } catch (const poplar_emu::database::Error &) { // NOLINT(bugprone-empty-catch)
      // What failed before is thrown already.
    }
  }
  void commit() {
    database_.run("COMMIT");
    committed_ = true;
  }

 private:
  Database &database_;
  bool committed_ = false;
};

} // namespace

TraceWriter::TraceWriter(const std::string &path, std::uint64_t start)
    : database_(path, Mode::Create) {
  database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; BEGIN; {}",
                            kTraceApplicationId, kTraceVersion, kTables));
  Statement process(database_, "INSERT INTO process VALUES (0, ?, ?, ?)");
  process.bind(0, static_cast<std::uint64_t>(getpid()));
  process.bind(1, std::string_view(executable()));
  process.bind(2, start);
  process.insert();
  database_.run("COMMIT");
}

std::uint64_t TraceWriter::idOf(const char *table,
                                std::unordered_map<std::string, std::uint64_t> &known,
                                const std::string &text) {
  const auto [entry, isNew] = known.try_emplace(text, known.size());
  if (isNew) {
    Statement insert(database_, fmt::format("INSERT INTO {} VALUES (?, ?)", table));
    insert.bind(0, entry->second);
    insert.bind(1, std::string_view(text));
    insert.insert();
  }
  return entry->second;
}

void TraceWriter::write(const std::vector<Event> &events, const std::vector<Sample> &samples) {
  Transaction transaction(database_);
  {
    Statement insert(database_, "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (const Event &event : events) {
      insert.bind(0, event.id);
      insert.bind(1, event.time);
      insert.bind(2, static_cast<std::uint64_t>(event.kind));
      insert.bind(3, event.thread);
      insert.bind(4, idOf("channel", channels_, event.channel));
      insert.bind(5, idOf("label", labels_, event.label));
      if (event.begin == 0)
        insert.bindNull(6);
      else
        insert.bind(6, event.begin);
      if (event.metadata.empty())
        insert.bindNull(7);
      else
        insert.bind(7, std::string_view(event.metadata));
      insert.insert();
    }
    Statement sampled(database_, "INSERT INTO sample VALUES (NULL, ?, ?, ?)");
    for (const Sample &sample : samples) {
      sampled.bind(0, sample.time);
      sampled.bind(1, sample.series);
      sampled.bind(2, sample.value);
      sampled.insert();
    }
  }
  transaction.commit();
}

void TraceWriter::nameThread(std::uint64_t thread, const std::string &name) {
  Statement insert(database_, "INSERT OR REPLACE INTO thread VALUES (?, ?)");
  insert.bind(0, thread);
  insert.bind(1, std::string_view(name));
  insert.insert();
}

void TraceWriter::addGraph(std::uint64_t id, const std::string &name, const std::string &unit) {
  Statement insert(database_, "INSERT INTO graph VALUES (?, ?, ?)");
  insert.bind(0, id);
  insert.bind(1, std::string_view(name));
  insert.bind(2, std::string_view(unit));
  insert.insert();
}

void TraceWriter::addSeries(std::uint64_t id, std::uint64_t graph, const std::string &name) {
  Statement insert(database_, "INSERT INTO series VALUES (?, ?, ?)");
  insert.bind(0, id);
  insert.bind(1, graph);
  insert.bind(2, std::string_view(name));
  insert.insert();
}

void TraceWriter::addHeatmap(std::uint64_t id, const std::string &name, const std::string &unit,
                             const std::vector<double> &edges) {
  Transaction transaction(database_);
  {
    Statement insert(database_, "INSERT INTO heatmap VALUES (?, ?, ?)");
    insert.bind(0, id);
    insert.bind(1, std::string_view(name));
    insert.bind(2, std::string_view(unit));
    insert.insert();
    Statement edge(database_, "INSERT INTO heatmap_edge VALUES (NULL, ?, ?)");
    for (const double value : edges) {
      edge.bind(0, id);
      edge.bind(1, value);
      edge.insert();
    }
  }
  transaction.commit();
}

void TraceWriter::addColumn(std::uint64_t heatmap, std::uint64_t time,
                            std::span<const std::uint8_t> data) {
  Statement insert(database_, "INSERT INTO heatmap_data VALUES (NULL, ?, ?, ?)");
  insert.bind(0, time);
  insert.bind(1, heatmap);
  insert.bind(2, data);
  insert.insert();
}

std::vector<std::uint8_t> encodeCounts(std::span<const std::uint32_t> counts) {
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t count : counts) {
    for (; count >= 0x80; count >>= 7)
      bytes.push_back(static_cast<std::uint8_t>(count | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(count));
  }
  return bytes;
}

} // namespace pvti::internal
