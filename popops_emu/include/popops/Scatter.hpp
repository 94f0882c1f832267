// SPDX-License-Identifier: MIT
// Scatters updates into a tensor at indices, with XLA's dimension numbers.
#ifndef POPOPS_SCATTER_HPP
#define POPOPS_SCATTER_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace popops {

// For each vector of indices along dimension indexVectorDim of the indices (scalars, if that is
// their rank) there is a slice of the updates: its dimensions updateWindowDims; the other
// dimensions of the updates are those of the indices. Element i of the vector is the start in
// dimension scatterDimsToOperandDims[i] of the operand. Dimensions insertWindowDims of the operand,
// in which a slice has size 1, are missing in the updates. Indices are UNSIGNED_INT or INT; a slice
// whose start is outside the operand is ignored. Options are those of popops/DynamicSlice.hpp.
// Errors: poputil::poplibs_error for dimension numbers, shapes or types that do not fit, and for an
// operand that cannot be written in parallel.

/// Writes the updates; the last of several for one place wins. Cost: that of multiUpdate.
POPLAR_EMU_EXPORT void
scatter(poplar::Graph &graph, const poplar::Tensor &operand, const poplar::Tensor &indices,
        const poplar::Tensor &updates, std::size_t indexVectorDim,
        std::vector<unsigned> updateWindowDims, std::vector<std::size_t> insertWindowDims,
        std::vector<unsigned> scatterDimsToOperandDims, poplar::program::Sequence &prog,
        const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});

/// Appends to a program what computes the new contents of a slice from the current and the update.
using UpdateComputationFunc = std::function<poplar::Tensor(
    poplar::Graph &, poplar::Tensor &, poplar::Tensor &, poplar::program::Sequence &)>;

/// Replaces slices of the operand by what the function makes of them, index by index. The function
/// is called once, with tensors of the shape of a slice that has all of the operand's dimensions.
/// Cost: a loop over the indices, with a slice of each tensor and an update in it.
POPLAR_EMU_EXPORT void
scatter(poplar::Graph &graph, const poplar::Tensor &operand, const poplar::Tensor &indices,
        const poplar::Tensor &updates, std::size_t indexVectorDim,
        std::vector<unsigned> updateWindowDims, std::vector<std::size_t> insertWindowDims,
        std::vector<unsigned> scatterDimsToOperandDims, UpdateComputationFunc &updateComputation,
        poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
        const poplar::OptionFlags &options = {});

} // namespace popops

#endif
