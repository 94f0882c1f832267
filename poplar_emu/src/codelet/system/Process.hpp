// SPDX-License-Identifier: MIT
// Runs a program and keeps what it says.
#pragma once

#include <string>
#include <vector>

namespace poplar_emu::codelet {

struct ProcessResult {
  bool started = false;
  int exitCode = -1;  ///< 128 + signal if a signal ended it
  std::string output; ///< standard error and standard output, interleaved
};

/// arguments[0] is the program's path. Waits for its end.
ProcessResult runProcess(const std::vector<std::string> &arguments);

/// As one line that a shell would take.
std::string commandLine(const std::vector<std::string> &arguments);

/// Splits "-O3 -I 'my dir'" as a shell does: blanks separate, quotes and backslashes protect.
std::vector<std::string> splitFlags(std::string_view flags);

} // namespace poplar_emu::codelet
