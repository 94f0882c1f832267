// SPDX-License-Identifier: MIT
// What products cost on the product units of a tile, and the tables of poplin.
#pragma once

#include "estimators/Table.hpp"

namespace poplin::estimators {

using popops::estimators::Cycles;

/// Cycles of a tile for c[m][n] = a[m][k] * b[k][n].
///
/// The units hold the weights of `units` columns and 16 rows of b; the workers then stream rows of
/// a through them. So b is cut into such groups, each of which is loaded once.
Cycles productCycles(const poplar::Target &target, const poplar::Type &in,
                     const poplar::Type &partial, Cycles m, Cycles n, Cycles k);

popops::estimators::Table productTable();
popops::estimators::Table solverTable();

void registerAll(poplar::Graph &graph);

} // namespace poplin::estimators
