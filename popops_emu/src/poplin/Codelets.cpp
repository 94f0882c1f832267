// SPDX-License-Identifier: MIT
// Adds poplin.gp to a graph, and estimators of its vertices.
#include "estimators/Products.hpp"
#include "support/CodeletFile.hpp"

#include <poplin/codelets.hpp>

namespace poplin {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("poplin"));
  estimators::registerAll(graph);
}

} // namespace poplin
