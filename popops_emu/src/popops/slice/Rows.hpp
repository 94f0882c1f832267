// SPDX-License-Identifier: MIT
// All slices and updates come down to two operations on rows of a matrix; this is their interface.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <cstddef>
#include <vector>

namespace popops::slice {

/// Lookups of rows in a table. The slice of lookup i is row i of the slices.
struct Lookups {
  poplar::Tensor table;  ///< [R, C]
  poplar::Tensor rows;   ///< UNSIGNED_INT [N]; R and more hit nothing
  poplar::Tensor slices; ///< [N, C]
  /// Whether there is a plan for rows that are spread over the table like random ones. Others are
  /// right as well, but slower.
  bool areSpread = true;
};

/// What becomes of slices whose row is outside the table.
enum class Others { Leave, Zero };

/// slices[i] = table[rows[i]]. The share of a tile's memory is what operands of other tiles may
/// take. Cost: one to three supersteps for what fits, else as docs/decisions/0014 says.
void gatherRows(poplar::Graph &graph, const Lookups &lookups, Others others, double memoryShare,
                poplar::program::Sequence &prog, const poplar::DebugContext &debugContext);

enum class UpdateOp { Set, Add, Max, Mul };

/// table[rows[i]] = op(table[rows[i]], slices[i]), in the order of i. Add multiplies slices by the
/// scalar `scale`; the others do not look at it.
void updateRows(poplar::Graph &graph, const Lookups &lookups, UpdateOp op,
                const poplar::Tensor &scale, double memoryShare, poplar::program::Sequence &prog,
                const poplar::DebugContext &debugContext);

/// New slices [N, C] for a table, on the tiles where gatherRows makes them best.
poplar::Tensor addSlices(poplar::Graph &graph, const poplar::Tensor &table, std::size_t numLookups,
                         double memoryShare, const poplar::DebugContext &debugContext);

} // namespace popops::slice
