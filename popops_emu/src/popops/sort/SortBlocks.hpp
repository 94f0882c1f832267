// SPDX-License-Identifier: MIT
// Sorts the rows of a work tensor: blocks on their tiles, then a network between tiles.
#pragma once

#include "sort/Layout.hpp"

#include <poplar/Program.hpp>

namespace popops::sort_detail {

/// Elements a block of long rows has at least. Smaller ones would use more tiles and need more
/// supersteps, see docs/decisions.
constexpr std::size_t kSmallestBlock = 1024;

/// Appends supersteps that sort each row of `work` ascending; returns where the result is, a view
/// of [rows, length] that is laid out in the same way. `work` is overwritten.
poplar::Tensor sortBlocks(poplar::Graph &graph, const poplar::Tensor &work, const Layout &layout,
                          poplar::program::Sequence &prog, const poplar::DebugNameAndId &name);

} // namespace popops::sort_detail
