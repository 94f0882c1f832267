// SPDX-License-Identifier: MIT
// The execution profile.
#include "profile/print/TileAverages.hpp"
#include "profile/values/Lists.hpp"
#include "profile/values/ProfileValues.hpp"

#include "pva/data/ProgramTypeNames.hpp"

#include <algorithm>

namespace poplar_emu::profile {
namespace {

using poplar::ProfileValue;
using pva::internal::kNone;
using pva::internal::Profile;
using Map = ProfileValue::Map;

ProfileValue partsValue(const CycleParts &parts) {
  Map map;
  map["compute"] = parts.compute;
  map["doExchange"] = parts.exchange;
  map["globalExchange"] = parts.globalExchange;
  map["streamCopy"] = parts.host;
  map["sync"] = parts.sync;
  map["control"] = parts.control;
  return map;
}

ProfileValue tileCycles(const Profile &profile) {
  const TileAverages average = tileAverages(profile);
  Map map;
  map["activeCompute"] = average.computeWithoutIdleThreads;
  map["compute"] = average.computeWithIdleThreads;
  map["doExchange"] = average.exchange;
  map["globalExchange"] = average.globalExchange;
  map["streamCopy"] = average.host;
  map["sync"] = average.sync;
  return map;
}

ProfileValue stepValue(const Profile &profile, const pva::internal::StepInfo &step) {
  const pva::internal::ProgramInfo &program = profile.programs[step.program];
  Map map;
  map["program"] = step.program;
  map["type"] = pva::internal::programTypeName(program.type);
  map["cycles"] = step.cyclesTo - step.cyclesFrom;
  map["cyclesFrom"] = step.cyclesFrom;
  map["cyclesTo"] = step.cyclesTo;
  if (program.computeSet != kNone)
    map["activeTiles"] = profile.computeSets[program.computeSet].activeTiles;
  if (step.ipuCycles != kNone)
    map["cyclesByIPU"] = numbers(profile.ipuCycles[step.ipuCycles].byIpu);
  if (step.tileCycles == kNone) return map;
  const std::vector<std::uint64_t> &tiles = profile.tileCycles[step.tileCycles];
  double sum = 0;
  for (const std::uint64_t cycles : tiles)
    sum += static_cast<double>(cycles);
  const std::uint64_t most = *std::max_element(tiles.begin(), tiles.end());
  map["tileBalance"] =
      most == 0 ? 0 : sum / static_cast<double>(most) / static_cast<double>(tiles.size());
  map["tileCycles"] = step.tileCycles;
  return map;
}

ProfileValue flopsByType(const Profile &profile) {
  Map map;
  for (const auto &[name, type] : cyclesByType(profile))
    map[name] = type.flops;
  return map;
}

ProfileValue simulation(const Profile &profile) {
  Map map;
  map["cycles"] = profile.totalCycles;
  map["tileCycles"] = tileCycles(profile);
  map["steps"] = each(profile.steps, [&](const auto &step) { return stepValue(profile, step); });
  map["stepsDropped"] = profile.stepsDropped;
  map["activeCyclesByTile"] =
      each(profile.tileCycles, [](const auto &tiles) { return numbers(tiles); });
  Map types;
  for (const auto &[name, type] : cyclesByType(profile))
    types[name] = type.cycles;
  map["activeCyclesByVertexType"] = std::move(types);
  if (profile.includesFlops) map["flopsByVertexType"] = flopsByType(profile);
  return map;
}

ProfileValue runValue(const pva::internal::RunInfo &run) {
  Map map;
  map["name"] = run.name;
  map["program"] = run.program;
  map["microseconds"] = run.microseconds;
  map["cycles"] = run.cycles;
  map["firstStep"] = run.firstStep;
  map["numSteps"] = run.numSteps;
  map["cyclesByIPU"] = each(run.partsByIpu, partsValue);
  if (!run.ioPartsByIpu.empty()) map["ioCyclesByIPU"] = each(run.ioPartsByIpu, partsValue);
  return map;
}

ProfileValue totalValue(const pva::internal::ProgramTotal &total) {
  Map map;
  map["program"] = total.program;
  map["executions"] = total.executions;
  map["cycles"] = partsValue(total.parts);
  map["activeTileCycles"] = total.threadCycles;
  map["tileCycles"] = total.tileCycles;
  return map;
}

const char *profilerMode(const Profile &profile) {
  if (!profile.hasExecution) return "NONE";
  if (profile.target.type == "IPU_MODEL") return "IPU_MODEL";
  if (profile.computeInstrumentation == "vertex") return "VERTICES";
  if (profile.computeInstrumentation == "tile" || profile.computeInstrumentation == "ipu")
    return "COMPUTE_SETS";
  if (profile.computeInstrumentation == "device") return "SINGLE_TILE_COMPUTE_SETS";
  return profile.externalExchangeInstrumentation == "off" ? "NONE" : "EXTERNAL_EXCHANGES";
}

/// Cycles of each compute set, all executions together.
ProfileValue computeSetCycles(const Profile &profile) {
  std::vector<std::uint64_t> cycles(profile.computeSets.size());
  for (const pva::internal::ProgramTotal &total : profile.totals)
    if (const std::uint32_t set = profile.programs[total.program].computeSet; set != kNone)
      cycles[set] += total.parts.compute;
  return numbers(cycles);
}

CycleParts partsOf(const ProfileValue &value) {
  CycleParts parts;
  parts.compute = numberAt(&value, "compute");
  parts.exchange = numberAt(&value, "doExchange");
  parts.globalExchange = numberAt(&value, "globalExchange");
  parts.host = numberAt(&value, "streamCopy");
  parts.sync = numberAt(&value, "sync");
  parts.control = numberAt(&value, "control");
  return parts;
}

} // namespace

ProfileValue executionValue(const Profile &profile) {
  Map map;
  map["profilerMode"] = profilerMode(profile);
  map["cycleModel"] = profile.cycleModel;
  map["countedCycles"] = boolean(profile.countedCycles);
  if (profile.profiledReplica != kNone) map["replica"] = profile.profiledReplica;
  map["programTrace"] = each(profile.steps, [](const auto &step) { return step.program; });
  map["computeSetCycles"] = computeSetCycles(profile);
  map["runs"] = each(profile.runs, runValue);
  map["simulation"] = simulation(profile);
  map["totals"] = each(profile.totals, totalValue);
  return map;
}

void addExecution(const ProfileValue &execution, Profile &profile) {
  const ProfileValue *all = &execution;
  profile.hasExecution = textAt(all, "profilerMode") != "NONE";
  profile.cycleModel = textAt(all, "cycleModel");
  profile.countedCycles = truthAt(all, "countedCycles");
  if (member(all, "replica"))
    profile.profiledReplica = static_cast<std::uint32_t>(numberAt(all, "replica"));
  fillAt(all, "runs", profile.runs, [](pva::internal::RunInfo &run, const ProfileValue &value) {
    run.name = textAt(&value, "name");
    run.program = static_cast<std::uint32_t>(numberAt(&value, "program"));
    run.microseconds = numberAt(&value, "microseconds");
    run.cycles = numberAt(&value, "cycles");
    run.firstStep = numberAt(&value, "firstStep");
    run.numSteps = numberAt(&value, "numSteps");
    fillAt(&value, "cyclesByIPU", run.partsByIpu,
           [](CycleParts &parts, const ProfileValue &ipu) { parts = partsOf(ipu); });
    fillAt(&value, "ioCyclesByIPU", run.ioPartsByIpu,
           [](CycleParts &parts, const ProfileValue &ipu) { parts = partsOf(ipu); });
  });
  const auto programAt = [](const ProfileValue &value) {
    return static_cast<std::uint32_t>(numberAt(&value, "program"));
  };
  fillAt(all, "totals", profile.totals,
         [&](pva::internal::ProgramTotal &total, const ProfileValue &value) {
           total.program = programAt(value);
           total.executions = numberAt(&value, "executions");
           if (const ProfileValue *parts = member(&value, "cycles")) total.parts = partsOf(*parts);
           total.threadCycles = numberAt(&value, "activeTileCycles");
           total.tileCycles = numberAt(&value, "tileCycles");
         });
  const ProfileValue *simulated = member(all, "simulation");
  profile.totalCycles = numberAt(simulated, "cycles");
  profile.stepsDropped = numberAt(simulated, "stepsDropped");
  fillAt(simulated, "steps", profile.steps,
         [&](pva::internal::StepInfo &step, const ProfileValue &value) {
           step.program = programAt(value);
           step.cyclesFrom = numberAt(&value, "cyclesFrom");
           step.cyclesTo = numberAt(&value, "cyclesTo");
           if (member(&value, "tileCycles"))
             step.tileCycles = static_cast<std::uint32_t>(numberAt(&value, "tileCycles"));
           if (const ProfileValue *ipus = member(&value, "cyclesByIPU")) {
             step.ipuCycles = static_cast<std::uint32_t>(profile.ipuCycles.size());
             std::vector<std::uint64_t> &byIpu = profile.ipuCycles.emplace_back().byIpu;
             for (const ProfileValue &cycles : ipus->asVector())
               byIpu.push_back(cycles.asUint());
           }
         });
  fillAt(simulated, "activeCyclesByTile", profile.tileCycles,
         [](std::vector<std::uint64_t> &tiles, const ProfileValue &value) {
           for (const ProfileValue &cycles : value.asVector())
             tiles.push_back(cycles.asUint());
         });
}

} // namespace poplar_emu::profile
