// SPDX-License-Identifier: MIT
// Collectives of tensors on one IPU of several, and on I/O tiles, called with their virtual graphs:
// results lie there too.
#include "Harness.hpp"

#include <gcl/TileAllocation.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace gcl_test;
using poplar::Graph;
using poplar::Tensor;
using Op = CollectiveOperator;

constexpr unsigned kReplicas = 3, kTiles = 8;

void expectOn(const Harness &h, const Tensor &t, const std::vector<unsigned> &tiles) {
  const auto mapping = h.graph.getTileMapping(t);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    if (!mapping[tile].empty()) {
      EXPECT_TRUE(std::count(tiles.begin(), tiles.end(), tile)) << "tile " << tile;
    }
}

void expectAll(Harness &h, Graph &graph, const std::vector<unsigned> &tiles,
               const std::string &method) {
  SCOPED_TRACE(method);
  const Groups all = groupsOf(kReplicas, kReplicas, 1);
  const poplar::OptionFlags options = {{"method", method}};
  const Values<int> x = samples<int>(kReplicas, 150);
  const Tensor t =
      graph.addVariable(poplar::INT, {150}, poplar::VariableMappingMethod::LINEAR, "data");
  h.write(t, x);
  const Tensor sum = gcl::allReduceCrossReplica(graph, t, Op::ADD, h.prog, "", options);
  const Tensor piece = gcl::reduceScatterCrossReplica(graph, t, Op::MAX, h.prog, "", options);
  const Tensor gathered = gcl::allGatherCrossReplica(graph, t, h.prog, "", options);
  const Tensor exchanged =
      gcl::allToAllCrossReplica(graph, t.reshape({3, 50}), h.prog, "", options);
  for (const Tensor &result : {t, sum, piece, gathered, exchanged})
    expectOn(h, result, tiles);
  const std::size_t numbers[] = {h.read(sum), h.read(piece), h.read(gathered), h.read(exchanged)};
  h.run();
  EXPECT_EQ(difference(h.result<int>(numbers[0]), gcl_test::allReduce(x, Op::ADD, all)), "");
  EXPECT_EQ(difference(h.result<int>(numbers[1]), gcl_test::reduceScatter(x, Op::MAX, all)), "");
  EXPECT_EQ(difference(h.result<int>(numbers[2]), gcl_test::allGather(x, all)), "");
  EXPECT_EQ(difference(h.result<int>(numbers[3]), gcl_test::allToAll(x, all)), "");
}

TEST(VirtualGraph, OfTheSecondIpu) {
  for (const std::string &method : kMethods) {
    Harness h(kReplicas, kTiles, 2);
    Graph second = h.graph.createVirtualGraph(kTiles, 2 * kTiles);
    expectAll(h, second, {8, 9, 10, 11, 12, 13, 14, 15}, method);
  }
}

TEST(VirtualGraph, OfIoTiles) {
  for (const std::string &method : kMethods) {
    Harness h(kReplicas, kTiles);
    const std::vector<unsigned> tiles = gcl::perIPUTiles(h.graph, 0, 4);
    Graph io = h.graph.createVirtualGraph(tiles);
    expectAll(h, io, tiles, method);
  }
}

} // namespace
