// SPDX-License-Identifier: MIT
// Takes 1 from one element of each row of a matrix.
#ifndef POPOPS_UPDATE_SCALAR_IN_ROWS_HPP
#define POPOPS_UPDATE_SCALAR_IN_ROWS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// params[r][indices[r]] -= 1 for each row r. `params` is FLOAT or HALF [R, C] and writeable in
/// parallel, `indices` UNSIGNED_INT [R]. MASKED_LABEL_CODE leaves a row as it is, any other index
/// outside makes the row NaN. Throws poputil::poplibs_error for other shapes or types. Cost: one
/// superstep.
POPLAR_EMU_EXPORT void updateScalarInRows(poplar::Graph &graph, const poplar::Tensor &params,
                                          const poplar::Tensor &indices,
                                          poplar::program::Sequence &prog,
                                          const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
