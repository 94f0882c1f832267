// SPDX-License-Identifier: MIT
// Writes the trace file: the tables that docs/guide/tracing.md describes.
#pragma once

#include "database/Database.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace pvti::internal {

/// Marks the file as a trace in SQLite's own header ("pvti").
inline constexpr int kTraceApplicationId = 0x70767469;
inline constexpr int kTraceVersion = 1;

enum class EventKind : std::uint8_t { Begin, End, Instant, kLastEnumerator = Instant };

struct Event {
  std::uint64_t id = 0;   ///< from 1
  std::uint64_t time = 0; ///< nanoseconds since the trace began
  EventKind kind = EventKind::Instant;
  std::uint64_t thread = 0; ///< of the operating system
  std::string channel, label, metadata;
  std::uint64_t begin = 0; ///< of an End: its Begin; 0: none
};

struct Sample {
  std::uint64_t time = 0;
  std::uint64_t series = 0;
  double value = 0;
};

/// Every function is one transaction. Throws poplar_emu::database::Error.
class TraceWriter {
 public:
  /// `start`: nanoseconds since 1970.
  TraceWriter(const std::string &path, std::uint64_t start);

  void write(const std::vector<Event> &events, const std::vector<Sample> &samples);
  void nameThread(std::uint64_t thread, const std::string &name);
  void addGraph(std::uint64_t id, const std::string &name, const std::string &unit);
  void addSeries(std::uint64_t id, std::uint64_t graph, const std::string &name);
  void addHeatmap(std::uint64_t id, const std::string &name, const std::string &unit,
                  const std::vector<double> &edges);
  void addColumn(std::uint64_t heatmap, std::uint64_t time, std::span<const std::uint8_t> data);

 private:
  /// Row of a text in `channel` or `label`, new ones are added.
  std::uint64_t idOf(const char *table, std::unordered_map<std::string, std::uint64_t> &known,
                     const std::string &text);

  poplar_emu::database::Database database_;
  std::unordered_map<std::string, std::uint64_t> channels_, labels_;
};

/// The bytes of a column of a heat map: each count in as few bytes as it needs, seven bits a byte,
/// low ones first, the top bit set in all but the last.
std::vector<std::uint8_t> encodeCounts(std::span<const std::uint32_t> counts);

} // namespace pvti::internal
