// SPDX-License-Identifier: MIT
// Fields that all random vertices have.
#include "Vertices.hpp"

#include "support/Errors.hpp"
#include "support/Regions.hpp"

namespace poprand {

using poplar::Tensor;

void checkSeed(const std::string &operation, const Tensor *words) {
  if (!words) return;
  if (words->rank() == 1 && words->numElements() == 2 &&
      words->elementType() == poplar::UNSIGNED_INT)
    return;
  popops::support::fail(operation, "the seed is " + popops::support::describe(*words),
                        "give it two elements of type UNSIGNED_INT, or pass nullptr");
}

void addRandomVertices(
    poplar::Graph &graph, const std::string &vertexType, const Seed &seed, const Tensor &out,
    const std::vector<Tensor> &others,
    const std::function<void(const poplar::VertexRef &, const std::vector<Tensor> &)> &set,
    poplar::program::Sequence &prog, const poplar::DebugNameAndId &name) {
  std::vector<Tensor> tensors = {out};
  tensors.insert(tensors.end(), others.begin(), others.end());
  const poplar::ComputeSet cs = graph.addComputeSet({name});
  const Tensor words =
      seed.words ? *seed.words : graph.addVariable(poplar::UNSIGNED_INT, {0}, {name, "noSeed"});
  unsigned long long first = 0;
  popops::support::forEachTile(graph, tensors, [&](unsigned tile, std::vector<Tensor> &parts) {
    const poplar::VertexRef vertex = graph.addVertex(cs, vertexType);
    graph.connect(vertex["seed"], words);
    graph.connect(vertex["out"], parts[0]);
    graph.setInitialValue(vertex["modifier"], seed.modifier);
    graph.setInitialValue(vertex["first"], first);
    first += parts[0].numElements();
    set(vertex, {parts.begin() + 1, parts.end()});
    graph.setTileMapping(vertex, tile);
  });
  prog.add(poplar::program::Execute(cs, {name}));
}

} // namespace poprand
