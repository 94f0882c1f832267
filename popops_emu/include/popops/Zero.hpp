// SPDX-License-Identifier: MIT
// Writing zero to all elements of a tensor.
#ifndef POPOPS_ZERO_HPP
#define POPOPS_ZERO_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <vector>

namespace popops {

// As popops::fill with the value 0.

POPLAR_EMU_EXPORT void zero(poplar::Graph &graph, poplar::Tensor t,
                            const std::vector<poplar::Interval> &tileRegions, unsigned tile,
                            poplar::ComputeSet zeroCS);
POPLAR_EMU_EXPORT void zero(poplar::Graph &graph, const poplar::Tensor &t, unsigned tile,
                            poplar::ComputeSet zeroCS);
POPLAR_EMU_EXPORT void zero(poplar::Graph &graph, const poplar::Tensor &t,
                            const std::vector<std::vector<poplar::Interval>> &mapping,
                            poplar::ComputeSet zeroCS);
POPLAR_EMU_EXPORT void zero(poplar::Graph &graph, const poplar::Tensor &t,
                            poplar::program::Sequence &prog,
                            const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
