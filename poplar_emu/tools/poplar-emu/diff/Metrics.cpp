// SPDX-License-Identifier: MIT
// Sums over a profile.
#include "diff/Metrics.hpp"

#include "pva/data/Traffic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poplar_emu::tool {

std::string shown(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::vector<Metric> metricsOf(const pva::internal::Profile &profile) {
  using namespace pva::internal;
  // Of an average IPU, whose parts add up to the cycles of the runs.
  CycleParts parts;
  double numIpus = 1;
  for (const RunInfo &run : profile.runs) {
    for (const CycleParts &ofIpu : run.partsByIpu)
      parts += ofIpu;
    if (!run.partsByIpu.empty()) numIpus = static_cast<double>(run.partsByIpu.size());
  }
  std::uint64_t executions = 0, exchanged = 0, betweenIpus = 0, host = 0;
  for (const ProgramTotal &total : profile.totals) {
    executions += total.executions;
    const ProgramInfo &leaf = profile.programs.at(total.program);
    if (leaf.exchange == kNone) continue;
    const LeafBytes bytes = bytesOf(leaf, profile.exchanges.at(leaf.exchange));
    exchanged += total.executions * bytes.moved;
    betweenIpus += total.executions * bytes.betweenIpus;
    host += total.executions * bytes.host;
  }
  std::uint64_t memory = 0, fullest = 0, alwaysLive = 0;
  for (const TileMemory &tile : profile.memory.tiles) {
    memory += tile.includingGaps();
    alwaysLive += tile.alwaysLive;
    fullest = std::max(fullest, tile.includingGaps());
  }
  const auto real = [](std::uint64_t value) { return static_cast<double>(value); };
  const auto average = [&](std::uint64_t sum) { return static_cast<double>(sum) / numIpus; };
  return {{"cycles", "cycles", real(profile.totalCycles)},
          {"cycles.compute", "cycles", average(parts.compute)},
          {"cycles.exchange", "cycles", average(parts.exchange)},
          {"cycles.globalExchange", "cycles", average(parts.globalExchange)},
          {"cycles.host", "cycles", average(parts.host)},
          {"cycles.sync", "cycles", average(parts.sync)},
          {"cycles.control", "cycles", average(parts.control)},
          {"steps", "", real(executions)},
          {"bytes.exchanged", "B", real(exchanged)},
          {"bytes.betweenIpus", "B", real(betweenIpus)},
          {"bytes.host", "B", real(host)},
          {"memory.max", "B", real(fullest)},
          {"memory.total", "B", real(memory)},
          {"memory.alwaysLive", "B", real(alwaysLive)},
          {"graph.vertices", "", real(profile.numVertices)},
          {"graph.edges", "", real(profile.numEdges)},
          {"graph.variables", "", real(profile.variables.size())},
          {"graph.computeSets", "", real(profile.computeSets.size())}};
}

} // namespace poplar_emu::tool
