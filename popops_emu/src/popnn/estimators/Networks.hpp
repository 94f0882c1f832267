// SPDX-License-Identifier: MIT
// The estimators of popnn, a table a family of vertices.
#pragma once

#include "estimators/Table.hpp"

namespace popnn::estimators {

popops::estimators::Table nonLinearityTable();
popops::estimators::Table poolTable();
popops::estimators::Table rowTable();

void registerAll(poplar::Graph &graph);

} // namespace popnn::estimators
