// SPDX-License-Identifier: MIT
// Registration of popsparse's vertices: there are none so far, so there is nothing to register.
#include <popsparse/codelets.hpp>

namespace popsparse {

void addCodelets(poplar::Graph &) {}

} // namespace popsparse
