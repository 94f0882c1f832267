// SPDX-License-Identifier: MIT
// Sums of two tensors with factors, written to the first.
#ifndef POPOPS_SCALED_ADD_HPP
#define POPOPS_SCALED_ADD_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// X_MINUS_AX_PLUS_BY: A = A - a * A + b * B, for HALF alone.
enum class ScaledAddSpecialisation { DEFAULT, X_MINUS_AX_PLUS_BY };

// A and B have one shape. A is FLOAT or HALF, with one factor also INT or UNSIGNED_INT; B has A's
// type, or is the other of FLOAT and HALF. Factors are constants, or tensors of one element of type
// FLOAT or HALF (of A's type if that is an integer); two factors are both constants or both
// tensors, of one type. With a FLOAT factor, half elements are computed in float and rounded once.
//
// Options: optimizeForSpeed [false], scaleFloatToHalfTolerance [1e-6]; both accepted, neither
// changes results.
//
// Errors: poputil::poplibs_error for other shapes or types and for an A that cannot be written in
// parallel; poplar::invalid_option. Cost: one superstep.

/// A = A + scaleB * B.
POPLAR_EMU_EXPORT void scaledAddTo(poplar::Graph &graph, poplar::Tensor A, poplar::Tensor B,
                                   float scaleB, poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void scaledAddTo(poplar::Graph &graph, poplar::Tensor A, poplar::Tensor B,
                                   poplar::Tensor scaleB, poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
/// A = A - scaleB * B.
POPLAR_EMU_EXPORT void scaledSubtractFrom(poplar::Graph &graph, poplar::Tensor A, poplar::Tensor B,
                                          float scaleB, poplar::program::Sequence &prog,
                                          const poplar::DebugContext &debugContext = {},
                                          const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void scaledSubtractFrom(poplar::Graph &graph, poplar::Tensor A, poplar::Tensor B,
                                          poplar::Tensor scaleB, poplar::program::Sequence &prog,
                                          const poplar::DebugContext &debugContext = {},
                                          const poplar::OptionFlags &options = {});

/// A = scaleA * A + scaleB * B.
POPLAR_EMU_EXPORT void scaledAddTo(poplar::Graph &graph, poplar::Tensor A, poplar::Tensor scaleA,
                                   poplar::Tensor B, poplar::Tensor scaleB,
                                   poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void scaledAddTo(poplar::Graph &graph, poplar::Tensor A, poplar::Tensor scaleA,
                                   poplar::Tensor B, poplar::Tensor scaleB,
                                   poplar::program::Sequence &prog,
                                   const ScaledAddSpecialisation speciality,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void scaledAddTo(poplar::Graph &graph, poplar::Tensor A, float scaleA,
                                   poplar::Tensor B, float scaleB, poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void scaledAddTo(poplar::Graph &graph, poplar::Tensor A, float scaleA,
                                   poplar::Tensor B, float scaleB, poplar::program::Sequence &prog,
                                   const ScaledAddSpecialisation speciality,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
/// A = scaleA * A - scaleB * B.
POPLAR_EMU_EXPORT void scaledSubtractFrom(poplar::Graph &graph, poplar::Tensor A,
                                          poplar::Tensor scaleA, poplar::Tensor B,
                                          poplar::Tensor scaleB, poplar::program::Sequence &prog,
                                          const poplar::DebugContext &debugContext = {},
                                          const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void scaledSubtractFrom(poplar::Graph &graph, poplar::Tensor A, float scaleA,
                                          poplar::Tensor B, float scaleB,
                                          poplar::program::Sequence &prog,
                                          const poplar::DebugContext &debugContext = {},
                                          const poplar::OptionFlags &options = {});

} // namespace popops

#endif
