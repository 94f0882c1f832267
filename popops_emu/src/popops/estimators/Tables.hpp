// SPDX-License-Identifier: MIT
// The estimators of popops, a table a family of vertices.
#pragma once

#include "estimators/Table.hpp"

#include <poplar/Graph.hpp>

namespace popops::estimators {

Table elementWiseTable();
Table expressionTable();
Table reduceTable();
Table gatherTable();
Table updateTable();
Table sortTable();
Table topKTable();
Table dataTable();
Table statisticsTable();

/// Registers all of them. Cost: about a millisecond; nothing is evaluated.
void registerAll(poplar::Graph &graph);

} // namespace popops::estimators
