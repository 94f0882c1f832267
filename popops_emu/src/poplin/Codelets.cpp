// SPDX-License-Identifier: MIT
// Adds poplin.gp to a graph.
#include "support/CodeletFile.hpp"

#include <poplin/codelets.hpp>

namespace poplin {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("poplin"));
}

} // namespace poplin
