// SPDX-License-Identifier: MIT
// Registration of popfloat's vertices: there are none so far, so there is nothing to register.
#include <popfloat/experimental/codelets.hpp>

namespace popfloat::experimental {

void addCodelets(poplar::Graph &) {}

} // namespace popfloat::experimental
