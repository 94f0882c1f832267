// SPDX-License-Identifier: MIT
// CollectiveBalancedReorder: the documented example, round trips on host and device, and shares of
// tiles. Tile allocation.
#include "Harness.hpp"

#include <gcl/CollectiveBalancedReorder.hpp>
#include <gcl/TileAllocation.hpp>
#include <poputil/exceptions.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace {

using namespace gcl_test;
using gcl::CollectiveBalancedReorder;
using poplar::Tensor;
using Op = CollectiveOperator;

std::vector<int> rearranged(const CollectiveBalancedReorder &reorder, const std::vector<int> &in) {
  const auto &host = reorder.getHostRearrangement();
  std::vector<int> out(host.getNumRearrangedTensorElems(), -1);
  host.rearrangeForCollective(reinterpret_cast<const char *>(in.data()),
                              reinterpret_cast<char *>(out.data()), sizeof(int));
  return out;
}

TEST(Reorder, DocumentedExample) {
  Harness h(4, 2);
  const Tensor reference = h.graph.addVariable(poplar::INT, {7});
  h.graph.setTileMapping(reference.slice(0, 5), 0);
  h.graph.setTileMapping(reference.slice(5, 7), 1);
  const CollectiveBalancedReorder reorder(h.graph, reference, 4, "reorder");
  EXPECT_EQ(reorder.getHostRearrangement().getTotalElementsPerReplica(), 3u);
  EXPECT_EQ(reorder.getHostRearrangement().getNumRearrangedTensorElems(), 12u);
  EXPECT_EQ(rearranged(reorder, {10, 11, 12, 13, 14, 15, 16}),
            (std::vector<int>{10, 0, 15, 11, 12, 16, 13, 14, 0, 0, 0, 0}));
}

TEST(Reorder, RoundTripsOnTheHost) {
  for (const bool allowMap : {false, true})
    for (const unsigned factor : {1u, 2u, 3u, 8u})
      for (const unsigned grain : {1u, 4u})
        for (const Layout layout : {Layout::Linear, Layout::OneTile, Layout::Scattered}) {
          Harness h(2);
          const Tensor reference = h.input<int>({5, 13}, samples<int>(2, 65), layout);
          const CollectiveBalancedReorder reorder(h.graph, reference, factor, "reorder", allowMap,
                                                  grain);
          EXPECT_EQ(reorder.getReferenceShape(), (std::vector<std::size_t>{5, 13}));
          std::vector<int> in(65), back(65);
          std::iota(in.begin(), in.end(), 1);
          const std::vector<int> gathered = rearranged(reorder, in);
          EXPECT_GE(gathered.size(), 65u);
          EXPECT_EQ(gathered.size() % factor, 0u);
          EXPECT_EQ(std::accumulate(gathered.begin(), gathered.end(), 0), 65 * 33);
          reorder.getHostRearrangement().undoRearrangeForCollective(
              reinterpret_cast<const char *>(gathered.data()),
              reinterpret_cast<char *>(back.data()), sizeof(int));
          EXPECT_EQ(back, in);
        }
}

TEST(Reorder, ElementsStayOnTheirTiles) {
  Harness h(4, 6);
  const Tensor reference = h.input<int>({100}, samples<int>(4, 100), Layout::Scattered);
  CollectiveBalancedReorder reorder(h.graph, reference, 4, "reorder");
  const Tensor collectives = reorder.createCollectivesTensor(poplar::HALF, "weights");
  const Tensor view = reorder.undoRearrangeForCollective(collectives);
  EXPECT_EQ(view.elementType(), poplar::HALF);
  EXPECT_EQ(h.graph.getTileMapping(view), h.graph.getTileMapping(reference));
  // Each tile has an equal share of every slice.
  const Tensor slice = reorder.createReplicaSlice(poplar::HALF);
  ASSERT_EQ(collectives.numElements(), 4 * slice.numElements());
  for (unsigned r = 0; r < 4; ++r)
    EXPECT_EQ(h.graph.getTileMapping(
                  collectives.slice(r * slice.numElements(), (r + 1) * slice.numElements())),
              h.graph.getTileMapping(slice));
}

// As a weight update with a sharded state does: zero, rearrange, scatter, gather, rearrange back.
TEST(Reorder, ScatterAndGatherOfTheRearranged) {
  Harness h(4);
  const Values<int> x = samples<int>(4, 77);
  const Tensor data = h.input<int>({7, 11}, x, Layout::Scattered);
  CollectiveBalancedReorder reorder(h.graph, data, 4, "reorder");
  const Tensor gathered = reorder.createCollectivesTensor(poplar::INT, "grad");
  const Tensor zero = h.graph.addConstant(poplar::INT, {gathered.numElements()}, 0);
  h.graph.setTileMapping(zero, 0);
  h.prog.add(poplar::program::Copy(zero, gathered));
  h.prog.add(poplar::program::Copy(data, reorder.undoRearrangeForCollective(gathered)));
  const Tensor piece = gcl::reduceScatterCrossReplica(h.graph, gathered, Op::ADD, h.prog);
  const std::size_t total = reorder.getHostRearrangement().getTotalElementsPerReplica();
  EXPECT_EQ(piece.numElements(), total);
  EXPECT_EQ(h.graph.getTileMapping(piece),
            h.graph.getTileMapping(reorder.createReplicaSlice(poplar::INT)));
  const Tensor all = gcl::allGatherCrossReplica(h.graph, piece, h.prog);
  const std::size_t number = h.read(reorder.undoRearrangeForCollective(all));
  const std::size_t pieces = h.read(piece);
  h.run();
  const Values<int> sums = gcl_test::allReduce(x, Op::ADD, groupsOf(4, 4, 1));
  EXPECT_EQ(difference(h.result<int>(number), sums), "");
  // Replica p's piece is slice p of what the host would rearrange.
  const std::vector<int> onHost = rearranged(reorder, sums[0]);
  for (unsigned p = 0; p < 4; ++p)
    EXPECT_EQ(h.result<int>(pieces)[p],
              std::vector<int>(onHost.begin() + p * total, onHost.begin() + (p + 1) * total));
}

TEST(Reorder, GrainsAreNotTorn) {
  Harness h(2);
  const Tensor reference = h.input<int>({50}, samples<int>(2, 50), Layout::OneTile);
  const CollectiveBalancedReorder reorder(h.graph, reference, 3, "reorder", false, 8);
  EXPECT_EQ(reorder.getHostRearrangement().getTotalElementsPerReplica(), 24u);
  for (const poplar::Interval &slice : reorder.getHostRearrangement().getGatheredToRefSlices())
    EXPECT_EQ(slice.begin() % 8, 0u);
}

TEST(Reorder, WhatIsRefused) {
  Harness h(2);
  const Tensor unmapped = h.graph.addVariable(poplar::INT, {4});
  EXPECT_THROW(CollectiveBalancedReorder(h.graph, unmapped, 2, "r"), poputil::poplibs_error);
  h.graph.setTileMapping(unmapped, 0);
  EXPECT_THROW(CollectiveBalancedReorder(h.graph, unmapped, 0, "r"), poputil::poplibs_error);
  EXPECT_THROW(CollectiveBalancedReorder(h.graph, unmapped, 2, "r", false, 0),
               poputil::poplibs_error);
  const CollectiveBalancedReorder reorder(h.graph, unmapped, 2, "r");
  EXPECT_THROW(reorder.undoRearrangeForCollective(unmapped.slice(0, 3)), poputil::poplibs_error);
}

TEST(Tiles, BothListsAreAPartition) {
  Harness h(1, 1472);
  for (const bool pairs : {true, false})
    for (const unsigned n : {0u, 2u, 32u, 64u, 100u, 1470u, 1472u}) {
      std::vector<unsigned> all = gcl::perIPUTiles(h.graph, 0, n, true, pairs);
      EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
      if (pairs) {
        for (std::size_t i = 0; i < all.size(); i += 2) {
          EXPECT_EQ(all[i] % 2, 0u);
          EXPECT_EQ(all[i + 1], all[i] + 1);
        }
      }
      const std::vector<unsigned> rest = gcl::perIPUTiles(h.graph, n, 1472 - n, false, pairs);
      all.insert(all.end(), rest.begin(), rest.end());
      std::sort(all.begin(), all.end());
      ASSERT_EQ(all.size(), 1472u);
      for (unsigned tile = 0; tile < 1472; ++tile)
        ASSERT_EQ(all[tile], tile);
    }
}

TEST(Tiles, FewTilesAreOnAsManyExchangeBlocks) {
  Harness h(1, 1472);
  const poplar::Target &target = h.graph.getTarget();
  const unsigned block = target.getNumTilesPerXBContext() * target.getNumContextsPerXB();
  std::vector<unsigned> blocks;
  for (const unsigned tile : gcl::perIPUTiles(h.graph, 0, 32))
    blocks.push_back(tile / block);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  EXPECT_EQ(blocks.size(), std::min<std::size_t>(16, 1472 / block));
}

TEST(Tiles, NumbersOfIoTiles) {
  Harness large(1, 1472), small(1, 4);
  EXPECT_EQ(gcl::getMinIoTiles(large.graph), 32u);
  EXPECT_EQ(gcl::getMinIoTiles(small.graph), 4u);
  EXPECT_EQ(gcl::getNumXBsUsed(), 16u);
  ::setenv("GCL_NUM_IO_TILES", "64", 1);
  EXPECT_EQ(gcl::getNumXBsUsed(), 32u);
  ::setenv("GCL_NUM_IO_TILES", "many", 1);
  EXPECT_THROW(gcl::getNumXBsUsed(), poputil::poplibs_error);
  ::unsetenv("GCL_NUM_IO_TILES");
}

} // namespace
