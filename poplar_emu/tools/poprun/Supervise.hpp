// SPDX-License-Identifier: MIT
// Runs mpirun and bounds the time that it takes to end.
#pragma once

#include "Reports.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace poplar_emu::poprun {

/// Runs a command that starts `instances` instances, and returns its exit code.
///
/// After the first fault (a report of one, or a signal that asks this process to end) the command
/// has `patience` to end on its own, as it has when all instances have ended well. Then it and all
/// its descendants are killed; nothing is left behind in any case. The text of the first fault goes
/// to stderr, and its exit code is the result, whatever the command says.
///
/// Throws std::runtime_error if the command cannot be started.
int supervise(const std::vector<std::string> &command, unsigned instances, const Reports &reports,
              std::chrono::milliseconds patience);

} // namespace poplar_emu::poprun
