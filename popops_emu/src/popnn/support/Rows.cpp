// SPDX-License-Identifier: MIT
// A row is done where it begins, or in parts where they begin.
#include "support/Rows.hpp"
#include "support/Arithmetic.hpp"

#include <algorithm>

namespace popnn {

using poplar::Tensor;

Tensor asRows(const Tensor &t) {
  const std::size_t n = t.dim(t.rank() - 1);
  std::size_t rows = 1;
  for (unsigned d = 0; d + 1 < t.rank(); ++d)
    rows *= t.dim(d);
  return t.reshape({rows, n});
}

void forEachRowGroup(const poplar::Graph &graph, const Tensor &matrix,
                     const std::function<void(unsigned, const std::vector<std::size_t> &)> &f) {
  const auto mapping = graph.getTileMapping(matrix.slice(0, 1, 1).flatten());
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    std::vector<std::size_t> rows;
    for (const poplar::Interval &interval : mapping[tile])
      for (std::size_t row = interval.begin(); row < interval.end(); ++row)
        rows.push_back(row);
    if (!rows.empty()) f(tile, rows);
  }
}

std::size_t partOfRow(const poplar::Graph &graph, const Tensor &matrix) {
  // Shorter parts would spend more on the second pass than they save in the first.
  constexpr std::size_t kShort = 4096;
  const poplar::Target &target = graph.getTarget();
  const std::size_t rows = matrix.dim(0), n = matrix.dim(1);
  if (rows == 0 || n <= kShort) return n;
  const std::size_t forTiles = std::min(n / kShort, target.getNumTiles() / rows);
  const std::size_t bytes = n * target.getTypeSize(matrix.elementType());
  const std::size_t forMemory = 8 * bytes / target.getBytesPerTile();
  const std::size_t parts = std::max<std::size_t>({forTiles, forMemory, 1});
  return popops::support::divideUp(n, parts);
}

std::vector<RowPart> partsOfRows(const poplar::Graph &graph, const Tensor &matrix,
                                 std::size_t size) {
  std::vector<RowPart> parts;
  const std::size_t n = matrix.dim(1);
  for (std::size_t begin = 0, number = 0; begin < n; begin += size, ++number) {
    const auto mapping = graph.getTileMapping(matrix.slice(begin, begin + 1, 1).flatten());
    for (unsigned tile = 0; tile < mapping.size(); ++tile)
      for (const poplar::Interval &interval : mapping[tile])
        for (std::size_t row = interval.begin(); row < interval.end(); ++row)
          parts.push_back({tile, row, begin, std::min(n, begin + size), number});
  }
  return parts;
}

std::vector<Tensor> rowsOf(const Tensor &matrix, const std::vector<std::size_t> &rows) {
  std::vector<Tensor> result;
  for (const std::size_t row : rows)
    result.push_back(matrix[row]);
  return result;
}

} // namespace popnn
