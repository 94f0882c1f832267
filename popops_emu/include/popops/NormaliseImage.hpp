// SPDX-License-Identifier: MIT
// Scaling of images to what networks expect.
#ifndef POPOPS_NORMALISE_IMAGE_HPP
#define POPOPS_NORMALISE_IMAGE_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>

namespace popops {

/// A tensor for normaliseImage, mapped so that the channels of a pixel are on one tile.
///
/// \param type   UNSIGNED_CHAR, HALF or FLOAT
/// \param shape  [..., 3]
///
/// Throws poputil::poplibs_error for other types and shapes.
POPLAR_EMU_EXPORT poplar::Tensor
createNormaliseImageInput(poplar::Graph &graph, const poplar::Type &type,
                          poplar::ArrayRef<std::size_t> shape,
                          const poplar::DebugContext &debugContext = {});

/// (x * inScale - offsets[c]) * scales[c] for each channel c, rounded after each operation, and a
/// fourth channel of zeros.
///
/// \param tIn  [..., 3], UNSIGNED_CHAR, HALF or FLOAT
/// \param inOffsets, inScales  [3], of the result's type
/// \returns [..., 4], HALF for UNSIGNED_CHAR, otherwise of tIn's type
///
/// Throws poputil::poplibs_error for other types and shapes. One superstep; no exchange of pixels
/// if the tensor is from createNormaliseImageInput.
POPLAR_EMU_EXPORT poplar::Tensor normaliseImage(poplar::Graph &graph,
                                                poplar::program::Sequence &seq, poplar::Tensor tIn,
                                                float inScale, poplar::Tensor inOffsets,
                                                poplar::Tensor inScales,
                                                const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
