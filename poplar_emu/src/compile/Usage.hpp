// SPDX-License-Identifier: MIT
// Pass: what the programs reach. Everything else is left out of the plan and of the checks.
#pragma once

#include "compile/Pipeline.hpp"

#include <vector>

namespace poplar_emu::compile {

struct Usage {
  std::vector<ComputeSetId> computeSets; ///< reached by Execute, each once, in program order
  std::vector<FunctionId> functions;     ///< reached by Call, callees before callers
  std::vector<bool>
      variables; ///< by VariableId: read or written by anything reached, or by a host handle
  std::vector<bool> transferred; ///< by VariableId: in a transfer between device and host
};

/// Throws graph_recursion_error (PE0408) when a function reaches itself, naming the cycle.
Usage findUsage(const Input &input);

} // namespace poplar_emu::compile
