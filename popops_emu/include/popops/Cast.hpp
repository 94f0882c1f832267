// SPDX-License-Identifier: MIT
// Conversion of tensors to another element type.
#ifndef POPOPS_CAST_HPP
#define POPOPS_CAST_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

// A cast has the shape and mapping of its source. Between CHAR, SIGNED_CHAR, UNSIGNED_CHAR, SHORT,
// UNSIGNED_SHORT, INT, UNSIGNED_INT, FLOAT, HALF and BOOL all pairs exist, from integers and BOOL
// also those to LONGLONG and UNSIGNED_LONGLONG; QUARTER goes to and from HALF, FLOAT, 8-bit
// integers and QUARTER. Equal types are copied.
//
// Real numbers are truncated towards zero and clamped to the range of the type (NaN to its lowest
// value); to BOOL is x != 0; FLOAT to HALF rounds to nearest even, too large is infinity.
//
// QUARTER destinations need metadata (format and scale), others refuse it.
//
// Errors: poputil::poplibs_error for a pair that does not exist, shapes that differ, metadata that
// is missing or too much, and a destination that cannot be written in parallel.
// Cost: one superstep.

POPLAR_EMU_EXPORT poplar::Tensor cast(poplar::Graph &graph, const poplar::Tensor &src,
                                      const poplar::Type &dstType, poplar::program::Sequence &prog,
                                      const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor cast(poplar::Graph &graph, const poplar::Tensor &src,
                                      const poplar::Type &dstType, const poplar::Tensor &metadata,
                                      poplar::program::Sequence &prog,
                                      const poplar::DebugContext &debugContext = {});
/// Writes `dst`, of src's shape; its type says what to convert to.
POPLAR_EMU_EXPORT void castWithOutput(poplar::Graph &graph, const poplar::Tensor &src,
                                      const poplar::Tensor &dst, poplar::program::Sequence &prog,
                                      const poplar::DebugContext &debugContext = {});
/// The same as a program of its own.
POPLAR_EMU_EXPORT poplar::program::Program cast(poplar::Graph &graph, poplar::Tensor src,
                                                poplar::Tensor dst,
                                                const poplar::DebugContext &debugContext = {});
/// Adds the vertices to a compute set. Equal types need vertices too, here.
POPLAR_EMU_EXPORT void cast(poplar::Graph &graph, poplar::Tensor src, poplar::Tensor dst,
                            poplar::ComputeSet cs);
POPLAR_EMU_EXPORT poplar::Tensor cast(poplar::Graph &graph, poplar::Tensor src,
                                      const poplar::Type &dstType, poplar::ComputeSet cs,
                                      const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor cast(poplar::Graph &graph, poplar::Tensor src,
                                      const poplar::Type &dstType, const poplar::Tensor &metadata,
                                      poplar::ComputeSet cs,
                                      const poplar::DebugContext &debugContext = {});

/// Deprecated: a BOOL scalar, whether the FLOAT element `input` keeps the relative accuracy
/// `tolerance` as HALF. Throws poplibs_error for other types and for more than one element.
POPLAR_EMU_EXPORT poplar::Tensor
checkAccuracyWhenCast(poplar::Graph &graph, const poplar::Tensor &input, poplar::Type outputType,
                      double tolerance, poplar::program::Sequence &prog,
                      const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
