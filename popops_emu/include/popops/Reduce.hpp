// SPDX-License-Identifier: MIT
// Reductions of tensors along dimensions.
#ifndef POPOPS_REDUCE_HPP
#define POPOPS_REDUCE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <popops/Operation.hpp>
#include <poputil/exceptions.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace popops {

/// What a reduction does with the values: an operation; whether the result is added to what the
/// output holds (`update`); and a FLOAT of one element that the result is multiplied by (`scale`).
/// The last two exist for ADD, SQUARE_ADD and LOG_ADD, where LOG_ADD scales and adds the number
/// whose logarithm the result is.
struct POPLAR_EMU_EXPORT ReduceParams {
  popops::Operation op;
  bool update;
  bool useScale;
  poplar::Tensor scale;

  ReduceParams() : op(), update(false), useScale(false) {}
  ReduceParams(popops::Operation op_, bool update_ = false)
      : op(op_), update(update_), useScale(false) {}
  ReduceParams(popops::Operation op_, bool update_, poplar::Tensor scale_)
      : op(op_), update(update_), useScale(true), scale(std::move(scale_)) {}
  ReduceParams(popops::Operation op_, float scale_, bool update_ = false) = delete;
};

// Reductions of `in` along the dimensions `dims` (any order, repeated ones count once). The result
// has the shape of `in` without them. Without outType the result has the type of `in`.
//
// Types: ADD, MUL, SQUARE_ADD: FLOAT and HALF to either, INT, UNSIGNED_INT to itself; LOG_ADD:
// FLOAT and HALF to either; MIN, MAX: FLOAT, HALF, INT, UNSIGNED_INT to itself; LOGICAL_AND,
// LOGICAL_OR: BOOL. Halves are added and multiplied in float. No elements give the neutral element;
// LOG_ADD refuses that.
//
// Options: accumType.interTile, accumType.inVertex: "float" or "half"; half is ignored, since sums
// in float are at least as good.
//
// Errors: poputil::poplibs_error for a dimension or type that does not exist, an output of another
// shape (dimensions of size 1 aside), update without an output, update or scale with an operation
// that has none, a scale that is not one FLOAT; poplar::invalid_option.
//
// Cost: a superstep on the tiles of `in`, which reads it once and exchanges nothing; one or two for
// what several tiles contribute to; one more for scale or update.

POPLAR_EMU_EXPORT poplar::Tensor
reduce(poplar::Graph &graph, const poplar::Tensor &in, const poplar::Type &outType,
       const std::vector<std::size_t> &dims, ReduceParams params, poplar::program::Sequence &prog,
       const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor reduce(poplar::Graph &graph, const poplar::Tensor &in,
                                        const std::vector<std::size_t> &dims, ReduceParams params,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {});
/// Writes (or with `update` adds to) `out`; an incomplete mapping of it is completed.
POPLAR_EMU_EXPORT void reduceWithOutput(poplar::Graph &graph, const poplar::Tensor &in,
                                        const poplar::Tensor &out,
                                        const std::vector<std::size_t> &dims, ReduceParams params,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {});

/// Deprecated: adds vertices to compute sets that are to be executed in order, and new ones behind
/// them where there are not enough.
POPLAR_EMU_EXPORT poplar::Tensor reduce(poplar::Graph &graph, const poplar::Tensor &in,
                                        const poplar::Type &outType,
                                        const std::vector<std::size_t> &dims, ReduceParams params,
                                        std::vector<poplar::ComputeSet> &css,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor reduce(poplar::Graph &graph, const poplar::Tensor &in,
                                        const std::vector<std::size_t> &dims, ReduceParams params,
                                        std::vector<poplar::ComputeSet> &css,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void reduceWithOutput(poplar::Graph &graph, const poplar::Tensor &in,
                                        const poplar::Tensor &out,
                                        const std::vector<std::size_t> &dims, ReduceParams params,
                                        std::vector<poplar::ComputeSet> &css,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {});

/// One of many reductions.
struct POPLAR_EMU_EXPORT SingleReduceOp {
  poplar::Tensor in;
  std::vector<std::size_t> dims;
  ReduceParams params;
  bool useOutType;
  poplar::Type outType;
  std::string debugName;

  SingleReduceOp(poplar::Tensor in_, std::vector<std::size_t> dims_, ReduceParams params_,
                 poplar::Type outType_, std::string debugName_ = "")
      : in(std::move(in_)), dims(std::move(dims_)), params(std::move(params_)), useOutType(true),
        outType(outType_), debugName(std::move(debugName_)) {}
  SingleReduceOp(poplar::Tensor in_, std::vector<std::size_t> dims_, ReduceParams params_,
                 std::string debugName_ = "")
      : in(std::move(in_)), dims(std::move(dims_)), params(std::move(params_)), useOutType(false),
        outType(in.elementType()), debugName(std::move(debugName_)) {}
};

/// Many reductions side by side in as many supersteps as the longest takes. `outputs` is empty and
/// gets the results, or has one tensor each to write; update needs those.
POPLAR_EMU_EXPORT void
reduceMany(poplar::Graph &graph, const std::vector<SingleReduceOp> &reductions,
           std::vector<poplar::Tensor> &outputs, poplar::program::Sequence &prog,
           const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});

} // namespace popops

#endif
