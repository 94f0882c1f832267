// SPDX-License-Identifier: MIT
// Views of huge tensors stay small: few pieces, few runs, few nests, whatever the number of
// elements.
#include "Variables.hpp"

#include "view/Clone.hpp"
#include "view/Joint.hpp"
#include "view/Mapping.hpp"
#include "view/Ops.hpp"
#include "view/Rearrange.hpp"
#include "view/Regions.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::view::test {
namespace {

constexpr std::uint64_t kSide = 4096;

TEST(ViewStructure, TransposedMatrixIsOnePieceAndOneNest) {
  const View matrix = variable({kSide, kSide}), turned = transpose(matrix);
  EXPECT_EQ(turned.pieces().size(), 1u);
  const View part = slice(slice(turned, 7, 4000, 0), 100, 4096, 1);
  EXPECT_EQ(part.pieces().size(), 1u);
  EXPECT_EQ(flatten(part).pieces().size(), 1u);
  EXPECT_EQ(reshape(turned, Sizes{64, 64, 2, 2048}).pieces().size(), 1u);

  const std::vector<Nest> copy = joint(turned, variable({kSide, kSide}, 1));
  ASSERT_EQ(copy.size(), 1u);
  ASSERT_EQ(copy[0].dims.size(), 2u);
  EXPECT_EQ(copy[0].dims[0], (NestDim{kSide, 1, kSide}));
  EXPECT_EQ(copy[0].dims[1], (NestDim{kSide, kSide, 1}));
  EXPECT_EQ(joint(flatten(turned), variable({kSide * kSide}, 1)), copy);
  EXPECT_EQ(joint(turned, variable({kSide / 2, kSide * 2}, 1)), copy);
}

TEST(ViewStructure, BothSidesTransposedIsAContiguousCopy) {
  const View a = transpose(variable({512, 256}, 0)), b = transpose(variable({512, 256}, 1));
  const std::vector<Nest> copy = joint(a, b);
  ASSERT_EQ(copy.size(), 1u);
  ASSERT_EQ(copy[0].dims.size(), 1u);
  EXPECT_EQ(copy[0].dims[0], (NestDim{512 * 256, 1, 1}));
  EXPECT_EQ(joint(reverse(flatten(a), 0), reverse(flatten(b), 0)), copy);
}

TEST(ViewStructure, SingleElementHasOneDimension) {
  const std::vector<Nest> copy = joint(variable({}, 0), variable({1, 1}, 1));
  ASSERT_EQ(copy.size(), 1u);
  ASSERT_EQ(copy[0].dims.size(), 1u);
  EXPECT_EQ(copy[0].dims[0].extent, 1u);
}

TEST(ViewStructure, BroadcastCostsNothing) {
  const View wide = broadcast(variable({1}), 1000000, 0);
  EXPECT_EQ(wide.pieces().size(), 1u);
  ASSERT_EQ(runs(wide).size(), 1u);
  EXPECT_EQ(runs(wide)[0].count, 1000000u);
  EXPECT_EQ(joint(wide, variable({1000000}, 1)).size(), 1u);
  EXPECT_TRUE(containsAliases(wide));
  EXPECT_EQ(storageRuns(wide).size(), 1u);
  const View rows = broadcast(variable({1, 300}), 1000000, 0);
  EXPECT_EQ(flatten(rows).pieces().size(), 1u);
  EXPECT_EQ(slice(flatten(rows), 150, 149999).pieces().size(), 3u);
}

TEST(ViewStructure, ConcatOfSlicesIsTheWholeAgain) {
  const View row = variable({100000});
  std::vector<View> parts;
  for (std::uint64_t i = 0; i < 100000; i += 10)
    parts.push_back(slice(row, i, i + 10));
  EXPECT_EQ(concat(parts).pieces().size(), 1u);

  const View matrix = variable({64, 64});
  EXPECT_EQ(concat({slice(matrix, 0, 10, 1), slice(matrix, 10, 64, 1)}, 1).pieces().size(), 1u);
  EXPECT_EQ(concat({slice(matrix, 0, 10, 0), slice(matrix, 10, 64, 0)}, 0).pieces().size(), 1u);
}

TEST(ViewStructure, RegularSelectionsShareAPiece) {
  const View matrix = variable({64, 64});
  std::vector<View> rows, diagonal;
  for (std::uint64_t i = 0; i < 64; i += 4)
    rows.push_back(slice(matrix, i, i + 2));
  for (std::uint64_t i = 0; i < 64; ++i)
    diagonal.push_back(slice(index(matrix, i), i, i + 1));
  EXPECT_EQ(concat(rows).pieces().size(), 1u);
  EXPECT_EQ(concat(diagonal).pieces().size(), 1u);
  const View copies = concat({matrix, matrix, matrix, matrix});
  EXPECT_EQ(copies.pieces().size(), 1u);
}

TEST(ViewStructure, ReshapeThatNoDigitsExpressSplitsLittle) {
  // Columns of 5 of a matrix of 7 columns, seen as rows of 3.
  const View view = reshape(transpose(variable({5, 7})), Sizes{5, 7});
  EXPECT_LE(view.pieces().size(), 15u);
  // An odd part of a row, folded into a matrix: head, body, tail.
  const View odd = concat({variable({13}, 0), variable({1000 - 13}, 1)});
  EXPECT_LE(reshape(odd, Sizes{100, 10}).pieces().size(), 4u);
}

TEST(ViewStructure, StridedCopiesFoldIntoOneNest) {
  // Halo columns: the first and the last column of 1000 rows, joined to pairs.
  const View matrix = variable({1000, 50});
  const View halo = concat({slice(matrix, 0, 1, 1), slice(matrix, 49, 50, 1)}, 1);
  EXPECT_LE(joint(halo, variable({1000, 2}, 1)).size(), 2u);
  // Columns of two variables, interleaved and flattened.
  const View mixed = flatten(concat({variable({1000, 3}, 0), variable({1000, 5}, 1)}, 1));
  EXPECT_EQ(mixed.pieces().size(), 2000u);
  const std::vector<Nest> copy = joint(mixed, variable({8000}, 2));
  ASSERT_EQ(copy.size(), 2u);
  EXPECT_EQ(copy[0].numElements() + copy[1].numElements(), 8000u);
}

TEST(ViewStructure, JointSweepsManyPieces) {
  // 300 x 300 blocks on both sides, in grids that do not line up.
  const std::uint64_t n = 300;
  std::vector<View> rowsA, rowsB;
  for (std::uint64_t i = 0; i < n; ++i) {
    std::vector<View> a, b;
    for (std::uint64_t j = 0; j < n; ++j) {
      a.push_back(variable({4, 6}, static_cast<unsigned>(i * n + j)));
      b.push_back(variable({4, 6}, static_cast<unsigned>(n * n + j * n + i)));
    }
    rowsA.push_back(concat(a, 1));
    rowsB.push_back(concat(b, 1));
  }
  const View a = concat(rowsA), b = concat(rowsB);
  ASSERT_EQ(a.pieces().size(), n * n);
  EXPECT_EQ(joint(a, b).size(), n * n);
  const View shifted = concat({slice(b, 3, 4 * n), slice(b, 0, 3)});
  std::uint64_t elements = 0;
  const std::vector<Nest> nests = joint(a, shifted);
  for (const Nest &nest : nests)
    elements += nest.numElements();
  EXPECT_EQ(elements, a.numElements());
  EXPECT_LE(nests.size(), 2 * n * n + 2 * n);
}

TEST(ViewStructure, AliasesOfHugeViewsAreDecidedByArithmetic) {
  const View matrix = variable({1u << 20, 1u << 20});
  EXPECT_FALSE(containsAliases(transpose(matrix)));
  EXPECT_FALSE(intersects(slice(matrix, 0, 1000), slice(matrix, 1000, 2000)));
  EXPECT_TRUE(isContiguous(slice(matrix, 5, 9)));
  EXPECT_FALSE(isContiguous(slice(matrix, 5, 9, 1)));
  EXPECT_EQ(storageRuns(transpose(matrix)).size(), 1u);
}

TEST(ViewStructure, RearrangerOfATransposeIsAPermutationOfDimensions) {
  const View turned = flatten(transpose(variable({kSide, kSide})));
  const Rearranger rearranger = Rearranger::simplifying(turned);
  const View simple = rearranger.rearrange(turned);
  EXPECT_TRUE(isContiguous(simple));
  EXPECT_EQ(rearranger.rearrange(variable({kSide * kSide}, 1)).pieces().size(), 1u);
  EXPECT_TRUE(equal(rearranger.undo(simple), turned));
}

/// `pixels` x `channels` in blocks of at most `height` pixels, each stored as a matrix of its own.
View blocked(std::uint64_t pixels, std::uint64_t channels, std::uint64_t height) {
  const View storage = variable({pixels * channels});
  std::vector<View> blocks;
  for (std::uint64_t p = 0; p < pixels; p += height) {
    const std::uint64_t end = std::min(pixels, p + height);
    blocks.push_back(
        reshape(slice(storage, p * channels, end * channels), Sizes{end - p, channels}));
  }
  return concat(blocks);
}

TEST(ViewStructure, RearrangerTakesChannelsOfBlocksTogether) {
  // Convolutions give images channel by channel, and store them pixel by pixel, block by block.
  constexpr std::uint64_t kImages = 2, kPixels = 28 * 28, kChannels = 64;
  std::vector<View> groups;
  const View whole = variable({kImages * kPixels * kChannels});
  for (std::uint64_t half = 0; half < 2; ++half) {
    std::vector<View> blocks;
    for (std::uint64_t p = 0; p < kImages * kPixels; p += 46) {
      const std::uint64_t rows = std::min<std::uint64_t>(46, kImages * kPixels - p);
      const std::uint64_t at = p * kChannels + half * rows * 32;
      blocks.push_back(reshape(slice(whole, at, at + rows * 32), Sizes{rows, 32}));
    }
    groups.push_back(concat(blocks));
  }
  const View pixels = reshape(concat(groups, 1), Sizes{kImages, kPixels, kChannels});
  const View images = flatten(dimShuffle(pixels, std::vector<unsigned>{0, 2, 1}));
  const Rearranger rearranger = Rearranger::simplifying(images);
  const View simple = rearranger.rearrange(images);
  EXPECT_TRUE(isContiguous(simple));
  EXPECT_TRUE(equal(rearranger.undo(simple), images));
  // A number a channel, for all pixels: a piece for each half of a pixel, not one an element.
  const View scale =
      broadcast(reshape(variable({kChannels}, 1), Sizes{1, kChannels, 1}), kPixels, 2);
  const View moved = rearranger.rearrange(flatten(broadcast(scale, kImages, 0)));
  EXPECT_LE(moved.pieces().size(), 2 * kImages * kPixels);
}

TEST(ViewStructure, RearrangerOfBlocksOfAnySize) {
  for (const std::uint64_t pixels : {1u, 5u, 12u, 31u})
    for (const std::uint64_t channels : {1u, 2u, 3u, 8u, 33u})
      for (const std::uint64_t height : {1u, 2u, 7u, 40u}) {
        const View turned = flatten(transpose(blocked(pixels, channels, height)));
        const View more = concat({turned, flatten(transpose(variable({3, 5}, 1))), turned});
        for (const View &view : {turned, more}) {
          const Rearranger rearranger = Rearranger::simplifying(view);
          const View simple = rearranger.rearrange(view);
          ASSERT_TRUE(equal(rearranger.undo(simple), view));
          ASSERT_LE(storageRuns(simple).size(), 3u);
          const View plain = variable({view.numElements()}, 2);
          ASSERT_TRUE(equal(rearranger.undo(rearranger.rearrange(plain)), plain));
          ASSERT_TRUE(equal(rearranger.rearrange(rearranger.undo(plain)), plain));
        }
      }
}

TEST(ViewStructure, TileIntervalsTakeStridedRowsTogether) {
  // A column of a matrix whose rows are spread over 64 tiles: one interval per tile.
  const std::uint64_t perTile = kSide * kSide / 64;
  const MappingLookup lookup = [&](VariableId, std::uint64_t element) {
    const std::uint64_t tile = element / perTile;
    return MappedInterval{tile * perTile, (tile + 1) * perTile, TileId(tile)};
  };
  const View column = slice(variable({kSide, kSide}), 17, 18, 1);
  EXPECT_EQ(tileIntervals(column, lookup).size(), 64u);
}

TEST(ViewStructure, CloneOfAColumnIsOnePiece) {
  const MappingLookup never = [](VariableId, std::uint64_t) -> MappedInterval {
    ADD_FAILURE() << "asked for a tile";
    return {0, ~std::uint64_t(0), {}};
  };
  const View column = slice(variable({1u << 20, 1u << 20}), 17, 19, 1);
  const ClonePlan plan = planClone(column, CloneMethod::PreserveOrderAndAliases, never);
  ASSERT_EQ(plan.variables.size(), 1u);
  EXPECT_EQ(plan.variables[0].numElements, 2u << 20);
  EXPECT_TRUE(isContiguous(plan.view));
}

TEST(ViewStructure, SlicingAConcatenationFindsItsPieces) {
  std::vector<View> parts;
  for (unsigned i = 0; i < 20000; ++i)
    parts.push_back(variable({3, 2}, i));
  const View all = concat(parts);
  EXPECT_EQ(all.pieces().size(), 20000u);
  EXPECT_LE(all.piecesNear(30000, 30001).size(), 2u);
  for (std::uint64_t i = 0; i < 60000; ++i)
    ASSERT_EQ(index(all, i).pieces().front().variable.value, i / 3);
}

} // namespace
} // namespace poplar_emu::view::test
