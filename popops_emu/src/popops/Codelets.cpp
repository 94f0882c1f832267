// SPDX-License-Identifier: MIT
// Adds popops.gp to a graph.
#include "support/CodeletFile.hpp"

#include <popops/codelets.hpp>

namespace popops {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(support::codeletFile("popops"));
}

} // namespace popops
