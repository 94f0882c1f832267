// SPDX-License-Identifier: MIT
// Writing one value to all elements of a tensor.
#ifndef POPOPS_FILL_HPP
#define POPOPS_FILL_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <vector>

namespace popops {

// FillValueType is float, double, int, unsigned, long long or unsigned long long; the value is
// converted to the element type. The tensor may have any shape and type. Vertices are one a tile;
// the form with a program takes one superstep and works without popops::addCodelets too, then as a
// copy of a constant.
//
// Errors: poputil::poplibs_error for a destination that cannot be written in parallel.

/// Adds vertices that fill the given ranges of the flattened tensor on a tile.
template <typename FillValueType>
POPLAR_EMU_EXPORT void fill(poplar::Graph &graph, poplar::Tensor t,
                            const std::vector<poplar::Interval> &tileRegions, unsigned tile,
                            poplar::ComputeSet fillCS, FillValueType fillValue);
/// Adds vertices that fill the whole tensor on a tile.
template <typename FillValueType>
POPLAR_EMU_EXPORT void fill(poplar::Graph &graph, const poplar::Tensor &t, unsigned tile,
                            poplar::ComputeSet fillCS, FillValueType fillValue);
/// Adds vertices that fill ranges on the tiles of a mapping.
template <typename FillValueType>
POPLAR_EMU_EXPORT void fill(poplar::Graph &graph, const poplar::Tensor &t,
                            const std::vector<std::vector<poplar::Interval>> &mapping,
                            poplar::ComputeSet fillCS, FillValueType fillValue);
/// Appends a program that fills the tensor.
template <typename FillValueType>
POPLAR_EMU_EXPORT void fill(poplar::Graph &graph, const poplar::Tensor &t,
                            poplar::program::Sequence &prog, FillValueType fillValue,
                            const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
