// SPDX-License-Identifier: MIT
// Metadata tensors of QUARTER tensors.
#include "api/graph/GraphNeed.hpp"
#include "api/program/BuiltinCodelets.hpp"
#include "api/program/Statement.hpp"

#include <poplar/MetadataCreation.hpp>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

constexpr unsigned kTile = 0; ///< where metadata is put

DebugContext named(const DebugContext &dc) {
  return dc.getPathName().empty() ? DebugContext(dc, "metadata") : dc;
}

bool isMetadata(const TensorState &tensor) {
  return tensor.type == ElementType::QuarterMetadata && tensor.view.numElements() == 1;
}

} // namespace

Tensor createConstantMetadataTensor(Graph &graph, QuarterMetadata::Format format, int scale,
                                    const DebugContext &dc) {
  const std::uint8_t bits = QuarterMetadata(format, scale).getBinary();
  const Tensor metadata = graph.addConstant(QUARTER_METADATA, {}, bits, named(dc));
  graph.setTileMapping(metadata, kTile, Access::location(dc));
  return metadata;
}

Tensor createVariableMetadataTensor(Graph &graph, QuarterMetadata::Format format, int scale,
                                    const DebugContext &dc) {
  const std::uint8_t bits = QuarterMetadata(format, scale).getBinary();
  const Tensor metadata = graph.addVariable(QUARTER_METADATA, {}, named(dc));
  graph.setTileMapping(metadata, kTile, Access::location(dc));
  graph.setInitialValue(metadata, bits, Access::location(dc));
  return metadata;
}

Tensor createVariableMetadataTensor(Graph &graph, QuarterMetadata::Format format,
                                    const Tensor &scale, program::Sequence &prog,
                                    const DebugContext &dc) {
  const Tensor metadata = graph.addVariable(QUARTER_METADATA, {}, named(dc));
  graph.setTileMapping(metadata, kTile, Access::location(dc));
  setMetadataTensor(graph, format, scale, metadata, prog, dc);
  return metadata;
}

void setMetadataTensor(Graph &graph, QuarterMetadata::Format format, const Tensor &scale,
                       const Tensor &metadata, program::Sequence &prog, const DebugContext &dc) {
  const SourceLocation &loc = Access::location(dc);
  Statement statement("setMetadataTensor", dc);
  const TensorState &scaleState = statement.operand(scale);
  const TensorState &metadataState = statement.operand(metadata);
  if (!isMetadata(metadataState)) {
    statement.error(Code::PE0222, "{} is no metadata tensor", describeTensor(metadataState))
        .raise();
  }
  switch (scaleState.type) {
  case ElementType::Int:
  case ElementType::Char:
  case ElementType::SignedChar:
  case ElementType::Short:
    break;
  default:
    statement.error(Code::PE0412, "scale {} is no signed integer", describeTensor(scaleState))
        .raise();
  }
  if (scaleState.view.numElements() != 1)
    statement.error(Code::PE0406, "scale {} is no scalar", describeTensor(scaleState)).raise();

  addBuiltinCodelets(*need(graph, "setMetadataTensor", loc), statement.site());
  const ComputeSet computeSet = graph.addComputeSet(named(dc));
  const VertexRef vertex = graph.addVertex(
      computeSet, fmt::format("{}<{}>", kMakeMetadata, name(scaleState.type)),
      {{"scale", scale}, {"metadata", metadata.reinterpret(UNSIGNED_CHAR, loc)}}, loc);
  graph.setInitialValue(vertex["isF143"], format == QuarterMetadata::Format::F143, loc);
  graph.setTileMapping(vertex, kTile, loc);
  prog.add(program::Execute(computeSet, named(dc)), loc);
}

} // namespace poplar
