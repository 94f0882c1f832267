// SPDX-License-Identifier: MIT
// Tensors that hold the format and scale of QUARTER tensors.
#ifndef POPLAR_METADATA_CREATION_HPP
#define POPLAR_METADATA_CREATION_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Quarter.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace poplar {

POPLAR_EMU_EXPORT Tensor createConstantMetadataTensor(Graph &graph, QuarterMetadata::Format format,
                                                      int scale,
                                                      const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Tensor createVariableMetadataTensor(Graph &graph, QuarterMetadata::Format format,
                                                      int scale,
                                                      const DebugContext &debugContext = {});
/// The scale is computed on the device.
POPLAR_EMU_EXPORT Tensor createVariableMetadataTensor(Graph &graph, QuarterMetadata::Format format,
                                                      const Tensor &scale, program::Sequence &prog,
                                                      const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void setMetadataTensor(Graph &graph, QuarterMetadata::Format format,
                                         const Tensor &scale, const Tensor &metadata,
                                         program::Sequence &prog,
                                         const DebugContext &debugContext = {});

} // namespace poplar

#endif
