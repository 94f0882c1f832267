// SPDX-License-Identifier: MIT
// Cycle estimates of the vertices of gcl.gp.
#pragma once

#include <poplar/Graph.hpp>

namespace gcl::detail {

/// They equal what counting reports, so that a collective costs the same whether its steps are
/// executed or only charged.
void registerEstimators(poplar::Graph &graph);

} // namespace gcl::detail
