// SPDX-License-Identifier: MIT
// The trace of this process: numbers events, collects them, and writes them in portions.
#pragma once

#include "pvti/file/TraceWriter.hpp"
#include "pvti/session/Options.hpp"

#include <pvti/pvti.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace pvti::internal {

/// Never destroyed: static objects may trace while the process ends. A child after fork() starts a
/// trace of its own.
class Session {
 public:
  static Session &instance();
  /// Whether anything is recorded. The only thing that calls cost while it is not.
  static bool isOn() {
    const State state = state_.load(std::memory_order_relaxed);
    return state == State::Unknown ? instance().isTracing() : state == State::On;
  }

  /// Numbers of what is recorded, 0 if it is not.
  std::uint64_t begin(const TraceChannel &channel, std::string label, std::string metadata);
  std::uint64_t beginNamed(const TraceChannel &channel, const std::string &label);
  void end(std::uint64_t begin);
  void endNamed(const TraceChannel &channel, const std::string &label);
  void instant(const TraceChannel &channel, const std::string &label);

  std::uint64_t graph(const std::string &name, const std::string &unit);
  std::uint64_t series(std::uint64_t graph, const std::string &name);
  void sample(std::uint64_t series, double value);
  std::uint64_t heatmap(const std::string &name, const std::string &unit,
                        const std::vector<double> &edges);
  void column(std::uint64_t heatmap, const std::vector<std::uint32_t> &counts);
  void nameThread(const std::string &name);

  std::string filename();
  void close();

 private:
  enum class State : std::uint8_t { Unknown, Off, On };
  using Clock = std::chrono::steady_clock;

  Session();
  bool isTracing() const { return state_.load(std::memory_order_relaxed) == State::On; }
  void start();
  bool wants(const TraceChannel &channel);
  std::uint64_t now() const;
  Event make(EventKind kind, const std::string &channel, const std::string &label);
  std::uint64_t add(Event event);
  void flush();
  /// Runs `write` on the open file; a failure ends the trace with one message.
  template <class Write>
  void guarded(Write write);
  void atExit();
  void afterFork();

  static std::atomic<State> state_;

  std::mutex mutex_;
  Options options_;
  Clock::time_point start_;
  std::string path_;
  std::unique_ptr<TraceWriter> writer_; ///< null until something is recorded
  std::vector<Event> events_;
  std::vector<Sample> samples_;
  std::uint64_t lastEvent_ = 0, lastObject_ = 0;
  /// By channel and label: begins without an end.
  std::map<std::pair<std::string, std::string>, std::vector<std::uint64_t>> open_;
  std::map<std::uint64_t, std::pair<std::string, std::string>> scopes_; ///< by begin
  bool exiting_ = false;
};

} // namespace pvti::internal
