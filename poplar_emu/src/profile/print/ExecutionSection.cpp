// SPDX-License-Identifier: MIT
// Cycles of runs: on the average tile, by vertex type, and step by step.
#include "profile/print/Sections.hpp"
#include "profile/print/TileAverages.hpp"

#include "pva/data/IoTiles.hpp"
#include "pva/data/ProgramTypeNames.hpp"
#include "pva/data/Traffic.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace poplar_emu::profile {
namespace {

using pva::internal::kNone;
using pva::internal::Profile;
using pva::internal::ProgramInfo;
using pva::internal::ProgramType;
using pva::internal::StepInfo;

std::string ofTotal(double cycles, std::uint64_t total) {
  const double percent = total == 0 ? 0 : 100 * cycles / static_cast<double>(total);
  return fmt::format("{} ({:.1f}% of total)", groupedDecimal(cycles), percent);
}

std::string counted(std::uint64_t number, const char *what) {
  return fmt::format("{} {}{}", groupedDigits(number), what, number == 1 ? "" : "s");
}

/// Those that have any, most first.
void printTypes(Lines &lines, const char *heading, const std::map<std::string, TypeCycles> &types,
                std::uint64_t TypeCycles::*what) {
  std::vector<std::pair<std::string, TypeCycles>> sorted(types.begin(), types.end());
  std::sort(sorted.begin(), sorted.end(), [what](const auto &a, const auto &b) {
    return a.second.*what != b.second.*what ? a.second.*what > b.second.*what : a.first < b.first;
  });
  std::erase_if(sorted, [what](const auto &type) { return type.second.*what == 0; });
  if (sorted.empty()) return;
  lines.empty();
  lines.text(1, heading);
  for (const auto &[name, type] : sorted)
    lines.number(2, fmt::format("{} ({}):", name, counted(type.instances, "instance")), type.*what);
}

/// Transfers tell what the host sent or got, exchanges what moved between tiles.
std::string exchangeText(const Profile &profile, const ProgramInfo &program) {
  if (program.exchange == kNone) return "";
  const pva::internal::LeafBytes bytes =
      pva::internal::bytesOf(program, profile.exchanges[program.exchange]);
  if (program.type == ProgramType::StreamCopyMid)
    return fmt::format(", {} B from or to the host", groupedDigits(bytes.host));
  std::string text = fmt::format(", {} B moved", groupedDigits(bytes.moved));
  if (bytes.betweenIpus != 0)
    text += fmt::format(", {} B between IPUs", groupedDigits(bytes.betweenIpus));
  return text;
}

/// ", by IPU 120 / 80".
std::string ipuText(const std::vector<std::uint64_t> &cycles) {
  std::string text;
  for (const std::uint64_t ipu : cycles)
    text += (text.empty() ? ", by IPU " : " / ") + groupedDigits(ipu);
  return text;
}

/// "active tiles 3 / 4, balance 75.0%".
std::string computeText(const Profile &profile, const StepInfo &step, const ProgramInfo &program) {
  if (program.computeSet == kNone) return "";
  const std::uint64_t tiles = profile.target.numIpus * profile.target.tilesPerIpu;
  const pva::internal::ComputeSetInfo &set = profile.computeSets[program.computeSet];
  std::string text =
      fmt::format(", active tiles {} / {}", groupedDigits(set.activeTiles), groupedDigits(tiles));
  if (step.ipuCycles != kNone && profile.target.numIpus > 1)
    return text + ipuText(profile.ipuCycles[step.ipuCycles].byIpu);
  const std::vector<std::uint64_t> &cycles =
      step.tileCycles == kNone ? set.estimatedCyclesByTile : profile.tileCycles[step.tileCycles];
  if (cycles.empty()) return text;
  const std::uint64_t most = *std::max_element(cycles.begin(), cycles.end());
  double sum = 0;
  for (const std::uint64_t tile : cycles)
    sum += static_cast<double>(tile);
  if (most == 0) return text;
  return text + fmt::format(", all tile balance {:.1f}%", 100 * sum / static_cast<double>(most) /
                                                              static_cast<double>(cycles.size()));
}

std::string stepText(const Profile &profile, const StepInfo &step) {
  const ProgramInfo &program = profile.programs[step.program];
  std::string text(pva::internal::programTypeName(program.type));
  if (!program.name.empty()) text += " '" + program.name + "'";
  if (program.onIoTiles) text += " on I/O tiles";
  text += ": " + counted(step.cyclesTo - step.cyclesFrom, "cycle");
  if (program.type == ProgramType::OnTileExecute) return text + computeText(profile, step, program);
  return text + exchangeText(profile, program);
}

/// On the machine only what is instrumented is measured; a model knows everything.
bool isMeasured(const Profile &profile, const std::string &instrumentation) {
  return profile.target.type != "IPU" || instrumentation != "off";
}

constexpr const char *kEnableCompute = "you must enable debug.instrumentCompute";
constexpr const char *kEnableExternal = "you must enable debug.instrumentExternalExchange";

void printNothingRecorded(Lines &lines, const Profile &profile) {
  if (isMeasured(profile, profile.computeInstrumentation)) {
    lines.text(1, "No program has run while profiling was enabled.");
  } else {
    lines.text(1, fmt::format("To measure compute cycles, {}.", kEnableCompute));
    lines.text(1, fmt::format("To measure exchange cycles, {}.", kEnableExternal));
  }
  lines.empty();
}

void printAverages(Lines &lines, const Profile &profile) {
  const TileAverages average = tileAverages(profile);
  const bool compute = isMeasured(profile, profile.computeInstrumentation);
  const bool external = isMeasured(profile, profile.externalExchangeInstrumentation);
  const auto print = [&](const char *label, double cycles, const char *toEnable) {
    lines.after(1, label, toEnable ? toEnable : ofTotal(cycles, profile.totalCycles));
  };
  const char *enableCompute = compute ? nullptr : kEnableCompute;
  const char *enableExternal = external ? nullptr : kEnableExternal;
  print("Tile average compute cycles (including idle threads):", average.computeWithIdleThreads,
        enableCompute);
  print("Tile average compute cycles (excluding idle threads):", average.computeWithoutIdleThreads,
        enableCompute);
  print("Tile average IPU exchange cycles:", average.exchange, nullptr);
  print("Tile average global exchange cycles:", average.globalExchange, enableExternal);
  print("Tile average host exchange cycles:", average.host, enableExternal);
  print("Tile average sync cycles:", average.sync, nullptr);
  const pva::internal::HostOverlap overlap = pva::internal::hostOverlap(profile);
  if (overlap.ofIoTiles == 0 || !external) return;
  lines.after(1, "Host exchange cycles of I/O tiles:",
              fmt::format("{} ({:.1f}% behind other work)", groupedDigits(overlap.ofIoTiles),
                          100 * static_cast<double>(overlap.ofIoTiles - overlap.waitedFor) /
                              static_cast<double>(overlap.ofIoTiles)));
}

/// Of a replica, and at which rate.
void printFlops(Lines &lines, const Profile &profile, double seconds) {
  std::uint64_t flops = 0;
  for (const pva::internal::ProgramTotal &total : profile.totals)
    flops += flopsOf(profile, total);
  const double giga = seconds > 0 ? static_cast<double>(flops) / seconds * 1e-9 : 0;
  lines.after(1, "Estimated FLOPs:",
              fmt::format("{} ({} GFLOP/s)", groupedDigits(flops), groupedDecimal(giga)));
}

/// "Programs executed: 3 (0, warm up, 1)".
std::string programsText(const Profile &profile) {
  constexpr std::size_t kNamed = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamed, profile.runs.size()); ++i) {
    const pva::internal::RunInfo &run = profile.runs[i];
    names += (i == 0 ? "" : ", ") + (run.name.empty() ? std::to_string(run.program) : run.name);
  }
  if (profile.runs.size() > kNamed) names += ", ...";
  return fmt::format("Programs executed: {}{}", groupedDigits(profile.runs.size()),
                     names.empty() ? "" : " (" + names + ")");
}

} // namespace

void printCycles(Lines &lines, const Profile &profile) {
  lines.heading("Execution:");
  if (!profile.hasExecution) return printNothingRecorded(lines, profile);
  const double seconds =
      profile.target.clockFrequency == 0
          ? 0
          : static_cast<double>(profile.totalCycles) / profile.target.clockFrequency;
  lines.text(1, programsText(profile));
  if (profile.profiledReplica != kNone)
    lines.text(1, fmt::format("Replica profiled: {}", profile.profiledReplica));
  lines.empty();
  lines.after(1, "Total cycles:",
              fmt::format("{} (approx {} microseconds)", groupedDigits(profile.totalCycles),
                          groupedDecimal(seconds * 1e6)));
  printAverages(lines, profile);
  if (!profile.cycleModel.empty())
    lines.after(1, "Cycle model:",
                profile.cycleModel + (profile.countedCycles ? ", vertices counted" : ""));
  const std::map<std::string, TypeCycles> types = cyclesByType(profile);
  if (profile.includesFlops) printFlops(lines, profile, seconds);
  printTypes(lines, "Cycles by vertex type:", types, &TypeCycles::cycles);
  if (profile.includesFlops)
    printTypes(lines, "Estimated FLOPs by vertex type:", types, &TypeCycles::flops);
  lines.empty();
}

void printSteps(Lines &lines, const Profile &profile) {
  lines.text(1, "Execution steps:");
  for (const pva::internal::RunInfo &run : profile.runs) {
    if (run.numSteps == 0) continue;
    if (profile.runs.size() > 1)
      lines.text(2, fmt::format("Run of program {}{}:", run.program,
                                run.name.empty() ? "" : " '" + run.name + "'"));
    for (std::uint64_t i = run.firstStep; i < run.firstStep + run.numSteps; ++i)
      lines.text(2, stepText(profile, profile.steps[i]));
  }
  if (profile.stepsDropped != 0)
    lines.text(2, fmt::format("... and {} that were not kept",
                              counted(profile.stepsDropped, "superstep")));
  lines.empty();
}

} // namespace poplar_emu::profile
