// SPDX-License-Identifier: MIT
// When two programs are the same.
#pragma once

#include "ir/Program.hpp"

namespace poplar_emu::api {

/// Nothing, or a sequence of nothing.
bool isEmptyProgram(const ir::ProgramNode *program);

/// The same steps on the same tensors; names and lines do not matter. Cost: constant for copies of
/// one program, else the size of the programs.
bool equalPrograms(const ir::ProgramNode *a, const ir::ProgramNode *b);

} // namespace poplar_emu::api
