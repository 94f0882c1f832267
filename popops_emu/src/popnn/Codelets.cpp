// SPDX-License-Identifier: MIT
// Registration of popnn's vertices: there are none so far, so there is nothing to register.
#include <popnn/codelets.hpp>

namespace popnn {

void addCodelets(poplar::Graph &) {}

} // namespace popnn
