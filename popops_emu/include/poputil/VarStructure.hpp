// SPDX-License-Identifier: MIT
// How a tensor lies in memory: groups of neighbouring elements, and tensors made of partitions.
#ifndef POPUTIL_VAR_STRUCTURE_HPP
#define POPUTIL_VAR_STRUCTURE_HPP

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace poputil {

/// A dimension and how many of its elements lie side by side in memory.
using GroupingInfo = std::pair<unsigned, unsigned>;

/// The size of the largest groups that the innermost dimension divides into so that each group is
/// contiguous in memory, judged by its first line. Throws poplibs_error for rank 0.
POPLAR_EMU_EXPORT unsigned detectInnermostGrouping(const poplar::Graph &graph,
                                                   const poplar::Tensor &t);

/// The groupings from the innermost in memory outwards; those of size 1 are left out. Throws
/// poplibs_error for rank 0.
///
/// A variable of shape {A, B/8, C, 8} seen as {A, B, C} gives {1, 8}, {2, C}, ...
POPLAR_EMU_EXPORT std::vector<GroupingInfo> detectDimGroupings(const poplar::Graph &graph,
                                                               const poplar::Tensor &t);

/// A new, unmapped tensor in which each of the nPartitions[0] x nPartitions[1] x ... partitions is
/// contiguous in memory. A dimension of size d in n partitions has them of ceil(d / n) elements,
/// the last ones smaller. Throws poplibs_error if the lengths of `shape` and `nPartitions` differ.
POPLAR_EMU_EXPORT poplar::Tensor createPartitionableTensor(
    poplar::Graph &graph, const poplar::Type &type, const std::vector<std::size_t> &shape,
    const std::vector<std::size_t> &nPartitions, const poplar::DebugContext &debugContext = {});

/// Calls f(indices, slice) for each partition in row-major order.
POPLAR_EMU_EXPORT void iterateTensorPartitions(
    const poplar::Tensor &t, const std::vector<std::size_t> &nPartitions,
    const std::function<void(const std::vector<std::size_t> &i, const poplar::Tensor &s)> &f);

} // namespace poputil

#endif
