// SPDX-License-Identifier: MIT
// Where in a picture the activation is: expected coordinates under a softmax over the whole field.
#ifndef POPNN_SPATIAL_SOFT_MAX_HPP
#define POPNN_SPATIAL_SOFT_MAX_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <utility>

namespace popnn {

/// Takes the softmax of fields / temperature over each field, and the mean of the coordinates under
/// it. Rows and columns have coordinates from -1 to 1, evenly spaced.
///
/// \param fields          [F, H, W], FLOAT or HALF
/// \param disableSoftmax  takes the fields as they are as weights of the coordinates
/// \returns               coordinates [F, 2], vertical then horizontal, and the temperature, a
/// scalar
///                        variable of the same type that holds `temperature` until it is written
///
/// Throws poplar::poplar_error for another rank, poputil::poplibs_error for another type.
/// Cost: a division, a softmax of F rows, and a product of [F, H * W] and [H * W, 2].
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
spatialSoftMax2D(poplar::Graph &graph, poplar::program::Sequence &prog,
                 const poplar::Tensor &fields, float temperature, bool disableSoftmax = false,
                 const poplar::DebugContext &debugContext = {});

} // namespace popnn

#endif
