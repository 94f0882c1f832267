// SPDX-License-Identifier: MIT
// What sparse products of both kinds share: the dense operands, and the vertices.
#pragma once

#include "matmul/Plan.hpp"

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <functional>
#include <string>
#include <vector>

namespace popsparse {

/// A variable [1, rows, n], cut into slabs of columns, each of them in one piece.
poplar::Tensor createSlabs(poplar::Graph &graph, const poplar::Type &type, std::size_t rows,
                           std::size_t n, std::size_t slabs, const poplar::DebugNameAndId &name);

/// Throws poplibs_error unless `dense` is [1, rows, n] of this type.
void checkDense(const std::string &operation, const poplar::Tensor &dense, std::size_t rows,
                const poplar::Type &type, const std::string &sparse);

/// The operands of a tile: a bucket's meta information and values.
struct Bucket {
  poplar::Tensor meta, values;
};

/// A product S * x, where S has shape `shape` or, with `swap`, is the transposed of what has it.
struct Job {
  MatrixShape shape;
  bool swap;
  /// Block rows of the result, part by part.
  std::vector<Range> parts;
  /// [k, n].
  poplar::Tensor x;
  /// The result, one tensor of rank 1 for each part and slab: parts before slabs.
  std::vector<std::vector<poplar::Tensor>> y;

  std::size_t rowsInBlock() const { return shape.block[swap ? 1 : 0]; }
  std::size_t rows() const { return swap ? shape.columns : shape.rows; }
};

/// Creates y on its tiles, as float; the tile of part i and slab j is i + j * parts.
Job makeJob(poplar::Graph &graph, const MatrixShape &shape, bool swap, std::vector<Range> parts,
            const poplar::Tensor &x, const poplar::DebugNameAndId &name);

/// Zeros in all of y.
void clear(poplar::Graph &graph, const Job &job, poplar::program::Sequence &prog,
           const poplar::DebugNameAndId &name);

/// Adds the share of bucket(i) to the rows of part i, for all i; parts without rows take none.
void addStep(poplar::Graph &graph, const Job &job, const std::function<Bucket(std::size_t)> &bucket,
             poplar::program::Sequence &prog, const poplar::DebugNameAndId &name);

/// The result [1, rows, n] in the type of x.
poplar::Tensor resultOf(poplar::Graph &graph, const Job &job, poplar::program::Sequence &prog,
                        const poplar::DebugNameAndId &name);

} // namespace popsparse
