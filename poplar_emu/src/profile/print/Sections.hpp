// SPDX-License-Identifier: MIT
// The sections of a summary.
#pragma once

#include "profile/print/Lines.hpp"
#include "profile/print/SummaryPrinter.hpp"

namespace poplar_emu::profile {

void printTarget(Lines &lines, const pva::internal::Profile &profile);
void printGraphSize(Lines &lines, const pva::internal::Profile &profile);
void printOptimizations(Lines &lines, const pva::internal::Profile &profile);
void printMemory(Lines &lines, const pva::internal::Profile &profile,
                 const SummaryOptions &options);
void printVariableStorage(Lines &lines, const pva::internal::Profile &profile);
void printCycles(Lines &lines, const pva::internal::Profile &profile);
void printSteps(Lines &lines, const pva::internal::Profile &profile);

} // namespace poplar_emu::profile
