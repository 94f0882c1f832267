// SPDX-License-Identifier: MIT
// Gathers rows of tables that lie in blocks of rows and are too large for a tile.
#pragma once

#include "slice/Rows.hpp"

#include <cstddef>

namespace popops::slice {

// See docs/decisions/0014. Types are carriers; nothing is empty.

void gatherBlocks(poplar::Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                  poplar::program::Sequence &prog, const poplar::DebugContext &debugContext);

/// Few lookups: a buffer for all slices fits every tile.
void gatherAtHome(poplar::Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                  poplar::program::Sequence &prog, const poplar::DebugContext &debugContext);

/// Returns whether it fits the budget; otherwise nothing is added.
bool gatherInRounds(poplar::Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                    poplar::program::Sequence &prog, const poplar::DebugContext &debugContext);

/// Sets the flag on all replicas if it is set on one.
void spreadOverReplicas(poplar::Graph &graph, const poplar::Tensor &flag,
                        poplar::program::Sequence &prog, const poplar::DebugContext &debugContext);

} // namespace popops::slice
