// SPDX-License-Identifier: MIT
// Adds poprand.gp to a graph.
#include "support/CodeletFile.hpp"

#include <poprand/codelets.hpp>

namespace poprand {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("poprand"));
}

} // namespace poprand
