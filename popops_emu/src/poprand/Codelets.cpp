// SPDX-License-Identifier: MIT
// Adds poprand.gp to a graph, and estimators of its vertices.
#include "estimators/Random.hpp"
#include "support/CodeletFile.hpp"

#include <poprand/codelets.hpp>

namespace poprand {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("poprand"));
  estimators::registerAll(graph);
}

} // namespace poprand
