// SPDX-License-Identifier: MIT
// How rows are cut into blocks, and on which tiles the blocks are.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

#include <cstddef>
#include <vector>

namespace popops::sort_detail {

/// Elements [begin, end) of the rows [row, row + rows). More than one row only if they are whole.
struct Block {
  unsigned tile;
  std::size_t row, rows, begin, end;
};

struct Layout {
  std::size_t rows, length;
  /// Blocks a row, all of `block` elements but for the last.
  std::size_t perRow, block;
  /// Row by row, tiles ascending.
  std::vector<Block> blocks;
};

/// Blocks have at least `smallest` elements where rows are longer than that; tiles are used evenly.
Layout planLayout(const poplar::Target &target, std::size_t rows, std::size_t length,
                  std::size_t smallest);

/// The elements of a block in a tensor of [rows, length], as rank 1.
poplar::Tensor blockOf(const poplar::Tensor &t, const Block &block);

/// A variable of [rows, length], mapped as the layout says.
poplar::Tensor addVariable(poplar::Graph &graph, const poplar::Type &type, const Layout &layout,
                           const poplar::DebugContext &debugContext);

} // namespace popops::sort_detail
