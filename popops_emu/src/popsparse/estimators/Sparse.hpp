// SPDX-License-Identifier: MIT
// What the vertices of popsparse cost.
#pragma once

#include "estimators/Table.hpp"

namespace popsparse::estimators {

popops::estimators::Table sparseTable();

void registerAll(poplar::Graph &graph);

} // namespace popsparse::estimators
