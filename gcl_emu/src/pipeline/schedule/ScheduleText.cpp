// SPDX-License-Identifier: MIT
// The schedule as a table of cycles and IPUs.
#include "pipeline/schedule/ScheduleChecks.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>

namespace gcl::pipeline {
namespace {

const char *phaseName(Phase phase) {
  switch (phase) {
  case Phase::Fill:
    return "fill";
  case Phase::Main:
    return "main";
  case Phase::Flush:
    return "flush";
  }
  return "";
}

std::string label(const ScheduledStage &stage, unsigned microBatch) {
  const char *work = stage.work == Work::Forward ? "F" : stage.work == Work::Backward ? "B" : "FB";
  return work + std::to_string(stage.forwardStage) + ":" + std::to_string(microBatch);
}

std::string padded(const std::string &text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

using Row = std::vector<std::string>;

void writeAligned(std::ostream &stream, const std::vector<Row> &rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row &row : rows)
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  for (const Row &row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column)
      line += padded(row[column], widths[column] + 2);
    stream << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
}

} // namespace

std::ostream &operator<<(std::ostream &stream, const Schedule &schedule) {
  std::map<unsigned, std::size_t> columnOf;
  for (const ScheduledStage &stage : schedule.stages)
    columnOf.emplace(stage.virtualGraph, 0);
  std::vector<Row> rows{{"cycle", "phase"}};
  for (auto &[ipu, column] : columnOf) {
    column = rows.front().size();
    rows.front().push_back("IPU " + std::to_string(ipu));
  }
  for (unsigned cycle = 0; cycle < schedule.numCycles(); ++cycle) {
    Row row(rows.front().size());
    row[0] = std::to_string(cycle);
    row[1] = phaseName(phaseOfCycle(schedule, cycle));
    for (const Slot &slot : slotsOfCycle(schedule, cycle)) {
      std::string &cell = row[columnOf.at(slot.virtualGraph)];
      cell += (cell.empty() ? "" : " ") + label(schedule.stages[slot.stage], slot.microBatch);
    }
    for (std::string &cell : row)
      if (cell.empty()) cell = ".";
    rows.push_back(std::move(row));
  }
  writeAligned(stream, rows);
  return stream;
}

std::string toText(const Schedule &schedule) {
  std::ostringstream text;
  text << schedule;
  return text.str();
}

} // namespace gcl::pipeline
