// SPDX-License-Identifier: MIT
// The subcommands of poplar-emu. Each adds itself to the command line, and does its work when it is
// the one that was asked for; `status` is what the process exits with.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace poplar_emu::tool {

/// What exits mean: 0 done, 1 a condition of `diff` holds, 2 an error.
inline constexpr int kConditionHolds = 1, kError = 2;

void addDiff(CLI::App &app, int &status);
void addGraph(CLI::App &app, int &status);
void addInfo(CLI::App &app, int &status);
void addLedger(CLI::App &app, int &status);
void addReport(CLI::App &app, int &status);
void addTrace(CLI::App &app, int &status);

} // namespace poplar_emu::tool
