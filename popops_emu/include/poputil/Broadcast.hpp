// SPDX-License-Identifier: MIT
// Stretching tensors to a common shape as numpy does: dimensions are aligned at the right, and one
// of size 1 stretches to any size.
#ifndef POPUTIL_BROADCAST_HPP
#define POPUTIL_BROADCAST_HPP

#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <vector>

namespace poputil {

/// Prepends dimensions of size 1 to the tensor of lower rank.
POPLAR_EMU_EXPORT void expandToMatchRanks(poplar::Tensor &a, poplar::Tensor &b);

/// Replaces tensors by views of the common shape; no data moves. All throw poplibs_error, with the
/// shapes, if a dimension differs and is not 1.
POPLAR_EMU_EXPORT void broadcastToMatch(poplar::Tensor &a, const std::vector<std::size_t> &shape);
POPLAR_EMU_EXPORT void broadcastToMatch(poplar::Tensor &a, poplar::Tensor &b);
POPLAR_EMU_EXPORT void broadcastToMatch(poplar::Tensor &a, poplar::Tensor &b, poplar::Tensor &c);

/// Whether broadcastToMatch(a, b) is possible.
POPLAR_EMU_EXPORT bool canBroadcastToMatch(const poplar::Tensor &a, const poplar::Tensor &b);

} // namespace poputil

#endif
