// SPDX-License-Identifier: MIT
// When each variable holds something that is still needed, in steps of the programs laid out in a
// row.
#pragma once

#include "compile/Pipeline.hpp"
#include "compile/Usage.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Index of a step when all programs, with functions inlined, are written one after the other.
using Position = std::uint32_t;

/// The variable is live from the step that first writes it to the one that last uses it.
struct LiveRange {
  VariableId variable;
  Position first = 0;
  Position last = 0;
};

struct Execution {
  ComputeSetId computeSet;
  Position position = 0;
};

struct Liveness {
  /// By VariableId: constants, what has an initial value or a host handle, and what some program
  /// reads before writing it (its contents come from another run).
  std::vector<bool> alwaysLive;
  std::vector<LiveRange> ranges;              ///< of the others, a range a program; sorted by first
  std::vector<Execution> executions;          ///< sorted by position
  std::vector<const ir::ProgramNode *> nodes; ///< by position
};

/// A variable that a loop's body reads before writing it lives as long as the loop. Partial writes
/// count as writes, and calls beyond a budget of inlined steps as nothing: the result is a lower
/// bound. Cost: linear in the programs, and in the edges of the compute sets they execute.
Liveness findLiveness(const Input &input, const Usage &usage);

} // namespace poplar_emu::compile
