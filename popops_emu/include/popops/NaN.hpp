// SPDX-License-Identifier: MIT
// Search for values that are no numbers.
#ifndef POPOPS_NAN_HPP
#define POPOPS_NAN_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

// Both return a BOOL scalar; false if there are no elements. `src` is FLOAT or HALF, of any shape;
// other types throw poputil::poplibs_error. Cost: as allTrue.

/// Whether an element is NaN.
POPLAR_EMU_EXPORT poplar::Tensor hasNaN(poplar::Graph &graph, const poplar::Tensor &src,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {});
/// Whether an element is NaN or infinite.
POPLAR_EMU_EXPORT poplar::Tensor hasNaNOrInf(poplar::Graph &graph, const poplar::Tensor &src,
                                             poplar::program::Sequence &prog,
                                             const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
