// SPDX-License-Identifier: MIT
// Cycles and operations of vertices, as users or registered estimators say.
#pragma once

#include "api/GraphCore.hpp"

#include <poplar/Graph.hpp>

#include <optional>

namespace poplar_emu::api {

/// What was set for the vertex, else what the estimator of its type says, else nothing.
std::optional<ir::PerfEstimate> estimateOf(const GraphCore &core, VertexId vertex);

/// Asks the registered estimators about all vertices that have no estimate of their own and stores
/// the answers in the ir. A vertex that lacks a size or value which its estimator asks for stays
/// without an estimate. Cost: nothing when no estimator is registered, else half a microsecond a
/// vertex.
void evaluateEstimates(const poplar::Graph &graph);

} // namespace poplar_emu::api
