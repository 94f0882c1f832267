// SPDX-License-Identifier: MIT
// fill and zero: vertices on given tiles, or a copy of a constant.
#include "support/Errors.hpp"

#include <popops/Fill.hpp>
#include <popops/Zero.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popops {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Interval;
using poplar::Tensor;
using poplar::program::Sequence;
using Regions = std::vector<Interval>;

template <typename FillValueType>
void fill(Graph &graph, Tensor t, const Regions &tileRegions, unsigned tile, ComputeSet fillCS,
          FillValueType fillValue) {
  support::requireWriteable("fill", t);
  const Tensor flat = t.flatten();
  std::vector<Tensor> parts;
  for (const auto &regions : graph.getSortedContiguousRegions(flat, tileRegions))
    for (const Interval &region : regions)
      if (region.size() > 0) parts.push_back(flat.slice(region));
  if (parts.empty()) return;
  const poplar::VertexRef vertex = graph.addVertex(
      fillCS, poputil::templateVertex("popops::Fill", t.elementType()), {{"out", concat(parts)}});
  graph.setInitialValue(vertex["in"], fillValue);
  graph.setTileMapping(vertex, tile);
}

template <typename FillValueType>
void fill(Graph &graph, const Tensor &t, unsigned tile, ComputeSet fillCS,
          FillValueType fillValue) {
  fill(graph, t, {Interval(0, t.numElements())}, tile, fillCS, fillValue);
}

template <typename FillValueType>
void fill(Graph &graph, const Tensor &t, const std::vector<Regions> &mapping, ComputeSet fillCS,
          FillValueType fillValue) {
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    if (!mapping[tile].empty()) fill(graph, t, mapping[tile], tile, fillCS, fillValue);
}

template <typename FillValueType>
void fill(Graph &graph, const Tensor &t, Sequence &prog, FillValueType fillValue,
          const DebugContext &debugContext) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, fillValue));
  support::requireWriteable("fill", t);
  if (t.numElements() == 0) return;
  const Tensor flat = t.flatten();
  if (graph.hasCodelet(poputil::templateVertex("popops::Fill", t.elementType()))) {
    const ComputeSet cs = graph.addComputeSet({info, "fill"});
    fill(graph, flat, graph.getTileMapping(flat), cs, fillValue);
    prog.add(poplar::program::Execute(cs, {info}));
    return;
  }
  const Tensor value = graph.addConstant(t.elementType(), {1}, fillValue, {info, "value"});
  graph.setTileMapping(value, 0);
  prog.add(poplar::program::Copy(value.broadcast(static_cast<unsigned>(flat.numElements()), 0),
                                 flat, false, {info}));
}

#define INSTANTIATE(T)                                                                             \
  template void fill(Graph &, Tensor, const Regions &, unsigned, ComputeSet, T);                   \
  template void fill(Graph &, const Tensor &, unsigned, ComputeSet, T);                            \
  template void fill(Graph &, const Tensor &, const std::vector<Regions> &, ComputeSet, T);        \
  template void fill(Graph &, const Tensor &, Sequence &, T, const DebugContext &);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(int)
INSTANTIATE(unsigned)
INSTANTIATE(long long)
INSTANTIATE(unsigned long long)
#undef INSTANTIATE

namespace {

/// The zero quarter is the byte 0, whatever the metadata.
Tensor asBytes(const Tensor &t) {
  return t.elementType() == poplar::QUARTER ? t.reinterpret(poplar::UNSIGNED_CHAR) : t;
}

} // namespace

void zero(Graph &graph, Tensor t, const Regions &tileRegions, unsigned tile, ComputeSet zeroCS) {
  fill(graph, asBytes(t), tileRegions, tile, zeroCS, 0);
}

void zero(Graph &graph, const Tensor &t, unsigned tile, ComputeSet zeroCS) {
  fill(graph, asBytes(t), tile, zeroCS, 0);
}

void zero(Graph &graph, const Tensor &t, const std::vector<Regions> &mapping, ComputeSet zeroCS) {
  fill(graph, asBytes(t), mapping, zeroCS, 0);
}

void zero(Graph &graph, const Tensor &t, Sequence &prog, const DebugContext &debugContext) {
  fill(graph, asBytes(t), prog, 0, debugContext);
}

} // namespace popops
