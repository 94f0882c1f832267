// SPDX-License-Identifier: MIT
// Spans of threads, charts of series; the shortest spans go first when there is no room.
#include "trace/HostTrace.hpp"

#include "trace/EventText.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

namespace poplar_emu::tool {
namespace {

using pvti::internal::Trace;
using pvti::internal::TraceEvent;

constexpr double kNanosecond = 1e-3; // in microseconds

/// Which events lie, in their thread, inside what is open around them or behind it.
std::vector<bool> nests(const std::vector<TraceEvent> &events) {
  std::vector<bool> nested(events.size());
  std::map<std::uint64_t, std::vector<std::uint64_t>> open; // ends, by thread
  for (std::size_t i = 0; i < events.size(); ++i) {
    const TraceEvent &event = events[i];
    std::vector<std::uint64_t> &ends = open[event.thread];
    while (!ends.empty() && ends.back() <= event.from)
      ends.pop_back();
    nested[i] = event.thread == event.endThread && (ends.empty() || event.to <= ends.back());
    if (nested[i] && !event.isInstant) ends.push_back(event.to);
  }
  return nested;
}

std::string argumentsOf(const TraceEvent &event) {
  std::string arguments = fmt::format(R"("channel":{})", EventText::quoted(event.channel));
  if (!event.metadata.empty())
    arguments += fmt::format(R"(,"metadata":{})", EventText::quoted(event.metadata));
  if (event.isOpen) arguments += R"(,"ended":false)";
  return arguments;
}

/// One process.
class Writer {
 public:
  Writer(const Trace &trace, std::uint64_t process, double start)
      : trace_(trace), process_(process), start_(start), nested_(nests(trace.events)) {}

  void writeNames(EventText &text) const {
    const std::string file = std::filesystem::path(trace_.executable).filename();
    text.nameProcess(process_, fmt::format("host {} ({})", file, trace_.pid));
    for (const auto &[thread, name] : trace_.threadNames)
      text.nameLane({process_, thread}, name);
  }
  void writeEvent(std::size_t index, EventText &text) const {
    const TraceEvent &event = trace_.events[index];
    const Lane lane{process_, event.thread};
    const double duration = static_cast<double>(event.to - event.from) * kNanosecond;
    if (event.isInstant)
      text.instant(lane, event.label, at(event.from), argumentsOf(event));
    else if (nested_[index])
      text.span(lane, event.label, at(event.from), duration, argumentsOf(event));
    else
      text.freeSpan(lane, event.label, at(event.from), duration, argumentsOf(event), index);
  }
  /// Every `step`th sample. Returns how many were left out.
  std::size_t writeSamples(std::size_t step, EventText &text) const {
    std::size_t dropped = 0;
    for (const pvti::internal::TraceGraph &graph : trace_.graphs) {
      const std::string chart =
          graph.unit.empty() ? graph.name : fmt::format("{} [{}]", graph.name, graph.unit);
      for (const pvti::internal::TraceSeries &series : graph.series)
        for (std::size_t i = 0; i < series.samples.size(); ++i) {
          const auto &[time, value] = series.samples[i];
          if (i % step == 0)
            text.sample(process_, chart, series.name, at(time), value);
          else
            ++dropped;
        }
    }
    return dropped;
  }
  const Trace &trace() const { return trace_; }

 private:
  double at(std::uint64_t time) const { return start_ + static_cast<double>(time) * kNanosecond; }

  const Trace &trace_;
  std::uint64_t process_;
  double start_;
  std::vector<bool> nested_;
};

/// Half of the room at most.
std::size_t writeSamples(const std::vector<Writer> &writers, std::uint64_t maxBytes,
                         EventText &text) {
  for (std::size_t step = 1;; step *= 2) {
    EventText samples;
    std::size_t dropped = 0;
    for (const Writer &writer : writers)
      dropped += writer.writeSamples(step, samples);
    // A step that leaves one sample a series leaves all the same with the next one.
    const bool isCoarsest = step > (std::size_t{1} << 40);
    if (samples.size() > maxBytes / 2 && !isCoarsest) continue;
    text.append(samples.take());
    return dropped;
  }
}

} // namespace

HostTrace::HostTrace(std::vector<Trace> processes) : processes_(std::move(processes)) {
  for (const Trace &process : processes_)
    start_ = start_ == 0 ? process.start : std::min(start_, process.start);
}

double HostTrace::startOf(const Trace &process) const {
  return static_cast<double>(process.start - start_) * kNanosecond;
}

std::vector<double> HostTrace::runStarts() const {
  std::vector<double> starts;
  for (const Trace &process : processes_)
    for (const TraceEvent &event : process.events)
      if (event.channel == "poplar" && event.label == "Engine::run")
        starts.push_back(startOf(process) + static_cast<double>(event.from) * kNanosecond);
  std::sort(starts.begin(), starts.end());
  return starts;
}

HostTrace::Events HostTrace::write(std::uint64_t firstProcess, std::uint64_t maxBytes) const {
  std::vector<Writer> writers;
  EventText text;
  for (std::size_t p = 0; p < processes_.size(); ++p) {
    writers.emplace_back(processes_[p], firstProcess + p, startOf(processes_[p]));
    writers.back().writeNames(text);
  }
  Events events;
  events.dropped = writeSamples(writers, maxBytes, text);

  struct Place {
    std::uint64_t duration;
    std::size_t process, event;
  };
  std::vector<Place> longestFirst;
  for (std::size_t p = 0; p < writers.size(); ++p)
    for (std::size_t e = 0; e < writers[p].trace().events.size(); ++e) {
      const TraceEvent &event = writers[p].trace().events[e];
      longestFirst.push_back({event.to - event.from, p, e});
    }
  std::sort(longestFirst.begin(), longestFirst.end(), [](const Place &a, const Place &b) {
    return std::tie(b.duration, a.process, a.event) < std::tie(a.duration, b.process, b.event);
  });
  for (std::size_t i = 0; i < longestFirst.size(); ++i) {
    if (text.size() > maxBytes) {
      events.dropped += longestFirst.size() - i;
      break;
    }
    writers[longestFirst[i].process].writeEvent(longestFirst[i].event, text);
  }
  events.text = text.take();
  return events;
}

} // namespace poplar_emu::tool
