// SPDX-License-Identifier: MIT
// Batches of square matrices, cut into blocks; and the vertices on a diagonal block.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <string>

namespace poplin {

/// [..., r, c] as [g, r, c].
poplar::Tensor asBatch(const poplar::Tensor &matrices);

/// Throws poplibs_error unless a is FLOAT or HALF [..., N, N].
void checkSquare(const std::string &operation, const poplar::Tensor &a);

/// A variable [g, rows, columns] of which each tile has whole rows.
poplar::Tensor createRows(poplar::Graph &graph, const poplar::Type &type, std::size_t g,
                          std::size_t rows, std::size_t columns,
                          const poplar::DebugNameAndId &name);

/// Adds vertices that solve a x = b for every row b [g, m, n] of `rows`, in place, where their
/// first elements are. a: [g, n, n], lower triangles.
void addTriangularSolve(poplar::Graph &graph, const poplar::Tensor &a, const poplar::Tensor &rows,
                        bool unitDiagonal, poplar::ComputeSet cs);

/// b [g, n, c] becomes x with a * x = b, where a [g, n, n] is lower triangular.
void solveLower(poplar::Graph &graph, const poplar::Tensor &a, const poplar::Tensor &b,
                bool unitDiagonal, const struct SolveOptions &options,
                poplar::program::Sequence &prog, const poplar::DebugNameAndId &name,
                class PlanningCache *cache);

} // namespace poplin
