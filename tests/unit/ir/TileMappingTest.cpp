// SPDX-License-Identifier: MIT
// TileMapping: the last assignment wins, neighbours merge, queries see exactly what was set.
#include "ir/TileMapping.hpp"

#include <gtest/gtest.h>

#include <random>

namespace poplar_emu::ir {
namespace {

const TileId kA{0}, kB{1}, kC{2};

TEST(TileMapping, MergesNeighboursOfOneTile) {
  TileMapping mapping;
  mapping.set(0, 4, kA);
  mapping.set(8, 12, kA);
  mapping.set(4, 8, kA);
  EXPECT_EQ(mapping.intervals(), (std::vector<TileInterval>{{0, 12, kA}}));
}

TEST(TileMapping, LaterAssignmentSplitsEarlierOne) {
  TileMapping mapping;
  mapping.set(0, 10, kA);
  mapping.set(3, 6, kB);
  EXPECT_EQ(mapping.intervals(), (std::vector<TileInterval>{{0, 3, kA}, {3, 6, kB}, {6, 10, kA}}));
}

TEST(TileMapping, FindsTheFirstHole) {
  TileMapping mapping;
  EXPECT_EQ(mapping.firstUnmapped(5), 0u);
  EXPECT_EQ(mapping.firstUnmapped(0), std::nullopt);
  mapping.set(0, 3, kA);
  mapping.set(4, 5, kB);
  EXPECT_EQ(mapping.firstUnmapped(5), 3u);
  mapping.set(3, 4, kC);
  EXPECT_EQ(mapping.firstUnmapped(5), std::nullopt);
}

TEST(TileMapping, EmptyIntervalChangesNothing) {
  TileMapping mapping;
  mapping.set(2, 2, kA);
  EXPECT_EQ(mapping.size(), 0u);
}

TEST(TileMapping, EqualsAnArrayOfTilesForRandomAssignments) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    constexpr std::uint64_t kElements = 40;
    std::vector<TileId> expected(kElements);
    TileMapping mapping;
    for (int i = 0; i < 30; ++i) {
      std::uint64_t begin = random() % kElements, end = random() % (kElements + 1);
      if (begin > end) std::swap(begin, end);
      const TileId tile{random() % 3};
      mapping.set(begin, end, tile);
      for (std::uint64_t e = begin; e < end; ++e)
        expected[e] = tile;
    }
    std::vector<TileId> actual(kElements);
    std::uint64_t previousEnd = 0;
    TileId previousTile;
    for (const TileInterval &interval : mapping.intervals()) {
      ASSERT_LT(interval.begin, interval.end);
      ASSERT_LE(previousEnd, interval.begin);
      if (interval.begin == previousEnd && previousTile.valid()) {
        EXPECT_NE(interval.tile, previousTile) << "not merged";
      }
      previousEnd = interval.end;
      previousTile = interval.tile;
      for (std::uint64_t e = interval.begin; e < interval.end; ++e)
        actual[e] = interval.tile;
    }
    EXPECT_EQ(actual, expected);
    for (std::uint64_t e = 0; e < kElements; ++e)
      EXPECT_EQ(mapping.tileOf(e).value_or(TileId{}), expected[e]);
    std::vector<TileId> part(kElements);
    mapping.forEach(7, 23, [&](std::uint64_t from, std::uint64_t to, TileId tile) {
      EXPECT_GE(from, 7u);
      EXPECT_LE(to, 23u);
      for (; from < to; ++from)
        part[from] = tile;
    });
    for (std::uint64_t e = 7; e < 23; ++e)
      EXPECT_EQ(part[e], expected[e]);
  }
}

} // namespace
} // namespace poplar_emu::ir
