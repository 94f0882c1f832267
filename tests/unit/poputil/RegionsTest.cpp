// SPDX-License-Identifier: MIT
// Merging and splitting of interval lists, and names of template vertices.
#include <poputil/Util.hpp>
#include <poputil/VertexTemplates.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using poplar::Interval;
using Regions = std::vector<Interval>;

TEST(MergeAdjacentRegions, JoinsWhatTouchesInAnyOrder) {
  Regions regions = {{8, 10}, {0, 3}, {3, 5}, {6, 6}, {9, 12}};
  poputil::mergeAdjacentRegions(regions);
  EXPECT_EQ(regions, (Regions{{0, 5}, {8, 12}}));
}

TEST(SplitRegions, SpreadsGrainsEvenlyAcrossRegions) {
  // 5 grains of 4 (the last is short) in 3 parts: 1, 2, 2 grains.
  const auto parts = poputil::splitRegions(Regions{{0, 10}, {20, 28}}, 4, 3);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0], (Regions{{0, 4}}));
  EXPECT_EQ(parts[1], (Regions{{4, 10}, {20, 22}}));
  EXPECT_EQ(parts[2], (Regions{{22, 28}}));
}

TEST(SplitRegions, KeepsTheMinimum) {
  EXPECT_EQ(poputil::splitRegions(Regions{{0, 100}}, 1, 50, 30).size(), 3u);
  EXPECT_EQ(poputil::splitRegions(Regions{{0, 20}}, 1, 50, 30).size(), 1u);
}

TEST(SplitRegions, MaximaMakeMorePartsAndCutRegions) {
  EXPECT_EQ(poputil::splitRegions(Regions{{0, 100}}, 1, 2, 0, 10).size(), 10u);
  const auto parts = poputil::splitRegions(Regions{{0, 10}}, 2, 1, 0, 100, 5);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0], (Regions{{0, 4}, {4, 8}, {8, 10}}));
}

TEST(SplitRegions, RefusesMaximaBelowTheGrain) {
  EXPECT_THROW(poputil::splitRegions(Regions{{0, 10}}, 4, 2, 0, 3), poputil::poplibs_error);
  EXPECT_THROW(poputil::splitRegions(Regions{{0, 10}}, 4, 2, 0, 8, 3), poputil::poplibs_error);
  EXPECT_TRUE(poputil::splitRegions(Regions{}, 4, 2).empty());
}

TEST(FlattenIndex, IsRowMajor) {
  const std::vector<std::size_t> shape = {2, 3, 4};
  EXPECT_EQ(poputil::flattenIndex(shape, {1, 2, 3}), 23u);
  EXPECT_EQ(poputil::unflattenIndex(shape, 17), (std::vector<std::size_t>{1, 1, 1}));
}

TEST(TemplateVertex, SpellsArgumentsAsCodeletsAreNamed) {
  EXPECT_EQ(poputil::templateVertex("popops::Fill"), "popops::Fill");
  EXPECT_EQ(poputil::templateVertex("ns::Foo", poplar::FLOAT, true, -3, 4u),
            "ns::Foo<float,true,-3,4>");
  EXPECT_EQ(poputil::templateVertex("Foo", "app::Op::ADD", std::string("half")),
            "Foo<app::Op::ADD,half>");
}

} // namespace
