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

/// How many elements of rows of n one vertex is to do: n, unless the rows are long and tiles are to
/// spare, or a row takes a large part of a tile.
std::size_t partOfRow(const poplar::Graph &graph, const poplar::Tensor &matrix);

/// A part of a row, on the tile of its first element.
struct RowPart {
  unsigned tile;
  std::size_t row, begin, end;
  /// Counts the parts of the row.
  std::size_t number;
};

/// All parts of `size` elements; the last of a row may be smaller.
std::vector<RowPart> partsOfRows(const poplar::Graph &graph, const poplar::Tensor &matrix,
                                 std::size_t size);

/// Those rows of a matrix, each of rank 1.
std::vector<poplar::Tensor> rowsOf(const poplar::Tensor &matrix,
                                   const std::vector<std::size_t> &rows);

} // namespace popnn
