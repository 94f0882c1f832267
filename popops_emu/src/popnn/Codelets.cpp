// SPDX-License-Identifier: MIT
// Adds popnn.gp to a graph.
#include "support/CodeletFile.hpp"

#include <popnn/codelets.hpp>

namespace popnn {

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(popops::support::codeletFile("popnn"));
}

} // namespace popnn
