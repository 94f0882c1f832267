// SPDX-License-Identifier: MIT
// Trace instrumentation: channels, trace points, graphs. No trace file is written: programs that
// are instrumented run as if tracing were switched off, which is also what happens with
// PVTI_OPTIONS unset.
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

 private:
  friend POPLAR_EMU_EXPORT Metadata createJsonMetadata(const std::string &json);
  std::string json_;
};
POPLAR_EMU_EXPORT Metadata createJsonMetadata(const std::string &json);

/// An event that lasts as long as the object lives. Thread safe.
class POPLAR_EMU_EXPORT Tracepoint {
 public:
  Tracepoint(TraceChannel *channel, const std::string &label);
  Tracepoint(TraceChannel *channel, const char *label);
  Tracepoint(TraceChannel *channel, const char *label, std::size_t length);
  Tracepoint(TraceChannel *channel, const char *label, std::size_t length, Metadata *metadata);
  Tracepoint(const Tracepoint &) = delete;
  Tracepoint &operator=(const Tracepoint &) = delete;
  ~Tracepoint();

  /// Begin and end of one event may come from different threads and need not nest.
  static void begin(TraceChannel *channel, const std::string &label);
  static void end(TraceChannel *channel, const std::string &label);
  /// An event without duration.
  static void event(TraceChannel *channel, const std::string &label);
};

/// A line of a Graph.
class POPLAR_EMU_EXPORT Series {
 public:
  void add(double value);

 private:
  friend class Graph;
  Series();
};

/// A chart of numbers over time.
class POPLAR_EMU_EXPORT Graph {
 public:
  Graph(const std::string &name, const std::string &unit = "", bool enable = true);
  Series addSeries(const std::string &name);
};

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

/// Empty: no trace is written.
POPLAR_EMU_EXPORT std::string getCurrentTraceFilename();
POPLAR_EMU_EXPORT void closeTrace();

} // namespace pvti

#endif
