// SPDX-License-Identifier: MIT
// What messages call the parts of a graph: by the user's name, or by number where there is none.
#pragma once

#include "ir/Graph.hpp"

#include <fmt/format.h>

#include <string>

namespace poplar_emu::ir {

/// "compute set 'exchange'" or "compute set #3". The set must be one of the graph's.
inline std::string nameOf(const Graph &graph, const ComputeSet &computeSet) {
  return computeSet.name.empty()
             ? fmt::format("compute set #{}", &computeSet - graph.computeSets.data())
             : fmt::format("compute set '{}'", computeSet.name);
}

/// "variable 'grid'" or "variable #2"; "constant ..." for constants.
inline std::string nameOf(const Graph &graph, const Variable &variable) {
  const char *kind = variable.isConstant() ? "constant" : "variable";
  return variable.name.empty() ? fmt::format("{} #{}", kind, &variable - graph.variables.data())
                               : fmt::format("{} '{}'", kind, variable.name);
}

} // namespace poplar_emu::ir
