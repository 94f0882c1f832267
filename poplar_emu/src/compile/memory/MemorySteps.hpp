// SPDX-License-Identifier: MIT
// What lives at each step of the programs.
#pragma once

#include "compile/memory/TileMemory.hpp"

#include <string>

namespace poplar_emu::compile {

/// Fills `memory.steps`. Bytes by tile are kept when a report is wanted and they are few.
void addMemorySteps(const Input &input, const StorageMap &storage, const MemoryCount &count,
                    const StepOfNode &steps, plan::TileMemory &memory);

/// How reports and errors call a step: by its name, or its compute set's, or its kind.
std::string stepName(const ir::Graph &graph, const ir::ProgramNode &node);

} // namespace poplar_emu::compile
