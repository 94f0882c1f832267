// SPDX-License-Identifier: MIT
// Who reduces what: each tile its own elements, into as few results as they allow.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

#include <cstddef>
#include <vector>

namespace popops::reduce_detail {

/// Consecutive outputs that a job contributes to, `repeats` times.
struct Contribution {
  std::size_t begin, size;
  std::size_t repeats = 1;

  std::size_t end() const { return begin + size; }
};

/// One vertex on the tile of its elements.
struct Job {
  enum class Kind { Rows, Columns };

  unsigned tile;
  Kind kind;
  /// The elements, of rank 1.
  poplar::Tensor data = {};
  /// Rows: sizes of the first and of every other row. Columns: place of the first element.
  std::size_t first = 0, length = 0, start = 0;
  /// In the order of the vertex's outputs.
  std::vector<Contribution> contributions = {};
};

/// Jobs for a tensor of shape {outputs, reduced}: whole rows on a tile, and parts of them at its
/// borders. `workers` is the number of parts that one long row is split into.
std::vector<Job> planRows(const poplar::Graph &graph, const poplar::Tensor &rows, unsigned workers);

/// Jobs for a tensor of shape {reduced, outputs}.
std::vector<Job> planColumns(const poplar::Graph &graph, const poplar::Tensor &columns);

} // namespace popops::reduce_detail
