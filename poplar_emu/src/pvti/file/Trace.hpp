// SPDX-License-Identifier: MIT
// A trace as plain data, and how it is read from its file.
#pragma once

#include <poplar_emu/Export.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pvti::internal {

/// All times are nanoseconds since the trace began.
struct TraceEvent {
  std::string channel, label;
  std::string metadata;     ///< JSON; may be empty
  std::uint64_t thread = 0; ///< of the operating system, where it began
  std::uint64_t endThread = 0;
  std::uint64_t from = 0, to = 0;
  bool isInstant = false; ///< has no duration
  bool isOpen = false;    ///< never ended: `to` is the time of the last event
};

struct TraceSeries {
  std::string name;
  std::vector<std::pair<std::uint64_t, double>> samples; ///< time, value
};

struct TraceGraph {
  std::string name, unit;
  std::vector<TraceSeries> series;
};

struct TraceHeatmap {
  std::string name, unit;
  std::vector<double> edges;
  std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> columns; ///< time, counts
};

struct Trace {
  std::uint64_t pid = 0;
  std::string executable;
  std::uint64_t start = 0; ///< nanoseconds since 1970
  std::map<std::uint64_t, std::string> threadNames;
  std::vector<TraceEvent> events; ///< by start
  std::vector<TraceGraph> graphs;
  std::vector<TraceHeatmap> heatmaps;
};

/// Reads a .pvti file, also of a process that still runs or that crashed.
///
/// Throws std::runtime_error that names the file, what is wrong and what to do, for a file that is
/// missing, no trace, damaged, or of another version.
POPLAR_EMU_EXPORT Trace readTrace(const std::string &path);

} // namespace pvti::internal
