// SPDX-License-Identifier: MIT
// Vertices between keys and what is sorted.
#include "sort/Elements.hpp"
#include "support/Types.hpp"

#include <poputil/VertexTemplates.hpp>

namespace popops::sort_detail {

using poplar::Graph;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Execute;
using poplar::program::Sequence;

poplar::Type Elements::workType() const {
  return payload == Payload::None ? poplar::UNSIGNED_INT : poplar::UNSIGNED_LONGLONG;
}

bool isSortable(const poplar::Type &type) {
  return support::isReal(type) || support::isWord(type);
}

Tensor bitsOf(const Tensor &t) {
  return t.reinterpret(t.elementType() == poplar::HALF ? poplar::UNSIGNED_SHORT
                                                       : poplar::UNSIGNED_INT);
}

std::string vertexName(const std::string &stem, const Elements &elements) {
  const poplar::Type key = elements.keys.elementType();
  switch (elements.payload) {
  case Payload::None:
    return poputil::templateVertex("popops::" + stem + "Keys", key);
  case Payload::Index:
    return poputil::templateVertex("popops::" + stem + "Indexed", key);
  case Payload::Value:
    break;
  }
  return poputil::templateVertex("popops::" + stem + "Pairs", key,
                                 bitsOf(elements.values).elementType());
}

void encode(Graph &graph, const Elements &elements, const Layout &layout, const Tensor &work,
            Sequence &prog, const poplar::DebugNameAndId &name) {
  const poplar::ComputeSet cs = graph.addComputeSet({name, "encode"});
  const std::string vertexType = vertexName("SortEncode", elements);
  for (const Block &block : layout.blocks) {
    const VertexRef vertex = graph.addVertex(
        cs, vertexType, {{"keys", blockOf(elements.keys, block)}, {"out", blockOf(work, block)}});
    graph.setInitialValue(vertex["flip"], elements.flip());
    if (elements.payload == Payload::Index) {
      graph.setInitialValue(vertex["first"], static_cast<unsigned>(block.begin));
      graph.setInitialValue(vertex["row"], static_cast<unsigned>(layout.length));
    } else if (elements.payload == Payload::Value) {
      graph.connect(vertex["values"], blockOf(bitsOf(elements.values), block));
    }
    graph.setTileMapping(vertex, block.tile);
  }
  prog.add(Execute(cs, {name}));
}

void decode(Graph &graph, const Tensor &work, const Layout &layout, const Elements &results,
            Sequence &prog, const poplar::DebugNameAndId &name) {
  const poplar::ComputeSet cs = graph.addComputeSet({name, "decode"});
  const std::string vertexType = vertexName("SortDecode", results);
  for (const Block &block : layout.blocks) {
    const VertexRef vertex = graph.addVertex(
        cs, vertexType, {{"in", blockOf(work, block)}, {"keys", blockOf(results.keys, block)}});
    graph.setInitialValue(vertex["flip"], results.flip());
    if (results.payload == Payload::Index)
      graph.connect(vertex["indices"], blockOf(results.values, block));
    else if (results.payload == Payload::Value)
      graph.connect(vertex["values"], blockOf(bitsOf(results.values), block));
    graph.setTileMapping(vertex, block.tile);
  }
  prog.add(Execute(cs, {name}));
}

} // namespace popops::sort_detail
