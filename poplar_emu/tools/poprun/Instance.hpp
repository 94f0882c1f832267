// SPDX-License-Identifier: MIT
// Runs the program of one instance and watches how it ends.
#pragma once

#include <string>

namespace poplar_emu::poprun {

/// Runs `command` (ends with a null pointer) as a child: its stderr and the signals meant for it
/// pass through, it ends when this process or the parent of this process does, and its end is
/// reported into the pipe `reports`. Then this process ends in the same way: returns the exit code,
/// or does not return.
int runInstance(const std::string &reports, unsigned instance, char **command);

} // namespace poplar_emu::poprun
