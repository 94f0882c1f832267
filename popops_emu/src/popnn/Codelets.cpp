// SPDX-License-Identifier: MIT
// Adds popnn.gp to a graph, and estimators of its vertices.
#include "estimators/Networks.hpp"
#include "support/CodeletFile.hpp"

#include <popnn/codelets.hpp>

namespace popnn {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("popnn"));
  estimators::registerAll(graph);
}

} // namespace popnn
