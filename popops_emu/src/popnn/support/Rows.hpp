// SPDX-License-Identifier: MIT
// Work on whole rows of a matrix.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

#include <functional>
#include <vector>

namespace popnn {

/// Joins all dimensions but the innermost. The tensor has rank 1 at least.
poplar::Tensor asRows(const poplar::Tensor &t);

/// Calls f(tile, rows) for each tile that holds first elements of rows of `matrix`, which is not
/// empty.
void forEachRowGroup(
    const poplar::Graph &graph, const poplar::Tensor &matrix,
    const std::function<void(unsigned tile, const std::vector<std::size_t> &rows)> &f);

/// Those rows of a matrix, each of rank 1.
std::vector<poplar::Tensor> rowsOf(const poplar::Tensor &matrix,
                                   const std::vector<std::size_t> &rows);

} // namespace popnn
