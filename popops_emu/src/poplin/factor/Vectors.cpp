// SPDX-License-Identifier: MIT
// Rows by the tile of their first element.
#include "factor/Vectors.hpp"

namespace poplin {

void forEachTileOfRows(const poplar::Graph &graph, const poplar::Tensor &matrix,
                       const std::function<void(unsigned, const std::vector<poplar::Tensor> &,
                                                const std::vector<unsigned> &)> &f) {
  const auto mapping = graph.getTileMapping(matrix.slice(0, 1, 1).flatten());
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    std::vector<poplar::Tensor> rows;
    std::vector<unsigned> numbers;
    for (const poplar::Interval &interval : mapping[tile])
      for (std::size_t row = interval.begin(); row < interval.end(); ++row) {
        rows.push_back(matrix[row]);
        numbers.push_back(static_cast<unsigned>(row));
      }
    if (!rows.empty()) f(tile, rows, numbers);
  }
}

} // namespace poplin
