// SPDX-License-Identifier: MIT
// Registration of popops's vertices: there are none so far, so there is nothing to register.
#include <popops/codelets.hpp>

namespace popops {

void addCodelets(poplar::Graph &) {}

} // namespace popops
