// SPDX-License-Identifier: MIT
// Adds popops.gp to a graph, and estimators of its vertices.
#include "estimators/Tables.hpp"
#include "support/CodeletFile.hpp"

#include <popops/codelets.hpp>

namespace popops {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(support::codeletFile("popops"));
  estimators::registerAll(graph);
}

} // namespace popops
