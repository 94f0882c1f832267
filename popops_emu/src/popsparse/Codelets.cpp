// SPDX-License-Identifier: MIT
// Adds popsparse.gp to a graph.
#include "support/CodeletFile.hpp"

#include <popsparse/codelets.hpp>

namespace popsparse {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("popsparse"));
}

} // namespace popsparse
