// SPDX-License-Identifier: MIT
// Registration of popsys's vertices: there are none so far, so there is nothing to register.
#include <popsys/codelets.hpp>

namespace popsys {

void addCodelets(poplar::Graph &) {}

} // namespace popsys
