// SPDX-License-Identifier: MIT
// A row is done where it begins.
#include "support/Rows.hpp"

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

std::vector<Tensor> rowsOf(const Tensor &matrix, const std::vector<std::size_t> &rows) {
  std::vector<Tensor> result;
  for (const std::size_t row : rows)
    result.push_back(matrix[row]);
  return result;
}

} // namespace popnn
