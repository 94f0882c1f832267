// SPDX-License-Identifier: MIT
// The logarithm of softmax.
#ifndef POPNN_LOG_SOFTMAX_HPP
#define POPNN_LOG_SOFTMAX_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popnn {

/// x - max(x) - log(sum of exp(x - max(x))) along the innermost dimension, summed in float. FLOAT
/// or HALF, rank at least 1. Errors: poputil::poplibs_error. Cost: one superstep.
POPLAR_EMU_EXPORT poplar::Tensor logSoftmax(poplar::Graph &graph, poplar::Tensor t,
                                            poplar::program::Sequence &prog,
                                            const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void logSoftmaxInPlace(poplar::Graph &graph, poplar::Tensor t,
                                         poplar::program::Sequence &prog,
                                         const poplar::DebugContext &debugContext = {});

} // namespace popnn

#endif
