// SPDX-License-Identifier: MIT
// Pass: program trees become sequences of steps; copies, streams and host transfers become move
// lists.
#pragma once

#include "compile/Usage.hpp"
#include "compile/storage/StorageMap.hpp"
#include "plan/Plan.hpp"

#include <optional>
#include <unordered_map>

namespace poplar_emu::compile {

/// The steps that the nodes of the programs became; nothing for those that have nothing to do.
using StepOfNode = std::unordered_map<const ir::ProgramNode *, std::optional<plan::Step>>;

/// Fills everything of the plan that lowerComputeSets does not: programs, sequences, step tables,
/// streams, remote buffers, host handles, initial data. Execute refers to plan.computes by the
/// position of its compute set in usage.computeSets. Returns what became of each node.
StepOfNode lowerPrograms(const Input &input, const Usage &usage, const StorageMap &storage,
                         plan::Plan &plan);

/// Tensors belong to the graph, predicates are scalars, sizes and types fit, destinations are
/// writable. Throws PE04xx with the program's name and the user's line.
void checkPrograms(const Input &input, const Usage &usage);

} // namespace poplar_emu::compile
