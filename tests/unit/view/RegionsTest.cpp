// SPDX-License-Identifier: MIT
// Regions, aliases and mappings on small views whose answer can be read off.
#include "Model.hpp"
#include "Variables.hpp"

#include "view/Mapping.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace poplar_emu::view::test {
namespace {

using Row = view::Run;
using Sequences = std::vector<IntervalSequence>;
using Intervals = std::vector<Interval>;

Row row(std::uint64_t start, std::uint64_t length, std::uint64_t count = 1,
        std::int64_t stride = 0) {
  return {VariableId(0), start, length, count, stride};
}

TEST(ViewRuns, CompactForStridedViews) {
  const View matrix = variable({4, 6});
  EXPECT_EQ(runs(matrix), (std::vector<Row>{row(0, 24)}));
  EXPECT_EQ(runs(slice(matrix, 1, 3, 1)), (std::vector<Row>{row(1, 2, 4, 6)}));
  EXPECT_EQ(runs(reverse(flatten(matrix), 0)), (std::vector<Row>{row(23, 1, 24, -1)}));
  EXPECT_EQ(runs(broadcast(flatten(matrix), 3, 0)), (std::vector<Row>{row(0, 24, 3, 0)}));
  EXPECT_EQ(runs(transpose(variable({3, 2}))),
            (std::vector<Row>{row(0, 1, 3, 2), row(1, 1, 3, 2)}));
}

TEST(ViewRuns, RowsJoinAcrossPieces) {
  // The last of three single elements is continued by the next piece.
  const View line = variable({20});
  const View view = concat({subSample(slice(line, 0, 5), 2, 0), slice(line, 5, 9)});
  EXPECT_EQ(runs(view), (std::vector<Row>{row(0, 1, 2, 2), row(4, 5)}));
  EXPECT_EQ(contiguousRegions(view), (Intervals{{0, 1}, {1, 2}, {2, 7}}));
}

TEST(ViewContiguity, FreshVariablesAndTwoVariables) {
  EXPECT_EQ(contiguousRegions(variable({2, 3})), (Intervals{{0, 6}}));
  EXPECT_TRUE(contiguousRegions(variable({0, 3})).empty());
  EXPECT_TRUE(isContiguous(variable({0, 3})));
  const View two = concat({variable({3}, 0), variable({3}, 1)});
  EXPECT_FALSE(isContiguous(two));
  EXPECT_EQ(varRegions(two),
            (std::vector<VarRegion>{{VariableId(0), 0, 3}, {VariableId(1), 0, 3}}));
}

TEST(ViewAliases, OccursTwice) {
  const View line = variable({20});
  EXPECT_TRUE(containsAliases(concat({slice(line, 0, 5), slice(line, 4, 8)})));
  EXPECT_FALSE(containsAliases(concat({slice(line, 0, 5), slice(line, 5, 8)})));
  const View even = subSample(line, 2, 0), odd = subSample(slice(line, 1, 20), 2, 0);
  EXPECT_FALSE(containsAliases(concat({even, odd})));
  EXPECT_FALSE(intersects(even, odd));
  EXPECT_TRUE(intersects(even, slice(line, 3, 5)));
  EXPECT_FALSE(intersects(even, slice(line, 3, 4)));
  EXPECT_FALSE(containsAliases(variable({0})));
  EXPECT_FALSE(intersects(line, variable({20}, 1)));
  EXPECT_FALSE(intersects(line, slice(line, 3, 3)));
}

TEST(SortedRegions, SortsByStorageAndChains) {
  const View line = variable({12});
  const View view = concat({slice(line, 6, 9), slice(line, 0, 3), slice(line, 3, 6)});
  EXPECT_EQ(sortedContiguousRegions(view, Intervals{{0, 9}}), (Sequences{{{3, 9}, {0, 3}}}));
  EXPECT_EQ(sortedContiguousRegions(view, Intervals{{0, 3}, {3, 6}}),
            (Sequences{{{3, 6}}, {{0, 3}}}));
  EXPECT_TRUE(sortedContiguousRegions(view, Intervals{}).empty());
  EXPECT_TRUE(sortedContiguousRegions(view, Intervals{{4, 4}}).empty());
}

TEST(SortedRegions, RemovesAliasesAndNamesRepresentatives) {
  const View line = variable({8});
  const View view = concat({slice(line, 2, 6), slice(line, 0, 4)}); // 2 3 4 5 0 1 2 3
  const Intervals all{{0, 8}};
  EXPECT_EQ(sortedContiguousRegions(view, all, Aliases::Remove), (Sequences{{{4, 6}, {0, 4}}}));

  std::vector<std::uint64_t> representatives{99}; // entries are appended
  const Sequences kept = sortedContiguousRegions(view, all, Aliases::Keep, &representatives);
  std::uint64_t covered = 0;
  std::vector<std::uint64_t> wanted{99};
  for (const IntervalSequence &sequence : kept)
    for (const Interval &interval : sequence) {
      covered += interval.size();
      wanted.push_back(interval.begin >= 6 ? interval.begin - 6 : interval.begin);
    }
  EXPECT_EQ(covered, 8u);
  EXPECT_EQ(representatives, wanted);

  representatives.clear();
  sortedContiguousRegions(view, all, Aliases::Remove, &representatives);
  for (std::uint64_t lower : representatives)
    EXPECT_LT(lower, 6u);
}

/// Tile = element / 10; elements 35 to 44 unmapped.
MappedInterval mappedInTens(VariableId, std::uint64_t element) {
  if (element < 35) {
    const std::uint64_t tile = element / 10;
    return {tile * 10, std::min<std::uint64_t>(35, (tile + 1) * 10), TileId(tile)};
  }
  if (element < 45) return {35, 45, {}};
  return {45, std::numeric_limits<std::uint64_t>::max(), TileId(4)};
}

TEST(ViewMapping, IntervalsOfTheFlattenedView) {
  const View line = variable({60});
  EXPECT_EQ(
      tileIntervals(slice(line, 5, 22), mappedInTens),
      (std::vector<MappedInterval>{{0, 5, TileId(0)}, {5, 15, TileId(1)}, {15, 17, TileId(2)}}));
  EXPECT_EQ(tileIntervals(slice(line, 30, 50), mappedInTens),
            (std::vector<MappedInterval>{{0, 5, TileId(3)}, {15, 20, TileId(4)}}));
  EXPECT_EQ(tileIntervals(reverse(slice(line, 0, 20), 0), mappedInTens),
            (std::vector<MappedInterval>{{0, 10, TileId(1)}, {10, 20, TileId(0)}}));
  EXPECT_TRUE(tileIntervals(slice(line, 36, 40), mappedInTens).empty());
  // Rows that straddle a border, repeated.
  EXPECT_EQ(tileIntervals(broadcast(slice(line, 9, 11), 2, 0), mappedInTens).size(), 4u);

  const auto tiles = byTile(tileIntervals(slice(line, 5, 22), mappedInTens), 5);
  ASSERT_EQ(tiles.size(), 5u);
  EXPECT_EQ(tiles[1], (Intervals{{5, 15}}));
  EXPECT_TRUE(tiles[4].empty());
}

TEST(ViewMapping, AgreesWithTheModel) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Generator generator(seed);
    const Pair pair = generator.chain(7);
    std::vector<MappedInterval> wanted;
    for (std::uint64_t i = 0; i < pair.model.elements.size(); ++i) {
      const TileId tile =
          mappedInTens({}, static_cast<std::uint64_t>(pair.model.elements[i].second)).tile;
      if (!tile.valid()) continue;
      if (!wanted.empty() && wanted.back().end == i && wanted.back().tile == tile)
        ++wanted.back().end;
      else
        wanted.push_back({i, i + 1, tile});
    }
    ASSERT_EQ(tileIntervals(pair.view, mappedInTens), wanted);
  }
}

} // namespace
} // namespace poplar_emu::view::test
