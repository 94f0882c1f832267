// SPDX-License-Identifier: MIT
// The k first elements of rows without sorting them.
#pragma once

#include "sort/Elements.hpp"

#include <poplar/Program.hpp>

namespace popops::sort_detail {

/// Elements a block of long rows has at least: the bound of a block's minimum pays from there.
constexpr std::size_t kSmallestSelectBlock = 512;

/// Blocks for a selection of k elements of each row.
Layout planSelection(const poplar::Target &target, std::size_t rows, std::size_t length,
                     std::size_t k);

/// Appends supersteps that find the k first pairs of each row in the order of `elements` (which has
/// a payload); returns them in any order, [rows, k], laid out as `resultLayout`.
poplar::Tensor select(poplar::Graph &graph, const Elements &elements, std::size_t k,
                      const Layout &resultLayout, poplar::program::Sequence &prog,
                      const poplar::DebugNameAndId &name);

} // namespace popops::sort_detail
