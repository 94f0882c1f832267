// SPDX-License-Identifier: MIT
// normaliseImage and the layout of its input.
#include "support/Errors.hpp"

#include <popops/NormaliseImage.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Execute;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;

namespace {

constexpr std::size_t kChannels = 3, kPadded = 4;

void check(const char *operation, const Tensor &t) {
  const Type type = t.elementType();
  if (t.rank() == 0 || t.dim(t.rank() - 1) != kChannels ||
      (type != poplar::UNSIGNED_CHAR && type != poplar::HALF && type != poplar::FLOAT))
    support::fail(operation, "the image is " + support::describe(t),
                  "pass [..., 3] of unsigned char, half or float");
}

Type resultType(const Type &type) {
  return type == poplar::UNSIGNED_CHAR ? poplar::HALF : type;
}

} // namespace

Tensor createNormaliseImageInput(Graph &graph, const Type &type,
                                 poplar::ArrayRef<std::size_t> shape,
                                 const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape));
  const Tensor t = graph.addVariable(type, shape, {info, "image"});
  check("createNormaliseImageInput", t);
  poputil::mapTensorLinearly(graph, t, 8 * kChannels, 8 * kChannels);
  info.addOutput(t);
  return t;
}

Tensor normaliseImage(Graph &graph, Sequence &seq, Tensor tIn, float inScale, Tensor inOffsets,
                      Tensor inScales, const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(tIn, inScale, inOffsets, inScales));
  check("normaliseImage", tIn);
  const Type type = resultType(tIn.elementType());
  for (const Tensor *t : {&inOffsets, &inScales})
    if (t->rank() != 1 || t->dim(0) != kChannels || t->elementType() != type)
      support::fail("normaliseImage",
                    "offsets are " + support::describe(inOffsets) + ", scales " +
                        support::describe(inScales) + " for an image of " + support::describe(tIn),
                    "pass 3 of each, of type " + support::nameOf(type));

  std::vector<std::size_t> shape = tIn.shape();
  shape.back() = kPadded;
  const Tensor out = graph.addVariable(type, shape, {info, "normalised"});
  info.addOutput(out);
  const std::size_t pixels = tIn.numElements() / kChannels;
  const Tensor from = tIn.reshape({pixels, kChannels}), to = out.reshape({pixels, kPadded});
  const poplar::ComputeSet cs = graph.addComputeSet({info, "normalise"});
  const std::string name =
      poputil::templateVertex("popops::NormaliseImage", tIn.elementType(), type);
  // A pixel is where its first channel is.
  const auto mapping = graph.getTileMapping(from.slice(0, 1, 1).flatten());
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    if (mapping[tile].empty()) continue;
    const Tensor source = concat(from.slices(mapping[tile])),
                 target = concat(to.slices(mapping[tile]));
    graph.setTileMapping(target, tile);
    const poplar::VertexRef vertex = graph.addVertex(cs, name,
                                                     {{"in", source.flatten()},
                                                      {"scales", inScales},
                                                      {"offsets", inOffsets},
                                                      {"out", target.flatten()}});
    graph.setInitialValue(vertex["inScale"], inScale);
    graph.setTileMapping(vertex, tile);
  }
  seq.add(Execute(cs, {info}));
  return out;
}

} // namespace popops
