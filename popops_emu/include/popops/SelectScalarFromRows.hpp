// SPDX-License-Identifier: MIT
// One element from each row of a matrix.
#ifndef POPOPS_SELECT_SCALAR_FROM_ROWS_HPP
#define POPOPS_SELECT_SCALAR_FROM_ROWS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// params[r][indices[r]] for each row r. `params` is FLOAT or HALF [R, C], `indices` UNSIGNED_INT
/// [R]; returns [R]. MASKED_LABEL_CODE gives 0, any other index outside NaN. Throws
/// poputil::poplibs_error for other shapes or types. Cost: one superstep.
POPLAR_EMU_EXPORT poplar::Tensor
selectScalarFromRows(poplar::Graph &graph, const poplar::Tensor &params,
                     const poplar::Tensor &indices, poplar::program::Sequence &prog,
                     const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
