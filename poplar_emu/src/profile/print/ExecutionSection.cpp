// SPDX-License-Identifier: MIT
// Cycles of runs: on the average tile, by vertex type, and step by step.
#include "profile/print/Sections.hpp"
#include "profile/print/TileAverages.hpp"

#include "pva/data/ProgramTypeNames.hpp"
#include "pva/data/Traffic.hpp"

#include <algorithm>
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

void printTypes(Lines &lines, const Profile &profile) {
  const auto types = cyclesByType(profile);
  std::vector<std::pair<std::string, TypeCycles>> sorted(types.begin(), types.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
    return a.second.cycles != b.second.cycles ? a.second.cycles > b.second.cycles
                                              : a.first < b.first;
  });
  std::erase_if(sorted, [](const auto &type) { return type.second.cycles == 0; });
  if (sorted.empty()) return;
  lines.empty();
  lines.text(1, "Cycles by vertex type:");
  for (const auto &[name, type] : sorted)
    lines.number(2, fmt::format("{} ({}):", name, counted(type.instances, "instance")),
                 type.cycles);
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

/// "active tiles 3 / 4, balance 75.0%".
std::string computeText(const Profile &profile, const StepInfo &step, const ProgramInfo &program) {
  if (program.computeSet == kNone) return "";
  const std::uint64_t tiles = profile.target.numIpus * profile.target.tilesPerIpu;
  const pva::internal::ComputeSetInfo &set = profile.computeSets[program.computeSet];
  std::string text =
      fmt::format(", active tiles {} / {}", groupedDigits(set.activeTiles), groupedDigits(tiles));
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
  lines.empty();
  lines.after(1, "Total cycles:",
              fmt::format("{} (approx {} microseconds)", groupedDigits(profile.totalCycles),
                          groupedDecimal(seconds * 1e6)));
  printAverages(lines, profile);
  if (!profile.cycleModel.empty())
    lines.after(1, "Cycle model:",
                profile.cycleModel + (profile.countedCycles ? ", vertices counted" : ""));
  printTypes(lines, profile);
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
