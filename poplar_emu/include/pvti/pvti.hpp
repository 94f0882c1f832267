// SPDX-License-Identifier: MIT
// Trace instrumentation: channels, trace points, graphs, heat maps. A trace is written if the
// environment variable PVTI_OPTIONS is set, one file a process (docs/guide/tracing.md). Otherwise
// every call returns at once. All functions may be called from any thread.
#ifndef PVTI_PVTI_HPP
#define PVTI_PVTI_HPP

#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pvti {

/// A named group of events that is switched on and off as one. Usually a namespace-scope or static
/// object.
struct POPLAR_EMU_EXPORT TraceChannel {
  TraceChannel(const char *channelName, bool isEnabled = true);
  TraceChannel(const TraceChannel &other);
  TraceChannel &operator=(const TraceChannel &other) = default;
  ~TraceChannel();

  const char *name;
  bool enabled;
};

POPLAR_EMU_EXPORT extern TraceChannel traceDrivers;
POPLAR_EMU_EXPORT extern TraceChannel tracePoplar;
POPLAR_EMU_EXPORT extern TraceChannel traceFramework;

/// Extra data of one event, as JSON.
class POPLAR_EMU_EXPORT Metadata {
 public:
  Metadata();
  const std::string &json() const { return json_; }

 private:
  friend POPLAR_EMU_EXPORT Metadata createJsonMetadata(const std::string &json);
  std::string json_;
};
/// `json` is stored as it is.
POPLAR_EMU_EXPORT Metadata createJsonMetadata(const std::string &json);

/// An event that lasts as long as the object lives.
///
/// Cost while tracing: less than a microsecond, and one write for some thousand events.
class POPLAR_EMU_EXPORT Tracepoint {
 public:
  Tracepoint(TraceChannel *channel, const std::string &label);
  Tracepoint(TraceChannel *channel, const char *label);
  Tracepoint(TraceChannel *channel, const char *label, std::size_t length);
  Tracepoint(TraceChannel *channel, const char *label, std::size_t length, Metadata *metadata);
  Tracepoint(const Tracepoint &) = delete;
  Tracepoint &operator=(const Tracepoint &) = delete;
  ~Tracepoint();

  /// Begin and end of one event may come from different threads and need not nest. An end belongs
  /// to the last begin of that channel and label that has none yet.
  static void begin(TraceChannel *channel, const std::string &label);
  static void end(TraceChannel *channel, const std::string &label);
  /// An event without duration.
  static void event(TraceChannel *channel, const std::string &label);

 private:
  std::uint64_t event_; ///< 0: not recorded
};

/// A line of a Graph.
class POPLAR_EMU_EXPORT Series {
 public:
  /// A sample, now.
  void add(double value);

 private:
  friend class Graph;
  explicit Series(std::uint64_t id) : id_(id) {}
  std::uint64_t id_; ///< 0: not recorded
};

/// A chart of numbers over time.
class POPLAR_EMU_EXPORT Graph {
 public:
  Graph(const std::string &name, const std::string &unit = "", bool enable = true);
  Series addSeries(const std::string &name);

 private:
  std::uint64_t id_;
};

/// How many numbers fall between edges, over time: n edges make n + 1 bins, the first for what is
/// smaller than all edges, the last for what is not smaller than any.
class POPLAR_EMU_EXPORT HeatmapDouble {
 public:
  /// `edges` ascend; throws std::invalid_argument if they do not.
  HeatmapDouble(const std::string &name, const std::vector<double> &edges,
                const std::string &unit = "", bool enable = true);
  /// Counts `values` into a new column, now.
  void add(const std::vector<double> &values);

 private:
  std::vector<double> edges_;
  std::uint64_t id_;
};

/// As HeatmapDouble, for integers.
class POPLAR_EMU_EXPORT HeatmapInt {
 public:
  HeatmapInt(const std::string &name, const std::vector<int> &edges, const std::string &unit = "",
             bool enable = true);
  void add(const std::vector<int> &values);

 private:
  HeatmapDouble map_;
};

/// The counts of a column of a heat map, from the bytes in the trace's table HEATMAP_DATA. Throws
/// std::runtime_error for other bytes.
POPLAR_EMU_EXPORT std::vector<std::uint32_t>
decodeHeatmapData(const std::vector<std::uint8_t> &bytes);

/// Keeps the trace open as long as it lives, for singletons that trace while the process ends.
class POPLAR_EMU_EXPORT Client {
 public:
  Client();
};

/// Names the calling thread in the trace.
struct POPLAR_EMU_EXPORT ThreadName {
  explicit ThreadName(const std::string &name);
};

POPLAR_EMU_EXPORT void enableTraceChannel(TraceChannel *channel);
POPLAR_EMU_EXPORT void disableTraceChannel(TraceChannel *channel);
POPLAR_EMU_EXPORT bool checkTraceChannel(TraceChannel *channel);
/// All channels that live in the process, in order of their construction.
POPLAR_EMU_EXPORT std::vector<TraceChannel *> listTraceChannel();

/// Empty if no trace is written.
POPLAR_EMU_EXPORT std::string getCurrentTraceFilename();
/// Writes what is left and ends the trace; later events are dropped. The end of the process does so
/// too.
POPLAR_EMU_EXPORT void closeTrace();

} // namespace pvti

#endif
