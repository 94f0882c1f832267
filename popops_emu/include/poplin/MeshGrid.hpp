// SPDX-License-Identifier: MIT
// Grids of numbers.
#ifndef POPLIN_MESH_GRID_HPP
#define POPLIN_MESH_GRID_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <vector>

namespace poplin {

/// A constant of shape [count] on tile 0: left, and each next number (right - left) / (count - 1)
/// more. FLOAT or HALF; throws poplar::poplar_error for other types.
POPLAR_EMU_EXPORT poplar::Tensor linspace(poplar::Graph &graph, const poplar::Type &type,
                                          float left, float right, std::size_t count,
                                          const poplar::DebugContext &debugContext = {});

/// Views of shape [elements of y, elements of x]: x in each row, and y in each column. Throws
/// poplar::poplar_error unless both have rank 1 and one type.
POPLAR_EMU_EXPORT std::vector<poplar::Tensor> meshgrid2d(poplar::Graph &graph, poplar::Tensor x,
                                                         poplar::Tensor y);

} // namespace poplin

#endif
