// SPDX-License-Identifier: MIT
// The compiler's flags for a CPU that need not be the one that popc runs on.
#pragma once

#include <string>
#include <vector>

namespace poplar_emu::popc {

/// `cpu` is a string of codelet::hostCpu(), of the process that will run the code. The own CPU:
/// -march=native. Another one: the baseline of its architecture and a flag for each feature that
/// matters to compiled C++; a string that says nothing gives the baseline alone.
std::vector<std::string> cpuFlags(const std::string &cpu);

} // namespace poplar_emu::popc
