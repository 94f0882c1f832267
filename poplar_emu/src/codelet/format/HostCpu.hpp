// SPDX-License-Identifier: MIT
// Names the CPU that -march=native compiles for.
#pragma once

#include <string>

namespace poplar_emu::codelet {

/// Equal strings: code built on one host runs on the other. Contains every feature bit of the CPU.
const std::string &hostCpu();

} // namespace poplar_emu::codelet
