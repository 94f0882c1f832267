// SPDX-License-Identifier: MIT
// readTrace: pairs begins with ends.
#include "database/Database.hpp"
#include "pvti/file/Trace.hpp"
#include "pvti/file/TraceWriter.hpp"

#include <pvti/pvti.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace pvti::internal {
namespace {

using poplar_emu::database::Database;
using poplar_emu::database::Mode;
using poplar_emu::database::Statement;

[[noreturn]] void refuse(const std::string &path, const std::string &what, const char *fix) {
  throw std::runtime_error(fmt::format("trace '{}': {}; {}", path, what, fix));
}

constexpr const char *kNameATrace = "name a .pvti file, written by a program that ran with the "
                                    "environment variable PVTI_OPTIONS='{\"enable\":\"true\"}'";

void checkOrigin(const std::string &path, Database &database) {
  if (database.number("PRAGMA application_id") != kTraceApplicationId)
    refuse(path, "this is no trace of this library", kNameATrace);
  const std::int64_t version = database.number("PRAGMA user_version");
  if (version != kTraceVersion)
    refuse(path,
           fmt::format("its schema has version {}, this library reads version {}", version,
                       kTraceVersion),
           "run the program again to write a new one");
}

void readEvents(Database &database, Trace &trace) {
  std::unordered_map<std::uint64_t, std::size_t> byId; // of begins
  std::uint64_t last = 0;
  Statement select(database,
                   "SELECT e.id, e.time, e.kind, e.thread, c.name, l.name, e.begin, e.metadata"
                   " FROM event e JOIN channel c ON c.id = e.channel JOIN label l ON l.id = e.label"
                   " ORDER BY e.id");
  while (select.next()) {
    const std::uint64_t time = select.number(1), thread = select.number(3);
    last = std::max(last, time);
    const auto kind = static_cast<EventKind>(select.number(2));
    if (kind == EventKind::End) {
      const auto begin = byId.find(select.number(6));
      if (select.isNull(6) || begin == byId.end()) continue; // began before the trace
      TraceEvent &event = trace.events[begin->second];
      event.to = time;
      event.endThread = thread;
      event.isOpen = false;
      continue;
    }
    TraceEvent event;
    event.channel = select.text(4);
    event.label = select.text(5);
    event.metadata = select.text(7);
    event.thread = event.endThread = thread;
    event.from = event.to = time;
    event.isInstant = kind == EventKind::Instant;
    event.isOpen = kind == EventKind::Begin;
    if (event.isOpen) byId.emplace(select.number(0), trace.events.size());
    trace.events.push_back(std::move(event));
  }
  for (TraceEvent &event : trace.events)
    if (event.isOpen) event.to = last;
  std::sort(trace.events.begin(), trace.events.end(), [](const TraceEvent &a, const TraceEvent &b) {
    return std::make_pair(a.from, ~a.to) < std::make_pair(b.from, ~b.to);
  });
}

void readGraphs(Database &database, Trace &trace) {
  std::unordered_map<std::uint64_t, std::size_t> graphs;
  std::unordered_map<std::uint64_t, std::pair<std::size_t, std::size_t>> series;
  Statement graph(database, "SELECT id, name, unit FROM graph ORDER BY id");
  while (graph.next()) {
    graphs.emplace(graph.number(0), trace.graphs.size());
    trace.graphs.push_back({graph.text(1), graph.text(2), {}});
  }
  Statement line(database, "SELECT id, graph, name FROM series ORDER BY id");
  while (line.next()) {
    const std::size_t owner = graphs.at(line.number(1));
    series.emplace(line.number(0), std::make_pair(owner, trace.graphs[owner].series.size()));
    trace.graphs[owner].series.push_back({line.text(2), {}});
  }
  Statement sample(database, "SELECT time, series, value FROM sample ORDER BY id");
  while (sample.next()) {
    const auto [owner, index] = series.at(sample.number(1));
    trace.graphs[owner].series[index].samples.emplace_back(sample.number(0), sample.real(2));
  }
}

void readHeatmaps(Database &database, Trace &trace) {
  std::unordered_map<std::uint64_t, std::size_t> maps;
  Statement map(database, "SELECT id, name, unit FROM heatmap ORDER BY id");
  while (map.next()) {
    maps.emplace(map.number(0), trace.heatmaps.size());
    trace.heatmaps.push_back({map.text(1), map.text(2), {}, {}});
  }
  Statement edge(database, "SELECT heatmap, edge FROM heatmap_edge ORDER BY id");
  while (edge.next())
    trace.heatmaps[maps.at(edge.number(0))].edges.push_back(edge.real(1));
  Statement column(database, "SELECT time, heatmap, data FROM heatmap_data ORDER BY id");
  while (column.next()) {
    const auto bytes = column.blob(2);
    trace.heatmaps[maps.at(column.number(1))].columns.emplace_back(
        column.number(0), decodeHeatmapData({bytes.begin(), bytes.end()}));
  }
}

} // namespace

Trace readTrace(const std::string &path) {
  if (!std::filesystem::exists(path)) refuse(path, "there is no such file", kNameATrace);
  try {
    Database database(path, Mode::Read);
    checkOrigin(path, database);
    Trace trace;
    Statement process(database, "SELECT pid, executable, start FROM process");
    if (!process.next()) throw std::out_of_range("the process");
    trace.pid = process.number(0);
    trace.executable = process.text(1);
    trace.start = process.number(2);
    Statement thread(database, "SELECT id, name FROM thread");
    while (thread.next())
      trace.threadNames[thread.number(0)] = thread.text(1);
    readEvents(database, trace);
    readGraphs(database, trace);
    readHeatmaps(database, trace);
    return trace;
  } catch (const poplar_emu::database::Error &error) {
    refuse(path, fmt::format("this is no trace, or it is damaged ({})", error.what()), kNameATrace);
  } catch (const std::out_of_range &) {
    refuse(path, "the file is damaged (a row is missing)",
           "run the program again to write a new one");
  }
}

} // namespace pvti::internal
