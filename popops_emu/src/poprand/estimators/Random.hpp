// SPDX-License-Identifier: MIT
// Registration of the estimators of poprand.
#pragma once

#include <poplar/Graph.hpp>

namespace poprand::estimators {

void registerAll(poplar::Graph &graph);

} // namespace poprand::estimators
