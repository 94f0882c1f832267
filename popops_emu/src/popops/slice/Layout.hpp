// SPDX-License-Identifier: MIT
// How the matrix of a table is spread over tiles, and matrices that are spread well.
#pragma once

#include "support/Arithmetic.hpp"

#include <poplar/Graph.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Tensor.hpp>

#include <cstddef>
#include <vector>

namespace popops::slice {

/// Columns [of a matrix] that one tile holds from the first row to the last.
struct ColumnShare {
  unsigned tile;
  std::vector<poplar::Interval> columns;
};

/// Shares of all tiles if no column of the matrix is split between tiles, else nothing. Cost: cheap
/// when rows are split; else linear in the contiguous pieces of the columns.
std::vector<ColumnShare> columnShares(const poplar::Graph &graph, const poplar::Tensor &matrix);

/// Tile of each element of a tensor of rank 1. Elements without one get one in turn.
std::vector<unsigned> tilesOf(const poplar::Graph &graph, const poplar::Tensor &elements);

/// How many tiles hold elements of the tensor.
std::size_t numTilesOf(const poplar::Graph &graph, const poplar::Tensor &tensor);

/// A new matrix in blocks of whole rows, at least minRows each; a block is contiguous.
poplar::Tensor addRowBlocks(poplar::Graph &graph, const poplar::Type &type, std::size_t rows,
                            std::size_t columns, std::size_t minRows,
                            const poplar::DebugContext &debugContext);

/// A new matrix in blocks of whole columns, one for each width; a block is contiguous.
poplar::Tensor addColumnBlocks(poplar::Graph &graph, const poplar::Type &type, std::size_t rows,
                               const std::vector<ColumnShare> &shares,
                               const poplar::DebugContext &debugContext);

/// Shares of equal width, in multiples of the grain, on as many tiles as possible.
std::vector<ColumnShare> equalShares(const poplar::Graph &graph, std::size_t columns,
                                     std::size_t grain);

/// The columns of a share, [R, width].
poplar::Tensor columnsOf(const poplar::Tensor &matrix, const ColumnShare &share);

/// Bytes that operands of other tiles may take on a tile.
std::size_t budgetOf(const poplar::Graph &graph, double memoryShare);
/// The same on tiles that also hold their part of the table.
std::size_t budgetBeside(const poplar::Graph &graph, const poplar::Tensor &table,
                         double memoryShare);

std::size_t bytesOf(const poplar::Graph &graph, const poplar::Type &type);

using support::divideUp;

} // namespace popops::slice
