// SPDX-License-Identifier: MIT
// Variables are packed by tile; every translation agrees with that definition element by element.
#include "../RandomGraphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <poplar/exceptions.hpp>

namespace poplar_emu::compile::test {
namespace {

using testing::HasSubstr;

std::vector<plan::Address> expand(const std::vector<ByteRun> &runs, std::uint64_t width) {
  std::vector<plan::Address> out;
  for (const ByteRun &run : runs)
    for (std::uint64_t row = 0; row < run.count; ++row)
      for (std::uint64_t i = 0; i < run.bytes; i += width)
        out.push_back(run.address + row * static_cast<std::uint64_t>(run.stride) + i);
  return out;
}

TEST(StorageMap, AgreesWithItsDefinition) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomGraph random(seed);
    const ElementType types[] = {ElementType::Float, ElementType::Half, ElementType::Bool,
                                 ElementType::LongLong};
    for (int i = 0; i < 3; ++i)
      random.randomVariable(types[random.below(4)]);
    const StorageMap map(random.input(), random.everything());
    std::uint64_t lastEnd = 0;
    for (std::size_t v = 0; v < random.graph.variables.size(); ++v) {
      const VariableId id(v);
      const ir::Variable &variable = random.graph.variable(id);
      const plan::VariableStorage &storage = map.storage()[v];
      const std::uint64_t width = sizeInBytes(variable.type);
      ASSERT_EQ(storage.address % 64, 0u);
      ASSERT_GE(storage.address, lastEnd);
      lastEnd = storage.address + storage.bytes;
      std::vector<plan::Address> expected;
      for (std::uint64_t e = 0; e < variable.numElements; ++e) {
        expected.push_back(addressByDefinition(variable, storage.address, e));
        ASSERT_EQ(map.contiguous(id, e, 1), expected[e]);
        ASSERT_EQ(map.tileOf(id, e), *variable.mapping.tileOf(e));
      }

      // The blocks in the plan say the same.
      for (const plan::PackedBlock &block : storage.blocks)
        for (std::uint64_t row = 0; row < block.count; ++row)
          for (std::uint64_t i = 0; i < block.length; ++i) {
            const std::uint64_t element = block.element + row * block.stride + i;
            ASSERT_EQ(expected[element],
                      storage.address + (block.packedBegin + row * block.length + i) * width);
            ASSERT_EQ(*variable.mapping.tileOf(element), block.tile);
          }
      if (storage.blocks.empty()) {
        for (std::uint64_t e = 0; e < variable.numElements; ++e)
          ASSERT_EQ(expected[e], storage.address + e * width);
      }

      for (int i = 0; i < 20; ++i) {
        const std::uint64_t length = 1 + random.below(variable.numElements);
        const std::uint64_t start = random.below(variable.numElements - length + 1);
        bool inOrder = true;
        for (std::uint64_t e = start + 1; e < start + length; ++e)
          inOrder &= expected[e] == expected[e - 1] + width;
        const auto contiguous = map.contiguous(id, start, length);
        ASSERT_EQ(contiguous.has_value(), inOrder);
        if (inOrder) {
          ASSERT_EQ(*contiguous, expected[start]);
        }
      }
    }
    ASSERT_GE(map.bytes(), lastEnd);
  }
}

TEST(StorageMap, TranslatesRegionsInOrderAndMerged) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomGraph random(seed);
    for (int i = 0; i < 2; ++i)
      random.randomVariable(ElementType::Half);
    const StorageMap map(random.input(), random.everything());
    std::vector<ByteRun> runs;
    std::vector<plan::Address> expected;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
      const VariableId id(random.below(2));
      const ir::Variable &variable = random.graph.variable(id);
      const std::uint64_t length = 1 + random.below(variable.numElements);
      const std::uint64_t slack = variable.numElements - length;
      const std::uint64_t count = 1 + random.below(6);
      std::int64_t stride =
          count > 1 ? static_cast<std::int64_t>(random.below(slack / (count - 1) + 1)) : 0;
      std::uint64_t start =
          random.below(slack - (count - 1) * static_cast<std::uint64_t>(stride) + 1);
      if (random.below(3) == 0) {
        start += (count - 1) * static_cast<std::uint64_t>(stride);
        stride = -stride;
      }
      const ir::Region region = rows(id, start, static_cast<std::uint32_t>(length),
                                     static_cast<std::uint32_t>(count), stride);
      map.translate(region, runs);
      std::vector<std::pair<std::uint64_t, TileId>> parts;
      map.forEachTile(region,
                      [&](std::uint64_t bytes, TileId tile) { parts.emplace_back(bytes, tile); });
      std::vector<TileId> tiles;
      for (const auto &[bytes, tile] : parts)
        tiles.insert(tiles.end(), bytes / 2, tile);
      std::vector<TileId> expectedTiles;
      for (std::uint64_t row = 0; row < count; ++row)
        for (std::uint64_t e = 0; e < length; ++e) {
          const std::uint64_t element = start + row * static_cast<std::uint64_t>(stride) + e;
          expected.push_back(*map.contiguous(id, element, 1));
          expectedTiles.push_back(map.tileOf(id, element));
        }
      ASSERT_EQ(tiles, expectedTiles);
    }
    ASSERT_EQ(expand(runs, 2), expected);
    // No two runs of one row follow each other without a gap.
    for (std::size_t i = 1; i < runs.size(); ++i) {
      if (runs[i - 1].count == 1 && runs[i].count == 1) {
        ASSERT_NE(runs[i - 1].address + runs[i - 1].bytes, runs[i].address);
      }
    }
  }
}

TEST(StorageMap, LinearMappingIsOneArray) {
  TestGraph test(8);
  const VariableId id = test.spread("x", 1000);
  const StorageMap map(test.input(), test.everything());
  EXPECT_TRUE(map.storage()[id.index()].blocks.empty());
  EXPECT_EQ(map.contiguous(id, 100, 900), map.storage()[id.index()].address + 400);
}

TEST(StorageMap, TwoDimensionalBlocksAreOneBlockATile) {
  TestGraph test(6);
  const VariableId id = test.variable("grid", 30 * 40, TileId(0));
  for (std::uint64_t row = 0; row < 30; ++row)
    for (std::uint64_t column = 0; column < 40; column += 20)
      test.graph.variable(id).mapping.set(row * 40 + column, row * 40 + column + 20,
                                          TileId(row / 10 * 2 + column / 20));
  const StorageMap map(test.input(), test.everything());
  const auto &blocks = map.storage()[id.index()].blocks;
  ASSERT_EQ(blocks.size(), 6u);
  for (const plan::PackedBlock &block : blocks) {
    EXPECT_EQ(block.length, 20u);
    EXPECT_EQ(block.count, 10u);
    EXPECT_EQ(block.stride, 40u);
  }
  // A column of a tile's block is one run of rows.
  std::vector<ByteRun> runs;
  map.translate(rows(id, 19, 1, 10, 40), runs);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].count, 10u);
  EXPECT_EQ(runs[0].stride, 80);
}

TEST(StorageMap, LargeVariablesDoNotShareCacheSets) {
  TestGraph test(4);
  for (const char *name : {"a", "b", "c"})
    test.spread(name, 1 << 16);
  const StorageMap map(test.input(), test.everything());
  EXPECT_NE(map.storage()[0].address % 4096, map.storage()[1].address % 4096);
  EXPECT_NE(map.storage()[1].address % 4096, map.storage()[2].address % 4096);
}

TEST(StorageMap, UnmappedVariableIsAnError) {
  TestGraph test;
  const VariableId id = test.variable("weights", 10, TileId(0));
  test.graph.variable(id).mapping.clear();
  test.graph.variable(id).mapping.set(0, 4, TileId(1));
  try {
    const StorageMap map(test.input(), test.everything());
    FAIL() << "no error";
  } catch (const poplar::invalid_tile_mapping &error) {
    EXPECT_THAT(error.what(), HasSubstr("PE0201"));
    EXPECT_THAT(error.what(), HasSubstr("'weights'"));
    EXPECT_THAT(error.what(), HasSubstr("element 4 of 10"));
  }
}

TEST(StorageMap, UnusedVariablesNeedNoMappingAndNoMemory) {
  TestGraph test;
  const VariableId id = test.variable("weights", 10, TileId(0));
  test.graph.variable(id).mapping.clear();
  const StorageMap map(test.input(), Usage{{}, {}, {false}, {}});
  EXPECT_EQ(map.bytes(), 0u);
  EXPECT_EQ(map.storage()[id.index()].bytes, 0u);
}

TEST(StorageMap, UnmappedConstantLiesWithItsFirstUser) {
  TestGraph test;
  const VariableId used = test.variable("used", 4, TileId(0));
  const VariableId copied = test.variable("copied", 4, TileId(0));
  for (const VariableId id : {used, copied}) {
    test.graph.variable(id).kind = ir::VariableKind::Constant;
    test.graph.variable(id).mapping.clear();
  }
  const VertexTypeId type = test.types.add(
      vertexType("Reads", {field("in", ir::FieldKind::VectorEdge, ir::Direction::In)}));
  const ComputeSetId computeSet = test.computeSet("cs");
  for (const std::uint32_t tile : {3u, 1u})
    test.connect(test.vertex(computeSet, type, tile), "in", {run(used, 0, 4)});
  test.graph.variable(used).site = internSite("user.cpp", 17, "main");
  testing::internal::CaptureStderr();
  const StorageMap map(test.input(), test.everything());
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "warning[PE0201]: constant 'used' of user.cpp:17 is not mapped to a tile: it is placed "
            "with its "
            "first user, on tile 3, and so are 1 more; map constants with graph.setTileMapping\n");
  testing::internal::CaptureStderr();
  const StorageMap again(test.input(), test.everything());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "noted once";
  EXPECT_EQ(map.tileOf(used, 2), TileId(3));
  EXPECT_EQ(map.tileOf(copied, 2), TileId(0));
}

} // namespace
} // namespace poplar_emu::compile::test
