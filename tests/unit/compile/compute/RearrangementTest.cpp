// SPDX-License-Identifier: MIT
// Which operands are copied together on their tile, and what that takes.
#include "../GraphFixture.hpp"

#include "compile/compute/operands/Rearrangement.hpp"
#include "compile/storage/StorageOrder.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

constexpr std::uint64_t kCopy = 83, kWord = 8; // as model/cycles/Constants.hpp has them

class Rearranged : public testing::Test {
 protected:
  PieceCycles cycles(const std::vector<ir::Region> &regions, std::uint32_t tile = 0) {
    const Input input = test_.input();
    const Usage usage = test_.everything();
    StorageMap storage(input, usage);
    chooseStorageOrder(input, usage, storage);
    return Rearrangement(storage, input.options.exchangeModel, test_.graph.machine.numTiles())
        .cyclesOf(regions, TileId(tile));
  }

  TestGraph test_{4};
};

TEST_F(Rearranged, OnePieceStaysWhereItIs) {
  const VariableId v = test_.variable("v", 1000, TileId(0));
  EXPECT_EQ(cycles({run(v, 10, 100)}).sum, 0u);
  EXPECT_EQ(cycles({run(v, 10, 100), run(v, 110, 50)}).sum, 0u);
  EXPECT_EQ(cycles({rows(v, 10, 100, 5, 100)}).sum, 0u);
}

TEST_F(Rearranged, PiecesOfOneVariableAreCopied) {
  const VariableId v = test_.variable("v", 1000, TileId(0));
  const PieceCycles two = cycles({run(v, 10, 100), run(v, 300, 60)});
  EXPECT_EQ(two.sum, 2 * kCopy + 50 + 30);
  EXPECT_EQ(two.longest, kCopy + 50);
  EXPECT_EQ(cycles({rows(v, 10, 100, 5, 150)}).sum, 5 * (kCopy + 50));
  EXPECT_EQ(cycles({run(v, 60, 10), run(v, 10, 10)}).sum, 2 * 8u * 10) << "in another order";
}

TEST_F(Rearranged, PricesAreThoseOfTheModel) {
  const VariableId v = test_.variable("v", 1000, TileId(0));
  test_.options.exchangeModel.pieceCopyCycles = 153;
  EXPECT_EQ(cycles({run(v, 10, 100), run(v, 300, 100)}).sum, 2u * (153 + 50));
  test_.options.exchangeModel.copyBytesPerCycle = 16;
  EXPECT_EQ(cycles({run(v, 10, 100), run(v, 300, 100)}).sum, 2u * (153 + 25));
}

TEST_F(Rearranged, SpacedWordsAreCopiedOneByOne) {
  const VariableId v = test_.variable("v", 1000, TileId(0));
  const PieceCycles column = cycles({rows(v, 3, 1, 100, 10)});
  EXPECT_EQ(column.sum, 100 * kWord);
  EXPECT_EQ(column.longest, 100 * kWord) << "by one worker";
}

TEST_F(Rearranged, VariablesCanLieBesideEachOther) {
  const VariableId v = test_.variable("v", 100, TileId(0)), w = test_.variable("w", 100, TileId(0));
  EXPECT_EQ(cycles({run(v, 0, 50), run(w, 10, 50)}).sum, 0u);
  const VariableId far = test_.variable("far", 100, TileId(1));
  EXPECT_EQ(cycles({run(far, 0, 50), run(w, 10, 50), run(far, 60, 40)}).sum, 0u)
      << "what comes from elsewhere as well";
}

TEST_F(Rearranged, OnlyWhatLiesOnTheTileIsCopied) {
  const VariableId v = test_.spread("v", 400); // 100 elements a tile
  EXPECT_EQ(cycles({run(v, 50, 200)}).sum, 0u);
  EXPECT_EQ(cycles({run(v, 0, 20), run(v, 50, 200)}).sum, 2 * kCopy + 10 + 25);
  EXPECT_EQ(cycles({run(v, 0, 20), run(v, 50, 200)}, 3).sum, 0u);
}

TEST_F(Rearranged, ElementsOfATileAreNeighboursWhateverLiesBetweenElsewhere) {
  // Rows of 40 elements; each tile has 10 columns of them.
  const VariableId v = test_.variable("v", 400, TileId(0));
  ir::TileMapping &mapping = test_.graph.variables[v.index()].mapping;
  mapping = {};
  for (std::uint32_t row = 0; row < 10; ++row)
    for (std::uint32_t tile = 0; tile < 4; ++tile)
      mapping.set(row * 40 + tile * 10, row * 40 + (tile + 1) * 10, TileId(tile));
  EXPECT_EQ(cycles({rows(v, 10, 10, 10, 40)}, 1).sum, 0u) << "the whole block";
  EXPECT_EQ(cycles({rows(v, 50, 10, 3, 40)}, 1).sum, 0u) << "whole rows of it";
  EXPECT_EQ(cycles({rows(v, 10, 5, 10, 40)}, 1).sum, 10 * 5 * kWord) << "half of each row";
  // With a rim of the neighbours' columns.
  EXPECT_EQ(cycles({rows(v, 9, 12, 10, 40)}, 1).sum, 10 * 10 * kWord)
      << "other columns have to come between them";
}

} // namespace
} // namespace poplar_emu::compile::test
