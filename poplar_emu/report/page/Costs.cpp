// SPDX-License-Identifier: MIT
// Adds up what leaves cost, and finds the dearest of each kind.
#include "page/Costs.hpp"

namespace poplar_emu::report {
namespace {

using pva::internal::ProgramTotal;

void raise(LeafCost &cost, const ProgramTotal &total, std::uint64_t cycles) {
  if (cycles > cost.cycles) cost = {&total, cycles};
}

} // namespace

Costs costsOf(const pva::internal::Profile &profile) {
  const double tiles =
      static_cast<double>(profile.target.numIpus) * static_cast<double>(profile.target.tilesPerIpu);
  Costs costs;
  double threads = 0, busy = 0;
  for (const ProgramTotal &total : profile.totals) {
    costs.parts += total.parts;
    if (total.parts.sync != 0) costs.supersteps += total.executions;
    raise(costs.compute, total, total.parts.compute);
    raise(costs.exchange, total, total.parts.exchange);
    raise(costs.globalExchange, total, total.parts.globalExchange);
    raise(costs.host, total, total.parts.host);
    if (total.tileCycles == 0 || tiles == 0) continue;
    const double mean = static_cast<double>(total.tileCycles) / tiles;
    const double waiting = static_cast<double>(total.parts.compute) - mean;
    if (waiting > 0) {
      costs.waiting += waiting;
      raise(costs.worstWaiting, total, static_cast<std::uint64_t>(waiting));
    }
    threads += static_cast<double>(total.threadCycles);
    busy += static_cast<double>(total.tileCycles);
  }
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
