// SPDX-License-Identifier: MIT
// splineWeighting: blocks of edges by blocks of output channels.
#include "support/Arithmetic.hpp"
#include "support/Errors.hpp"

#include <popops/SplineWeighting.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace popops {

using poplar::Graph;
using poplar::Tensor;

namespace {

/// Bytes of weights that one tile receives, where a channel is not larger.
constexpr std::size_t kWeightBytes = 128 * 1024;

void check(const Tensor &input, const Tensor &weight, const Tensor &basis,
           const Tensor &weightIndex) {
  const std::string what = "input is " + support::describe(input) + ", weight " +
                           support::describe(weight) + ", basis " + support::describe(basis) +
                           ", weightIndex " + support::describe(weightIndex);
  const poplar::Type type = input.elementType();
  if ((type != poplar::FLOAT && type != poplar::HALF) || weight.elementType() != type ||
      basis.elementType() != type || weightIndex.elementType() != poplar::INT)
    support::fail("splineWeighting", what,
                  "use float or half for input, weight and basis, int for weightIndex");
  if (input.rank() != 2 || weight.rank() != 3 || basis.rank() != 2 ||
      weightIndex.shape() != basis.shape() || weight.dim(1) != input.dim(1) ||
      basis.dim(0) != input.dim(0))
    support::fail("splineWeighting", what,
                  "pass input [E, I], weight [K, I, O], basis and weightIndex [E, S]");
}

} // namespace

Tensor splineWeighting(Graph &graph, const Tensor &input, const Tensor &weight, const Tensor &basis,
                       const Tensor &weightIndex, poplar::program::Sequence &prog,
                       const poplar::DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(input, weight, basis, weightIndex));
  check(input, weight, basis, weightIndex);
  const std::size_t edges = input.dim(0), inputs = input.dim(1), outputs = weight.dim(2);
  const Tensor out = graph.addVariable(input.elementType(), {edges, outputs}, {info, "weighted"});
  info.addOutput(out);
  if (out.numElements() == 0) return out;
  const std::size_t tiles = graph.getTarget().getNumTiles();
  const std::size_t channel = std::max<std::size_t>(
      1, weight.dim(0) * inputs * graph.getTarget().getTypeSize(input.elementType()));
  const std::size_t channelBlock =
      std::min(outputs, std::max<std::size_t>(1, kWeightBytes / channel));
  const std::size_t channelBlocks = support::divideUp(outputs, channelBlock);
  const std::size_t edgeBlocks = std::min(edges, std::max<std::size_t>(1, tiles / channelBlocks));

  const poplar::ComputeSet cs = graph.addComputeSet({info, "weighting"});
  const std::string name = poputil::templateVertex("popops::SplineWeighting", input.elementType());
  std::size_t block = 0;
  for (std::size_t e = 0; e < edgeBlocks; ++e)
    for (std::size_t o = 0; o < outputs; o += channelBlock, ++block) {
      const std::size_t begin = e * edges / edgeBlocks, end = (e + 1) * edges / edgeBlocks;
      const std::size_t oEnd = std::min(outputs, o + channelBlock);
      const auto tile =
          static_cast<unsigned>(block * tiles / std::max(tiles, edgeBlocks * channelBlocks));
      const Tensor result = out.slice(begin, end).slice(o, oEnd, 1);
      graph.setTileMapping(result, tile);
      const poplar::VertexRef vertex =
          graph.addVertex(cs, name,
                          {{"input", input.slice(begin, end).flatten()},
                           {"weight", weight.slice(o, oEnd, 2).flatten()},
                           {"basis", basis.slice(begin, end).flatten()},
                           {"weightIndex", weightIndex.slice(begin, end).flatten()},
                           {"out", result.flatten()}});
      graph.setInitialValue(vertex["inputs"], static_cast<unsigned>(inputs));
      graph.setInitialValue(vertex["outputs"], static_cast<unsigned>(oEnd - o));
      graph.setInitialValue(vertex["splines"], static_cast<unsigned>(basis.dim(1)));
      graph.setTileMapping(vertex, tile);
    }
  prog.add(poplar::program::Execute(cs, {info}));
  return out;
}

} // namespace popops
