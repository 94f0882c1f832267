// SPDX-License-Identifier: MIT
// Non-linearities of neural networks and their gradients.
#ifndef POPNN_NON_LINEARITY_HPP
#define POPNN_NON_LINEARITY_HPP

#include <popnn/NonLinearityDef.hpp>

#ifndef __POPC__

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <popnn/NonLinearityDefUtil.hpp>

#include <string>
#include <utility>

namespace popnn {

// Tensors are FLOAT or HALF, of any shape; halves are computed in float and rounded once. The
// softmax kinds work along the innermost dimension, of which there must be one, and sum in float.
// `scaling` becomes the factor that the result has: 62000 for SOFTMAX_SCALED, otherwise 1.
//
// Errors: poputil::poplibs_error for other types, for a tensor that is to be written and has
// elements that occur twice or are constant, for softmax kinds in the forms with a compute set, and
// for gradients of another shape or type than the activations.
// Cost: one superstep, on the tiles of the result; for the softmax kinds each row on the tile of
// its first element.

/// A new tensor, a clone of t.
POPLAR_EMU_EXPORT poplar::Tensor nonLinearity(poplar::Graph &graph,
                                              NonLinearityType nonLinearityType, poplar::Tensor t,
                                              poplar::program::Sequence &prog,
                                              const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor nonLinearity(poplar::Graph &graph,
                                              NonLinearityType nonLinearityType, poplar::Tensor t,
                                              float &nonLinearityScaling,
                                              poplar::program::Sequence &prog,
                                              const poplar::DebugContext &debugContext = {});

POPLAR_EMU_EXPORT void nonLinearityInPlace(poplar::Graph &graph, NonLinearityType nonLinearityType,
                                           poplar::Tensor t, poplar::program::Sequence &prog,
                                           const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void nonLinearityInPlace(poplar::Graph &graph, NonLinearityType nonLinearityType,
                                           poplar::Tensor t, float &nonLinearityScaling,
                                           poplar::program::Sequence &prog,
                                           const poplar::DebugContext &debugContext = {});
/// Adds the vertices to a compute set.
POPLAR_EMU_EXPORT void nonLinearityInPlace(poplar::Graph &graph, NonLinearityType nonLinearityType,
                                           poplar::Tensor t, poplar::ComputeSet &cs,
                                           const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void nonLinearityInPlace(poplar::Graph &graph, NonLinearityType nonLinearityType,
                                           poplar::Tensor t, float &nonLinearityScaling,
                                           poplar::ComputeSet &cs,
                                           const poplar::DebugContext &debugContext = {});

/// outGradient times the derivative; `act` is the output or the input of the non-linearity, as
/// NonLinearityType says. Both have one shape and type, which the result has too.
POPLAR_EMU_EXPORT poplar::Tensor
nonLinearityInputGradient(poplar::Graph &graph, NonLinearityType nonLinearityType,
                          poplar::Tensor act, poplar::Tensor outGradient,
                          poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor
nonLinearityInputGradient(poplar::Graph &graph, NonLinearityType nonLinearityType,
                          poplar::Tensor act, poplar::Tensor outGradient, poplar::ComputeSet &cs,
                          const poplar::DebugContext &debugContext = {});

// Short names: f(graph, t, [scaling,] prog, debugContext) and fInPlace with the same arguments.

#define POPNN_NON_LINEARITIES(F)                                                                   \
  F(sigmoid, SIGMOID)                                                                              \
  F(relu, RELU)                                                                                    \
  F(tanh, TANH)                                                                                    \
  F(gelu, GELU)                                                                                    \
  F(geluErf, GELU_ERF)                                                                             \
  F(swish, SWISH)                                                                                  \
  F(softmax, SOFTMAX)                                                                              \
  F(softmaxStable, SOFTMAX_STABLE)                                                                 \
  F(scaledSoftmaxStable, SOFTMAX_SCALED)

#define POPNN_DEFINE(NAME, TYPE)                                                                   \
  inline poplar::Tensor NAME(poplar::Graph &graph, poplar::Tensor t,                               \
                             poplar::program::Sequence &prog,                                      \
                             const poplar::DebugContext &debugContext = {}) {                      \
    return nonLinearity(graph, NonLinearityType::TYPE, std::move(t), prog, debugContext);          \
  }                                                                                                \
  inline poplar::Tensor NAME(poplar::Graph &graph, poplar::Tensor t, float &nonLinearityScaling,   \
                             poplar::program::Sequence &prog,                                      \
                             const poplar::DebugContext &debugContext = {}) {                      \
    return nonLinearity(graph, NonLinearityType::TYPE, std::move(t), nonLinearityScaling, prog,    \
                        debugContext);                                                             \
  }                                                                                                \
  inline void NAME##InPlace(poplar::Graph &graph, poplar::Tensor t,                                \
                            poplar::program::Sequence &prog,                                       \
                            const poplar::DebugContext &debugContext = {}) {                       \
    nonLinearityInPlace(graph, NonLinearityType::TYPE, std::move(t), prog, debugContext);          \
  }                                                                                                \
  inline void NAME##InPlace(poplar::Graph &graph, poplar::Tensor t, float &nonLinearityScaling,    \
                            poplar::program::Sequence &prog,                                       \
                            const poplar::DebugContext &debugContext = {}) {                       \
    nonLinearityInPlace(graph, NonLinearityType::TYPE, std::move(t), nonLinearityScaling, prog,    \
                        debugContext);                                                             \
  }

POPNN_NON_LINEARITIES(POPNN_DEFINE)

#undef POPNN_DEFINE
#undef POPNN_NON_LINEARITIES

} // namespace popnn

#endif
#endif
