// SPDX-License-Identifier: MIT
// iota: a vertex a tile that knows where its pieces start.
#include "support/Errors.hpp"

#include <popops/Encoding.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

#include <type_traits>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;

namespace {

template <class T>
void count(Graph &graph, const Tensor &t, T start, Sequence &prog,
           const poputil::PoplibsOpDebugInfo &info) {
  const poplar::Type type = std::is_same_v<T, int> ? poplar::INT : poplar::UNSIGNED_INT;
  if (t.rank() > 1 || t.elementType() != type)
    support::fail("iota", support::describe(t) + " from a start of type " + support::nameOf(type),
                  "pass a tensor of rank 1 and of the start's type");
  support::requireWriteable("iota", t);
  if (t.numElements() == 0) return;
  const Tensor flat = t.flatten();
  const poplar::ComputeSet cs = graph.addComputeSet({info, "iota"});
  const auto mapping = graph.getTileMapping(flat);
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    if (mapping[tile].empty()) continue;
    std::vector<Tensor> pieces;
    std::vector<T> offsets;
    for (const poplar::Interval &piece : mapping[tile]) {
      pieces.push_back(flat.slice(piece));
      offsets.push_back(
          static_cast<T>(static_cast<unsigned>(start) + static_cast<unsigned>(piece.begin())));
    }
    const poplar::VertexRef vertex =
        graph.addVertex(cs, poputil::templateVertex("popops::Iota", type));
    graph.connect(vertex["out"], pieces);
    graph.setInitialValue(vertex["offsets"], offsets);
    graph.setTileMapping(vertex, tile);
  }
  prog.add(poplar::program::Execute(cs, {info}));
}

} // namespace

void iota(Graph &graph, const Tensor &t, unsigned startInteger, Sequence &prog,
          const DebugContext &debugContext) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, startInteger));
  count(graph, t, startInteger, prog, info);
}

void iota(Graph &graph, const Tensor &t, int startInteger, Sequence &prog,
          const DebugContext &debugContext) {
  const poputil::PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, startInteger));
  count(graph, t, startInteger, prog, info);
}

} // namespace popops
