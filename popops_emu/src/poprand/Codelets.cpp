// SPDX-License-Identifier: MIT
// Registration of poprand's vertices: there are none so far, so there is nothing to register.
#include <poprand/codelets.hpp>

namespace poprand {

void addCodelets(poplar::Graph &) {}

} // namespace poprand
