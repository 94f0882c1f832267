// SPDX-License-Identifier: MIT
// The text of profile summaries.
#pragma once

#include "pva/data/Profile.hpp"

#include <poplar/OptionFlags.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace poplar_emu::profile {

struct SummaryOptions {
  bool showExecutionSteps = false, showVarStorage = false, showOptimizations = false,
       showPerIpuMemoryUsage = false, colours = false;
};

/// PE0701, PE0702 for what is no option of a summary.
SummaryOptions readSummaryOptions(const poplar::OptionFlags &flags);

/// Target, graph and memory.
void printGraph(std::ostream &out, const pva::internal::Profile &profile,
                const SummaryOptions &options);
/// Cycles of what was recorded; without a record, how to get one.
void printExecution(std::ostream &out, const pva::internal::Profile &profile,
                    const SummaryOptions &options);
/// Both.
void printSummary(std::ostream &out, const pva::internal::Profile &profile,
                  const SummaryOptions &options);

} // namespace poplar_emu::profile
