// SPDX-License-Identifier: MIT
// Tensors that are copied to and from remote buffers row by row.
#ifndef POPOPS_HOST_SLICE_TENSOR_HPP
#define POPOPS_HOST_SLICE_TENSOR_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <vector>

namespace popops {

struct IndicesAndTensor {
  poplar::Tensor indices; ///< UNSIGNED_INT [rows]
  poplar::Tensor tensor;  ///< [rows, row size]
};

/// A new tensor of rank 2 for rows of a remote buffer, and the indices of those rows. `isRead` says
/// that the rows come from the host; both layouts are alike here. The mapping starts at a tile that
/// depends on the shape, or at tile `offset`. Throws poputil::poplibs_error for another rank.
POPLAR_EMU_EXPORT IndicesAndTensor createHostSliceableTensor(
    poplar::Graph &graph, const poplar::Type &type, const std::vector<std::size_t> &shape,
    bool isRead, const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT IndicesAndTensor createHostSliceableTensor(
    poplar::Graph &graph, const poplar::Type &type, const std::vector<std::size_t> &shape,
    bool isRead, std::size_t offset, const poplar::DebugContext &debugContext = {});
/// The tensor alone.
POPLAR_EMU_EXPORT poplar::Tensor
createHostTransferableTensor(poplar::Graph &graph, const poplar::Type &type,
                             const std::vector<std::size_t> &shape, bool isRead,
                             const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor
createHostTransferableTensor(poplar::Graph &graph, const poplar::Type &type,
                             const std::vector<std::size_t> &shape, bool isRead, std::size_t offset,
                             const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
