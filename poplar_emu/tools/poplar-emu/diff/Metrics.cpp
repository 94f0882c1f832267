// SPDX-License-Identifier: MIT
// Sums over a profile.
#include "diff/Metrics.hpp"

#include <algorithm>

namespace poplar_emu::tool {

std::vector<Metric> metricsOf(const pva::internal::Profile &profile) {
  using namespace pva::internal;
  CycleParts parts;
  std::uint64_t executions = 0, exchanged = 0, betweenIpus = 0, host = 0;
  for (const ProgramTotal &total : profile.totals) {
    parts += total.parts;
    executions += total.executions;
    const std::uint32_t exchange = profile.programs.at(total.program).exchange;
    if (exchange == kNone) continue;
    const ExchangeInfo &info = profile.exchanges.at(exchange);
    exchanged += total.executions * info.totalBytes;
    betweenIpus += total.executions * info.interIpuBytes;
    host += total.executions * info.hostBytes;
  }
  std::uint64_t memory = 0, fullest = 0, alwaysLive = 0;
  for (const TileMemory &tile : profile.memory.tiles) {
    memory += tile.includingGaps();
    alwaysLive += tile.alwaysLive;
    fullest = std::max(fullest, tile.includingGaps());
  }
  const auto real = [](std::uint64_t value) { return static_cast<double>(value); };
  return {{"cycles", "cycles", real(profile.totalCycles)},
          {"cycles.compute", "cycles", real(parts.compute)},
          {"cycles.exchange", "cycles", real(parts.exchange)},
          {"cycles.globalExchange", "cycles", real(parts.globalExchange)},
          {"cycles.host", "cycles", real(parts.host)},
          {"cycles.sync", "cycles", real(parts.sync)},
          {"cycles.control", "cycles", real(parts.control)},
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
