// SPDX-License-Identifier: MIT
// Moves the mutable static variables of a module into one image that exists once per tile.
#pragma once

#include "codelet/format/Unit.hpp"

#include <llvm/IR/Module.h>

#include <string>

namespace poplar_emu::popc {

/// A static variable whose address is hidden in a way that the image cannot carry.
struct StaticsProblem {
  std::string text;
};

/// The C++ library's own state and the glue's belong to the process, not to a tile.
bool belongsToProcess(const llvm::GlobalVariable &variable);

/// Replaces every mutable variable with static storage by a place in a per-tile image:
///
///     context.statics ->  | unit A's image | unit B's image | ...
///                         ^ staticsOffset of A: set when the shared object is loaded
///
/// While no batch runs (static initialisers), the initial image inside the object is used.
/// Variables that are never written count as constants and stay where they are.
/// Variables that other files may use keep their names and get a function for their address
/// (SharedStatics.hpp).
/// `unitId` makes the two exported symbols unique. Fills `info`; nothing is changed without
/// statics.
StaticsProblem gatherStatics(llvm::Module &module, const std::string &unitId,
                             codelet::StaticsInfo &info);

} // namespace poplar_emu::popc
