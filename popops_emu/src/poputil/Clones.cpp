// SPDX-License-Identifier: MIT
// Clones on other IPUs, in other graphs, without aliases, and with copies of the values.
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

namespace poputil {

using poplar::Graph;
using poplar::Interval;
using poplar::Target;
using poplar::Tensor;
using Regions = std::vector<Interval>;

Tensor cloneToIpu(Graph &graph, const Tensor &t, unsigned dstIPU,
                  const poplar::DebugContext &debugContext, poplar::TensorCloneMethod method) {
  const Target &target = graph.getTarget();
  if (dstIPU >= target.getNumIPUs())
    throw poplibs_error("cloneToIpu: the target has no IPU " + std::to_string(dstIPU));
  const unsigned tilesPerIpu = target.getTilesPerIPU();

  const Tensor clone = graph.clone(t, debugContext, method);
  const auto mapping = graph.getTileMapping(t);
  Graph::TileToTensorMapping moved(target.getNumTiles());
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    Regions &destination = moved[dstIPU * tilesPerIpu + tile % tilesPerIpu];
    destination.insert(destination.end(), mapping[tile].begin(), mapping[tile].end());
  }
  // Tiles of equal number on several IPUs end up on one tile, whose regions then touch.
  mergeAdjacentRegions(moved);
  graph.setTileMapping(clone, moved);
  return clone;
}

Tensor createIpuCopy(Graph &graph, const Tensor &t, unsigned dstIpu, Tensor &copySrc,
                     Tensor &copyDst, const poplar::DebugContext &debugContext,
                     poplar::TensorCloneMethod method) {
  const Tensor clone = cloneToIpu(graph, t, dstIpu, debugContext, method);
  copySrc = t.flatten();
  copyDst = clone.flatten();
  if (copyDst.containsAliases()) {
    // An element that several positions share is copied once.
    const auto regions = graph.getSortedContiguousRegions(
        copyDst, {Interval(0, copyDst.numElements())}, /*removeAliasedIntervals=*/true);
    const Regions distinct = flattenIntervals(regions);
    copySrc = concat(copySrc.slices(distinct));
    copyDst = concat(copyDst.slices(distinct));
  }
  return clone;
}

Tensor copyToIpu(Graph &masterGraph, const Tensor &t, poplar::program::Sequence &prog,
                 unsigned dstIPU, const poplar::DebugContext &debugContext,
                 poplar::TensorCloneMethod method) {
  Tensor source, destination;
  const Tensor clone =
      createIpuCopy(masterGraph, t, dstIPU, source, destination, debugContext, method);
  prog.add(poplar::program::Copy(source, destination, false, debugContext));
  return clone;
}

Tensor cloneToGraph(Graph &srcGraph, Graph &dstGraph, const Tensor &t,
                    const poplar::DebugContext &debugContext, poplar::TensorCloneMethod method) {
  if (srcGraph.getReplicationFactor() != dstGraph.getReplicationFactor())
    throw poplibs_error("cloneToGraph: the graphs have replication factors " +
                        std::to_string(srcGraph.getReplicationFactor()) + " and " +
                        std::to_string(dstGraph.getReplicationFactor()) + "; they must be equal");
  auto mapping = srcGraph.getTileMapping(t);
  const unsigned numTiles = dstGraph.getTarget().getNumTiles();
  for (unsigned tile = numTiles; tile < mapping.size(); ++tile)
    if (!mapping[tile].empty())
      throw poplibs_error("cloneToGraph: the tensor of shape " + t.shapeToString() +
                          " has elements on tile " + std::to_string(tile) +
                          ", but the destination has only " + std::to_string(numTiles) + " tiles");
  mapping.resize(numTiles);
  const Tensor clone = dstGraph.clone(t, debugContext, method);
  dstGraph.setTileMapping(clone, mapping);
  return clone;
}

std::pair<Tensor, unsigned> cloneAndExpandAliasing(Graph &graph, const Tensor &t, unsigned offset,
                                                   const poplar::DebugContext &debugContext) {
  const Tensor clone =
      graph.clone(t, debugContext, poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
  if (!t.containsAliases()) return {clone, offset};
  auto mapping = calcLinearTileMappingAndNewOffset(graph, clone, offset);
  graph.setTileMapping(clone, mapping.first);
  return {clone, mapping.second};
}

Tensor duplicate(Graph &graph, const Tensor &in, poplar::program::Sequence &prog,
                 const poplar::DebugContext &debugContext, poplar::TensorCloneMethod method) {
  Tensor copy = graph.clone(in, debugContext, method);
  prog.add(poplar::program::Copy(in, copy, false, debugContext));
  return copy;
}

Tensor cloneN(Graph &graph, const Tensor &t, unsigned N, const poplar::DebugContext &debugContext,
              poplar::TensorCloneMethod method) {
  return graph.cloneN(t, N, debugContext, method);
}

} // namespace poputil
