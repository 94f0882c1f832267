// SPDX-License-Identifier: MIT
// Which rows of a matrix are where.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

#include <functional>
#include <vector>

namespace poplin {

/// Calls f(tile, rows, numbers) for each tile where rows of the matrix begin.
void forEachTileOfRows(
    const poplar::Graph &graph, const poplar::Tensor &matrix,
    const std::function<void(unsigned tile, const std::vector<poplar::Tensor> &rows,
                             const std::vector<unsigned> &numbers)> &f);

} // namespace poplin
