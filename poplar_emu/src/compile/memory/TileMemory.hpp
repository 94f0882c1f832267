// SPDX-License-Identifier: MIT
// Passes: what every tile would have to hold on the device, at the step where that is most.
#pragma once

#include "compile/ProgramLowering.hpp"
#include "compile/StorageMap.hpp"
#include "compile/Usage.hpp"
#include "compile/memory/Liveness.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Operands of a compute set that a tile gets from others, or sends to them.
struct OperandBuffer {
  TileId tile;
  std::uint64_t bytes = 0;
};

/// What the count found, for the passes after it.
struct MemoryCount {
  Liveness liveness;
  std::vector<std::vector<OperandBuffer>> buffers; ///< by ComputeSetId, sorted by tile
};

/// Fills plan.tileMemory.tiles with everything but code of exchanges and programs, which are known
/// when these are lowered; they add to it. Variables never live together share. Throws
/// graph_memory_allocation_error (PE0407) when some tile is too full already: a program that does
/// not fit may be too large to lower, too.
MemoryCount countTileMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                            plan::Plan &plan);

/// Adds the code of the programs, and what Options::memoryDetail asks for. Throws as above; with
/// OutOfMemory::Allow it warns.
void finishTileMemory(const Input &input, const Usage &usage, const StorageMap &storage,
                      const MemoryCount &count, const StepOfNode &steps, plan::Plan &plan);

} // namespace poplar_emu::compile
