// SPDX-License-Identifier: MIT
// Passes: what every tile would have to hold on the device, at the step where that is most.
#pragma once

#include "compile/ComputeLowering.hpp"
#include "compile/ProgramLowering.hpp"
#include "compile/Usage.hpp"
#include "compile/memory/Liveness.hpp"
#include "compile/storage/StorageMap.hpp"
#include "plan/Plan.hpp"

namespace poplar_emu::compile {

/// What the count found, for the passes after it.
struct MemoryCount {
  Liveness liveness;
  OperandBuffers buffers; ///< of compute sets, once they are lowered
};

/// Fills plan.tileMemory.alwaysLive, and tiles with everything but operands of other tiles and the
/// code of exchanges and programs, which the lowering knows: it adds the code itself. Variables
/// never live together share. Throws graph_memory_allocation_error (PE0407) when some tile is too
/// full already: a program that does not fit may be too large to lower, too.
MemoryCount countTileMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                            plan::Plan &plan);

/// Whether every tile would have a sixteenth of its memory left for operands and code. Changes
/// nothing; costs as much as countTileMemory.
bool leavesRoom(const Input &input, const Usage &usage, const StorageMap &storage);

/// Counts again with the buffers of compute sets, adds the code of the programs, and what
/// Options::memoryDetail asks for. Throws as above; with OutOfMemory::Allow it warns.
void finishTileMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                      const MemoryCount &count, const StepOfNode &steps, plan::Plan &plan);

} // namespace poplar_emu::compile
