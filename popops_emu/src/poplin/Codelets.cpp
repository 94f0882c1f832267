// SPDX-License-Identifier: MIT
// Registration of poplin's vertices: there are none so far, so there is nothing to register.
#include <poplin/codelets.hpp>

namespace poplin {

void addCodelets(poplar::Graph &) {}

} // namespace poplin
