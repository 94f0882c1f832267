// SPDX-License-Identifier: MIT
// Checks of rows, and vertices on the tiles of their elements.
#include "within/Ipus.hpp"

#include "support/Errors.hpp"
#include "support/Operators.hpp"

#include <optional>

namespace gcl::detail {

using poplar::Tensor;

namespace {

/// Calls f(tile, parts of the tensors), where the first one's elements lie.
template <class F>
void forEachTile(const poplar::Graph &graph, Tensor first, Tensor second, F f) {
  first = first.flatten();
  second = second.flatten();
  if (first.numElements() == 0) return;
  graph.reorderToSimplify(&first, std::vector<Tensor *>{&second}, false);
  const auto mapping = graph.getTileMapping(first);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    if (!mapping[tile].empty())
      f(tile, concat(first.slices(mapping[tile])), concat(second.slices(mapping[tile])));
}

} // namespace

unsigned ipuOf(const std::string &operation, const std::string &role, const poplar::Graph &graph,
               const Tensor &tensor) {
  bool complete = true;
  const auto mapping = graph.getTileMapping(tensor, &complete);
  const unsigned tilesPerIpu = graph.getTarget().getTilesPerIPU();
  std::optional<unsigned> first;
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    if (mapping[tile].empty()) continue;
    if (!first) first = tile;
    if (tile / tilesPerIpu != *first / tilesPerIpu)
      fail(operation,
           role + " " + describe(tensor) + " has elements on tile " + std::to_string(*first) +
               " of IPU " + std::to_string(*first / tilesPerIpu) + " and on tile " +
               std::to_string(tile) + " of IPU " + std::to_string(tile / tilesPerIpu),
           "map it to the tiles of one IPU");
  }
  if (!complete || !first)
    fail(operation, role + " " + describe(tensor) + " is not mapped to tiles",
         "map it to the tiles of one IPU");
  return *first / tilesPerIpu;
}

void requireRowsOnIpus(const std::string &operation, const poplar::Graph &graph,
                       const Tensor &data) {
  if (data.rank() != 2)
    fail(operation, "the data is " + describe(data) + ", of rank " + std::to_string(data.rank()),
         "pass a tensor [IPUs, elements], of which row i lies on IPU i");
  const unsigned ipus = graph.getTarget().getNumIPUs();
  if (data.dim(0) == 0 || data.dim(0) > ipus)
    fail(operation,
         "the data is " + describe(data) + ", one row an IPU, and there are " +
             std::to_string(ipus) + " IPUs",
         "pass from 1 to " + std::to_string(ipus) + " rows, and the top-level graph");
  if (data.numElements() == 0) return;
  for (unsigned row = 0; row < data.dim(0); ++row) {
    const std::string role = "row " + std::to_string(row) + " of the data";
    const unsigned ipu = ipuOf(operation, role, graph, data[row]);
    if (ipu != row)
      fail(operation, role + " lies on IPU " + std::to_string(ipu),
           "map row i to the tiles of IPU i");
  }
}

IpuRing makeIpuRing(const poplar::Graph &graph, unsigned ipus, const poplar::OptionFlags &flags) {
  IpuRing result{{}, parseOptions(flags)};
  Situation situation = situationOf(graph, ipus, 1, 0);
  // What is one member here is an IPU, and not a replica of several.
  if (situation.linkTopology != poplar::IpuLinkTopology::Torus) situation.ipus = 1;
  Options order = result.options;
  order.topology = "auto";
  result.ring = ringOrder(chooseOrder(situation, order), ipus);
  return result;
}

Method IpuRing::method(Phase phase, const poplar::Graph &graph, std::uint64_t bytes) const {
  const auto &given = phase == Phase::ReduceScatter ? options.scatter : options.gather;
  if (given) return *given;
  Situation situation = situationOf(graph, static_cast<unsigned>(ring.size()), 1, 0);
  situation.ipus = 1;
  situation.bytesPerIpu = bytes;
  return chooseMethod(phase, situation);
}

void addCombination(poplar::Graph &graph, poplar::ComputeSet cs, const Tensor &sum,
                    const Tensor &other, CollectiveOperator op) {
  const std::string name = "gcl::CombinePiece<gcl::CollectiveOperator::" + nameOf(op) + "," +
                           nameOf(sum.elementType()) + ">";
  forEachTile(graph, sum, other, [&](unsigned tile, const Tensor &here, const Tensor &there) {
    const poplar::VertexRef vertex =
        graph.addVertex(cs, name, {{"sum", here}, {"elements", there}});
    graph.connect(vertex["piece"], 0u);
    graph.setTileMapping(vertex, tile);
  });
}

void addScaling(poplar::Graph &graph, poplar::ComputeSet cs, const Tensor &data, float by) {
  const std::string name = by == 0 ? "gcl::Square<" : "gcl::Scale<";
  forEachTile(graph, data, data, [&](unsigned tile, const Tensor &here, const Tensor &) {
    const poplar::VertexRef vertex =
        graph.addVertex(cs, name + nameOf(data.elementType()) + ">", {{"data", here}});
    if (by != 0) graph.setInitialValue(vertex["by"], by);
    graph.setTileMapping(vertex, tile);
  });
}

} // namespace gcl::detail
