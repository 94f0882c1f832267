// SPDX-License-Identifier: MIT
// Region arithmetic against element sets.
#include "../GraphFixture.hpp"
#include "compile/compute/instances/IndexedField.hpp"
#include "compile/compute/operands/RegionSlicer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace poplar_emu::compile::test {
namespace {

std::vector<std::uint64_t> elementsOf(std::span<const ir::Region> regions) {
  std::vector<std::uint64_t> elements;
  for (const ir::Region &region : regions)
    for (std::uint64_t row = 0; row < region.count; ++row)
      for (std::uint64_t i = 0; i < region.length; ++i)
        elements.push_back(rowStart(region, row) + i);
  return elements;
}

class RandomRegions {
 public:
  explicit RandomRegions(unsigned seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  ir::Region next() {
    ir::Region region;
    region.variable = VariableId(0);
    region.length = static_cast<std::uint32_t>(below(6));
    region.count = static_cast<std::uint32_t>(1 + below(6));
    region.stride = static_cast<std::int64_t>(below(17)) - 8;
    region.start = 64 + below(40);
    return region;
  }

 private:
  std::mt19937_64 random_;
};

TEST(Regions, IntersectAgreesWithElementSets) {
  RandomRegions random(1);
  int meeting = 0;
  for (int i = 0; i < 200000; ++i) {
    const ir::Region a = random.next();
    const ir::Region b = random.next();
    const auto first = elementsOf({&a, 1});
    const auto second = elementsOf({&b, 1});
    const std::set<std::uint64_t> set(first.begin(), first.end());
    bool expected = false;
    for (const std::uint64_t element : second)
      expected = expected || set.count(element) != 0;
    meeting += expected;
    ASSERT_EQ(intersect(a, b), expected)
        << a.start << ' ' << a.length << 'x' << a.count << '/' << a.stride << " and " << b.start
        << ' ' << b.length << 'x' << b.count << '/' << b.stride;
  }
  EXPECT_GT(meeting, 20000);
  EXPECT_LT(meeting, 180000);
}

TEST(Regions, RepeatsElementAgreesWithElementSets) {
  RandomRegions random(2);
  int repeating = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<ir::Region> regions(1 + random.below(i % 2 ? 3 : 24));
    for (ir::Region &region : regions) {
      region = random.next();
      region.start += random.below(4) * 1000;
      if (regions.size() > 3) region.start = 64 + random.below(100000);
    }
    const auto elements = elementsOf(regions);
    const bool expected =
        std::set<std::uint64_t>(elements.begin(), elements.end()).size() != elements.size();
    repeating += expected;
    ASSERT_EQ(repeatsElement(regions), expected);
  }
  EXPECT_GT(repeating, 2000);
  EXPECT_LT(repeating, 18000);
}

TEST(Regions, HullOfNegativeStride) {
  const ir::Region region = rows(VariableId(0), 20, 2, 3, -4);
  EXPECT_EQ(hull(region).begin, 12u);
  EXPECT_EQ(hull(region).end, 22u);
}

TEST(Regions, SlicerKeepsTheElementsInOrder) {
  RandomRegions random(3);
  for (int i = 0; i < 5000; ++i) {
    std::vector<ir::Region> regions(1 + random.below(5));
    for (ir::Region &region : regions)
      region = random.next();
    const auto expected = elementsOf(regions);
    RegionSlicer slicer(regions);
    std::vector<std::uint64_t> taken;
    while (taken.size() < expected.size()) {
      std::vector<ir::Region> slice;
      slicer.take(1 + random.below(expected.size() - taken.size()), slice);
      for (const std::uint64_t element : elementsOf(slice))
        taken.push_back(element);
    }
    ASSERT_EQ(taken, expected);
  }
}

TEST(Regions, EqualityIgnoresTheStrideOfASingleRow) {
  const std::vector<ir::Region> a{run(VariableId(1), 4, 8)};
  std::vector<ir::Region> b = a;
  b[0].stride = 0;
  EXPECT_TRUE(sameRegions(a, b));
  EXPECT_EQ(hashOf(a), hashOf(b));
  b[0].start = 5;
  EXPECT_FALSE(sameRegions(a, b));
}

} // namespace
} // namespace poplar_emu::compile::test
