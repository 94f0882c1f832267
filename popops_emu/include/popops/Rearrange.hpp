// SPDX-License-Identifier: MIT
// Transpositions and layouts: the same elements in another order in memory.
#ifndef POPOPS_REARRANGE_HPP
#define POPOPS_REARRANGE_HPP

#include <poputil/VarStructure.hpp>

#include <gccs/CompilerFeatures.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace popops {
namespace rearrange {

/// Whether the device transposes such matrices with its fast vertices: elements of 2 bytes, rows
/// and columns multiples of 4, fields that hold the sizes. Says nothing about results.
POPLAR_EMU_EXPORT bool canUseFastTranspose(const poplar::Target &target, const poplar::Type &type,
                                           unsigned numRows, unsigned numColumns,
                                           unsigned numTranspositions);

/// Adds vertices that transpose matrices of [rows, cols].
///
/// \param mapping   for each tile, which of the matrices it transposes
/// \param getInOut  the elements of a matrix, row-major, and where its transposition goes
///
/// Throws poputil::poplibs_error for tensors of another type or size.
POPLAR_EMU_EXPORT void addTransposeVertices(
    poplar::Graph &graph, const poplar::ComputeSet &cs, const poplar::Type &dType, unsigned rows,
    unsigned cols, const poplar::Graph::TileToTensorMapping &mapping,
    std::function<std::pair<const poplar::Tensor, const poplar::Tensor>(std::size_t)> getInOut,
    const poplar::DebugContext &debugContext = {});

/// A new tensor with the last two dimensions exchanged, in row-major order over all tiles; adds the
/// vertices that write it. Throws poputil::poplibs_error for less than two dimensions.
POPLAR_EMU_EXPORT poplar::Tensor partialTranspose(poplar::Graph &graph, const poplar::Tensor &in,
                                                  const poplar::ComputeSet &cs,
                                                  const poplar::DebugContext &debugContext = {});

/// Groups smaller than this are not worth regrouping: a 64-bit word at most, 1 for large elements.
POPLAR_EMU_EXPORT unsigned getMinimumRegroupGrainSize(const poplar::Type &type);

// Regrouping copies a tensor so that `to.second` elements along the dimension `to.first` are side
// by side in memory. Shape and values stay. The exchange does it: the compute sets that are passed
// get no vertices here.

/// The tensor in its new layout; appends the copies.
///
/// \param from  how the tensor is grouped now
///
/// Throws poputil::poplibs_error if a group size does not divide its dimension.
POPLAR_EMU_EXPORT poplar::Tensor
regroupTensor(poplar::Graph &graph, const poplar::Tensor &t, poplar::program::Sequence &copies,
              const poplar::ComputeSet &transposeCS, const poputil::GroupingInfo &from,
              const poputil::GroupingInfo &to, const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor regroupTensor(poplar::Graph &graph, const poplar::Tensor &t,
                                               std::vector<poplar::program::Copy> &copies,
                                               const poplar::ComputeSet &transposeCS,
                                               const poputil::GroupingInfo &from,
                                               const poputil::GroupingInfo &to,
                                               const poplar::DebugContext &debugContext = {});

/// Regroups unless the group size does not divide the dimension or the tensor is grouped so.
POPLAR_EMU_EXPORT poplar::Tensor regroupIfPossible(poplar::Graph &graph, const poplar::Tensor &t,
                                                   poplar::program::Sequence &prog,
                                                   const poputil::GroupingInfo &to,
                                                   const poplar::DebugContext &debugContext = {});

/// Regroups as `ref` is grouped innermost, if that is another dimension and worth it.
POPLAR_EMU_EXPORT poplar::Tensor regroupIfBeneficial(poplar::Graph &graph, const poplar::Tensor &in,
                                                     const poplar::Tensor &ref,
                                                     poplar::program::Sequence &prog,
                                                     const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor
regroupIfBeneficial(poplar::Graph &graph, const poplar::Tensor &in, const poplar::Tensor &ref,
                    std::vector<poplar::program::Copy> &preTranspose,
                    poplar::ComputeSet transposeCS, const poplar::DebugContext &debugContext = {});
/// Regroups the innermost dimension by `preferredGrouping`.
POPLAR_EMU_EXPORT poplar::Tensor regroupIfBeneficial(poplar::Graph &graph, const poplar::Tensor &in,
                                                     std::size_t preferredGrouping,
                                                     poplar::program::Sequence &prog,
                                                     const poplar::DebugContext &debugContext = {});

} // namespace rearrange
} // namespace popops

#endif
