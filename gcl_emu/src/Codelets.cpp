// SPDX-License-Identifier: MIT
// Registration of gcl's vertices: there are none so far, so there is nothing to register.
#include <gcl/codelets.hpp>

namespace gcl {

void addCodelets(poplar::Graph &) {}

} // namespace gcl
