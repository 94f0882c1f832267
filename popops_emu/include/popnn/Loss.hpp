// SPDX-License-Identifier: MIT
// Losses, accuracy, and the largest elements of rows.
#ifndef POPNN_LOSS_HPP
#define POPNN_LOSS_HPP

namespace popnn {

enum LossType { SUM_SQUARED_LOSS, CROSS_ENTROPY_LOSS };

} // namespace popnn

#ifndef __POPC__

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <utility>

namespace popnn {

// Shapes: modelOutputs p and deltas [b,n] of FLOAT or HALF; expected [b], the right class of each
// row, of UNSIGNED_INT or INT; loss [b] of p's type. deltasScale and modelOutputScaling have one
// element of p's type and stand for 1 where they are missing. numCorrect has one element of
// UNSIGNED_INT; the number of rows whose first largest element is the expected one is added to it.
//
// With e = 1 at the expected class, otherwise 0:
//   SUM_SQUARED_LOSS    deltas = p - e, loss = sum of (p - e)^2 / 2
//   CROSS_ENTROPY_LOSS  p is an output of softmax times modelOutputScaling s:
//                       deltas = deltasScale / s * (p - e * s), loss = log(s) - log(p[expected] +
//                       eps) eps is 1.17549435e-38 (FLOAT) or 5.9605e-8 (HALF)
// A row with expected = 0xffffffff (MASKED_LABEL_CODE) has e = 0, loss 0, is not counted, and for
// CROSS_ENTROPY_LOSS has deltas 0 if b > 1.
//
// The mapping of deltas is set to that of p. The programs returned are for the caller to add.
//
// Errors: poputil::poplibs_error for other shapes and types, and for scales with SUM_SQUARED_LOSS.
// Cost: one superstep, and one more to count. Each row is done on the tile of its first element.

POPLAR_EMU_EXPORT poplar::program::Program
calcLoss(poplar::Graph &graph, const poplar::Tensor &modelOutputs, const poplar::Tensor &expected,
         const poplar::Tensor &loss, const poplar::Tensor &deltas,
         const poplar::Tensor &deltasScale, const poplar::Tensor &modelOutputScaling,
         LossType lossType, const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::program::Program
calcLoss(poplar::Graph &graph, const poplar::Tensor &modelOutputs, const poplar::Tensor &expected,
         const poplar::Tensor &loss, const poplar::Tensor &deltas, LossType lossType,
         const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::program::Program
calcLoss(poplar::Graph &graph, const poplar::Tensor &modelOutputs, const poplar::Tensor &expected,
         const poplar::Tensor &loss, const poplar::Tensor &deltas,
         const poplar::Tensor &deltasScale, const poplar::Tensor &modelOutputScaling,
         const poplar::Tensor &numCorrect, LossType lossType,
         const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::program::Program
calcLoss(poplar::Graph &graph, const poplar::Tensor &modelOutputs, const poplar::Tensor &expected,
         const poplar::Tensor &loss, const poplar::Tensor &deltas, const poplar::Tensor &numCorrect,
         LossType lossType, const poplar::DebugContext &debugContext = {});

/// Adds to numCorrect alone.
POPLAR_EMU_EXPORT poplar::program::Program
calcAccuracy(poplar::Graph &graph, const poplar::Tensor &modelOutputs,
             const poplar::Tensor &expected, const poplar::Tensor &numCorrect,
             const poplar::DebugContext &debugContext = {});

// The first largest (smallest) element of each row of input [b,n], n > 0, of FLOAT, HALF, INT or
// UNSIGNED_INT: indices [b] of UNSIGNED_INT, values [b]. NaNs lose against numbers. Throws
// poputil::poplibs_error for other ranks and types. Cost: one superstep.

POPLAR_EMU_EXPORT poplar::Tensor argMax(poplar::Graph &graph, const poplar::Tensor &input,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor argMin(poplar::Graph &graph, const poplar::Tensor &input,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
maxAndArgMax(poplar::Graph &graph, const poplar::Tensor &input, poplar::program::Sequence &prog,
             const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
minAndArgMin(poplar::Graph &graph, const poplar::Tensor &input, poplar::program::Sequence &prog,
             const poplar::DebugContext &debugContext = {});

/// The K largest elements of each row of input [b,n], values [b,1,K], largest first if `sort`; also
/// of BOOL. `indices` is assigned a new tensor [b,1,K] of UNSIGNED_INT. Throws poplibs_error if
/// K > n.
POPLAR_EMU_EXPORT poplar::Tensor topK(poplar::Graph &graph, const poplar::Tensor &input,
                                      poplar::Tensor &indices, unsigned K, bool sort,
                                      poplar::program::Sequence &prog,
                                      const poplar::DebugContext &debugContext = {});

} // namespace popnn

#endif
#endif
