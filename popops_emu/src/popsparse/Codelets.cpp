// SPDX-License-Identifier: MIT
// Adds popsparse.gp to a graph, and estimators of its vertices.
#include "estimators/Sparse.hpp"
#include "support/CodeletFile.hpp"

#include <popsparse/codelets.hpp>

namespace popsparse {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("popsparse"));
  estimators::registerAll(graph);
}

} // namespace popsparse
