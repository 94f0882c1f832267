// SPDX-License-Identifier: MIT
// Gathers slices of a tensor at indices, with XLA's dimension numbers or along one axis.
#ifndef POPOPS_GATHER_HPP
#define POPOPS_GATHER_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <vector>

namespace popops {

/// maxElementsPerTile is accepted and changes nothing.
struct GatherParams {
  std::size_t maxElementsPerTile = 65535;

  GatherParams() = default;
  GatherParams(std::size_t maxElementsPerTile_) : maxElementsPerTile(maxElementsPerTile_) {}
};

// Options are those of popops/DynamicSlice.hpp, and the cost is that of multiSlice there.
// Errors: poputil::poplibs_error for an axis, dimension numbers, sizes or types that do not fit.

/// A new tensor that is cheap to gather from along an axis.
POPLAR_EMU_EXPORT poplar::Tensor createGatherInput(poplar::Graph &graph, const poplar::Type &type,
                                                   const std::vector<std::size_t> &operandShape,
                                                   unsigned axis, GatherParams params = {},
                                                   const poplar::DebugContext &debugContext = {});
/// The slices of the input at the indices along an axis. The indices are UNSIGNED_INT of any shape
/// and are flattened: the result has the input's shape with their number in place of dimension
/// `axis`. An index outside gives zeros.
POPLAR_EMU_EXPORT poplar::Tensor gather(poplar::Graph &graph, const poplar::Tensor &input,
                                        const poplar::Tensor &indices, unsigned axis,
                                        poplar::program::Sequence &prog, GatherParams params,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {});
/// A new tensor that is cheap to gather from with the same sliceSizes and startIndexMap.
POPLAR_EMU_EXPORT poplar::Tensor createGatherInput(poplar::Graph &graph, const poplar::Type &type,
                                                   const std::vector<std::size_t> &inputShape,
                                                   const std::vector<std::size_t> &sliceSizes,
                                                   std::vector<unsigned> startIndexMap,
                                                   const poplar::DebugContext &debugContext = {});
/// A slice of sliceSizes from the input for each vector of indices along dimension indexVectorDim
/// of the indices (scalars, if that is their rank). Element i of the vector is the start in
/// dimension startIndexMap[i] of the input. The dimensions collapsedSliceDims, of slice size 1, are
/// left out of the slice; the others become the dimensions offsetDims of the result, and the rest
/// of its dimensions are those of the indices. Slices wrap; a start outside gives zeros.
POPLAR_EMU_EXPORT poplar::Tensor
gather(poplar::Graph &graph, const poplar::Tensor &input, const poplar::Tensor &indices,
       std::size_t indexVectorDim, const std::vector<std::size_t> &offsetDims,
       const std::vector<std::size_t> &sliceSizes,
       const std::vector<std::size_t> &collapsedSliceDims,
       const std::vector<unsigned> &startIndexMap, poplar::program::Sequence &prog,
       const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});

} // namespace popops

#endif
