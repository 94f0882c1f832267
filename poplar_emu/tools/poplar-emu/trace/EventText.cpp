// SPDX-License-Identifier: MIT
// One line an event.
#include "trace/EventText.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace poplar_emu::tool {

std::string EventText::quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void EventText::begin() {
  if (!text_.empty()) text_ += ",\n";
}

void EventText::append(const std::string &events) {
  if (events.empty()) return;
  begin();
  text_ += events;
}

void EventText::nameProcess(std::uint64_t process, std::string_view name) {
  begin();
  fmt::format_to(std::back_inserter(text_),
                 R"({{"ph":"M","name":"process_name","pid":{},"tid":0,"args":{{"name":{}}}}})",
                 process, quoted(name));
}

void EventText::nameLane(Lane lane, std::string_view name) {
  begin();
  fmt::format_to(std::back_inserter(text_),
                 R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}}}})",
                 lane.process, lane.lane, quoted(name));
}

void EventText::span(Lane lane, std::string_view name, double from, double duration,
                     std::string_view arguments) {
  begin();
  fmt::format_to(
      std::back_inserter(text_),
      R"({{"ph":"X","name":{},"pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
      quoted(name), lane.process, lane.lane, from, duration, arguments);
}

void EventText::freeSpan(Lane lane, std::string_view name, double from, double duration,
                         std::string_view arguments, std::uint64_t id) {
  begin();
  const std::string common = fmt::format(R"("name":{},"cat":"free","id":{},"pid":{},"tid":{})",
                                         quoted(name), id, lane.process, lane.lane);
  fmt::format_to(std::back_inserter(text_),
                 "{{\"ph\":\"b\",{},\"ts\":{:.3f},\"args\":{{{}}}}},\n"
                 "{{\"ph\":\"e\",{},\"ts\":{:.3f}}}",
                 common, from, arguments, common, from + duration);
}

void EventText::instant(Lane lane, std::string_view name, double time, std::string_view arguments) {
  begin();
  fmt::format_to(std::back_inserter(text_),
                 R"({{"ph":"i","s":"t","name":{},"pid":{},"tid":{},"ts":{:.3f},"args":{{{}}}}})",
                 quoted(name), lane.process, lane.lane, time, arguments);
}

void EventText::sample(std::uint64_t process, std::string_view chart, std::string_view series,
                       double time, double value) {
  begin();
  fmt::format_to(std::back_inserter(text_),
                 R"({{"ph":"C","name":{},"pid":{},"tid":0,"ts":{:.3f},"args":{{{}:{}}}}})",
                 quoted(chart), process, time, quoted(series),
                 nlohmann::json(value).dump()); // null for what JSON has no number for
}

} // namespace poplar_emu::tool
