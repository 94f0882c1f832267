// SPDX-License-Identifier: MIT
// The order of the sections, and the options.
#include "profile/print/SummaryPrinter.hpp"

#include "profile/print/Sections.hpp"
#include "support/OptionTable.hpp"

namespace poplar_emu::profile {

SummaryOptions readSummaryOptions(const poplar::OptionFlags &flags) {
  static constexpr OptionSpec kSpecs[] = {
      {"colours", OptionKind::Bool},           {"showExecutionSteps", OptionKind::Bool},
      {"showOptimizations", OptionKind::Bool}, {"showPerIpuMemoryUsage", OptionKind::Bool},
      {"showVarStorage", OptionKind::Bool},
  };
  OptionTable("profile summary option", kSpecs, {}).check(flags, UnknownKeys::Refuse);
  const auto isSet = [&](const char *key) { return boolOption(flags, key).value_or(false); };
  SummaryOptions options;
  options.showExecutionSteps = isSet("showExecutionSteps");
  options.showVarStorage = isSet("showVarStorage");
  options.showOptimizations = isSet("showOptimizations");
  options.showPerIpuMemoryUsage = isSet("showPerIpuMemoryUsage");
  options.colours = isSet("colours");
  return options;
}

void printGraph(std::ostream &out, const pva::internal::Profile &profile,
                const SummaryOptions &options) {
  Lines lines(out, options.colours);
  printTarget(lines, profile);
  if (options.showOptimizations) printOptimizations(lines, profile);
  printGraphSize(lines, profile);
  printMemory(lines, profile, options);
  if (options.showVarStorage) printVariableStorage(lines, profile);
}

void printExecution(std::ostream &out, const pva::internal::Profile &profile,
                    const SummaryOptions &options) {
  Lines lines(out, options.colours);
  printCycles(lines, profile);
  if (options.showExecutionSteps && profile.hasExecution) printSteps(lines, profile);
}

void printSummary(std::ostream &out, const pva::internal::Profile &profile,
                  const SummaryOptions &options) {
  printGraph(out, profile, options);
  printExecution(out, profile, options);
}

} // namespace poplar_emu::profile
