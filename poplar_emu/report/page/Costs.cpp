// SPDX-License-Identifier: MIT
// Adds up what leaves cost, and finds the dearest of each kind.
#include "page/Costs.hpp"

namespace poplar_emu::report {
namespace {

using pva::internal::ProgramTotal;

void raise(LeafCost &cost, const ProgramTotal &total, std::uint64_t cycles) {
  if (cycles > cost.cycles) cost = {&total, cycles};
}

CycleParts scaled(const CycleParts &parts, std::uint64_t numerator, std::uint64_t denominator) {
  const auto of = [&](std::uint64_t cycles) { return cycles * numerator / denominator; };
  return {of(parts.compute), of(parts.exchange), of(parts.globalExchange),
          of(parts.host),    of(parts.sync),     of(parts.control)};
}

} // namespace

Costs costsOf(const pva::internal::Profile &profile) {
  Costs costs;
  double threads = 0, busy = 0;
  const std::uint64_t all = profile.target.numIpus;
  for (const ProgramTotal &total : profile.totals) {
    const std::uint64_t some = profile.programs[total.program].ipus.size();
    const std::uint64_t ipus = some == 0 ? all : some;
    if (ipus == 0) continue;
    const CycleParts parts = scaled(total.parts, ipus, all);
    costs.parts += parts;
    if (total.parts.sync != 0) costs.supersteps += total.executions;
    raise(costs.exchange, total, parts.exchange);
    raise(costs.globalExchange, total, parts.globalExchange);
    raise(costs.host, total, parts.host);
    if (total.tileCycles == 0) continue;
    const double waiting = static_cast<double>(parts.compute) -
                           static_cast<double>(total.tileCycles) /
                               static_cast<double>(all * profile.target.tilesPerIpu);
    if (waiting > 0) {
      costs.waiting += waiting;
      raise(costs.worstWaiting, total, static_cast<std::uint64_t>(waiting));
    }
    threads += static_cast<double>(total.threadCycles);
    busy += static_cast<double>(total.tileCycles);
  }
  CycleParts runs;
  for (const pva::internal::RunInfo &run : profile.runs)
    for (const CycleParts &parts : run.partsByIpu)
      runs += parts;
  if (runs.total() != 0 && all != 0) costs.parts = scaled(runs, 1, all);
  if (busy > 0 && threads > 0 && threads <= busy) costs.idleThreads = 1 - threads / busy;
  return costs;
}

std::string nameOf(const pva::internal::Profile &profile, std::uint32_t program) {
  using pva::internal::kNone;
  const pva::internal::ProgramInfo &info = profile.programs[program];
  if (!info.name.empty()) return info.name;
  if (info.computeSet != kNone && !profile.computeSets[info.computeSet].name.empty())
    return profile.computeSets[info.computeSet].name;
  if (info.exchange != kNone && !profile.exchanges[info.exchange].name.empty())
    return profile.exchanges[info.exchange].name;
  return "program " + std::to_string(program);
}

} // namespace poplar_emu::report
