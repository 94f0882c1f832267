// SPDX-License-Identifier: MIT
// How deep programs contain programs: the passes and the run recurse that deep on the host's stack.
#pragma once

#include "compile/Pipeline.hpp"

#include <cstdint>

namespace poplar_emu::compile {

/// Most programs around a program, calls of functions included. Passes and run take less than 1 KiB
/// of stack a level, so that this many fit a thread of 4 MiB.
constexpr std::uint32_t kMaxNesting = 4096;

/// PE0413 when a program is nested deeper. Needs no stack itself; a function that calls itself is
/// left to findUsage.
void checkNesting(const Input &input);

} // namespace poplar_emu::compile
