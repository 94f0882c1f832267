// SPDX-License-Identifier: MIT
// Adds to every basic block what the device would issue for it.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace poplar_emu::popc::slots {

/// Registers the counting passes. Where the vectorisers start, each block of a codelet adds its
/// slots to a local counter that becomes a register. Between the marks of device/CountSlots.hpp the
/// counter is one compute() of one worker:
///
///     poplar_emu_countBegin(kind)   ->  counter = entry and exit; shared = 0
///     block                         ->  counter += slots of the block
///     poplar_emu_countEnd()         ->  counter + shared
///
/// Functions that were not inlined add their counter to `shared`, a thread-local variable of all
/// codelets of a graph. Vectorisation comes later and sees an induction variable.
void registerCounting(llvm::PassBuilder &builder);

} // namespace poplar_emu::popc::slots
