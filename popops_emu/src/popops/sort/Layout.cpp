// SPDX-License-Identifier: MIT
// Blocks of rows.
#include "sort/Layout.hpp"
#include "support/Arithmetic.hpp"

#include <algorithm>

namespace popops::sort_detail {

using poplar::Tensor;

Layout planLayout(const poplar::Target &target, std::size_t rows, std::size_t length,
                  std::size_t smallest) {
  const std::size_t tiles = target.getNumTiles();
  Layout layout{rows, length, 1, length, {}};
  const std::size_t wanted =
      std::min(support::divideUp(length, smallest), std::max<std::size_t>(1, tiles / rows));
  if (wanted > 1) {
    // Whole 64-bit words for elements of every size.
    layout.block = support::divideUp(support::divideUp(length, wanted), 8) * 8;
    layout.perRow = support::divideUp(length, layout.block);
  }
  if (layout.perRow == 1) {
    const std::size_t used = std::min(rows, tiles);
    for (std::size_t i = 0; i < used; ++i) {
      const std::size_t row = i * rows / used, next = (i + 1) * rows / used;
      layout.blocks.push_back(
          {static_cast<unsigned>(i * tiles / used), row, next - row, 0, length});
    }
    layout.block = length;
    return layout;
  }
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t b = 0; b < layout.perRow; ++b)
      layout.blocks.push_back(
          {static_cast<unsigned>((row * layout.perRow + b) * tiles / (rows * layout.perRow)), row,
           1, b * layout.block, std::min(length, (b + 1) * layout.block)});
  return layout;
}

Tensor blockOf(const Tensor &t, const Block &block) {
  return t.slice(block.row, block.row + block.rows, 0).slice(block.begin, block.end, 1).flatten();
}

Tensor addVariable(poplar::Graph &graph, const poplar::Type &type, const Layout &layout,
                   const poplar::DebugContext &debugContext) {
  const Tensor t = graph.addVariable(type, {layout.rows, layout.length}, debugContext);
  for (const Block &block : layout.blocks)
    graph.setTileMapping(blockOf(t, block), block.tile);
  return t;
}

} // namespace popops::sort_detail
