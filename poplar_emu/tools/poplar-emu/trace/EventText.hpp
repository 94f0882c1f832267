// SPDX-License-Identifier: MIT
// The text of a trace file while it grows: one event a line, as Chrome and Perfetto read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace poplar_emu::tool {

/// Where an event is shown: lanes of a process.
struct Lane {
  std::uint64_t process = 0, lane = 0;
};

/// Times are microseconds. Names may be any bytes; arguments are members of a JSON object.
class EventText {
 public:
  void nameProcess(std::uint64_t process, std::string_view name);
  void nameLane(Lane lane, std::string_view name);
  /// Spans of a lane lie inside one another or apart.
  void span(Lane lane, std::string_view name, double from, double duration,
            std::string_view arguments);
  /// One that may overlap others, or ends in another lane. `id` tells them apart.
  void freeSpan(Lane lane, std::string_view name, double from, double duration,
                std::string_view arguments, std::uint64_t id);
  void instant(Lane lane, std::string_view name, double time, std::string_view arguments);
  /// A value of a chart.
  void sample(std::uint64_t process, std::string_view chart, std::string_view series, double time,
              double value);

  std::size_t size() const { return text_.size(); }
  /// All events, with commas between them.
  std::string take() { return std::move(text_); }
  void append(const std::string &events);

  static std::string quoted(std::string_view text);

 private:
  void begin();

  std::string text_;
};

} // namespace poplar_emu::tool
