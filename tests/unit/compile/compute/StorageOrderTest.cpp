// SPDX-License-Identifier: MIT
// Variables lie in the order that spares the operands their gathers.
#include "compile/storage/StorageOrder.hpp"
#include "../GraphFixture.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

using ir::Direction;
using ir::FieldKind;

constexpr std::uint32_t kRows = 40, kColumns = 32; ///< of the grid
constexpr std::uint32_t kHeight = 20, kWidth = 16; ///< of the block of each of four tiles

class StorageOrder : public testing::Test {
 protected:
  StorageOrder()
      : rowsType(graph.types.add(
            vertexType("Rows", {field("in", FieldKind::VectorEdges, Direction::In),
                                field("out", FieldKind::VectorEdges, Direction::Out)}))),
        flatType(graph.types.add(
            vertexType("Flat", {field("in", FieldKind::VectorEdge, Direction::In),
                                field("out", FieldKind::VectorEdge, Direction::Out)}))),
        cs(graph.computeSet("work")), a(grid("a")), b(grid("b")) {}

  VariableId grid(const char *name) {
    const VariableId id = graph.variable(name, kRows * kColumns, TileId(0));
    for (std::uint32_t row = 0; row < kRows; ++row)
      for (std::uint32_t column = 0; column < kColumns; column += kWidth)
        graph.graph.variable(id).mapping.set(row * kColumns + column,
                                             row * kColumns + column + kWidth,
                                             TileId(row / kHeight * 2 + column / kWidth));
    return id;
  }

  static std::uint32_t begin(std::uint32_t tile) {
    return tile / 2 * kHeight * kColumns + tile % 2 * kWidth;
  }

  /// Rows of the block in `a`, longer by `halo` on the side of the neighbour, to rows of the block
  /// in `b`.
  void addRows(std::uint32_t tile, std::uint32_t halo) {
    const VertexId v = graph.vertex(cs, rowsType, tile);
    const std::uint32_t from = begin(tile) - (tile % 2 == 1 ? halo : 0);
    graph.size(v, "in", kHeight);
    graph.connect(v, "in", {rows(a, from, kWidth + halo, kHeight, kColumns)});
    graph.size(v, "out", kHeight);
    graph.connect(v, "out", {rows(b, begin(tile), kWidth, kHeight, kColumns)});
  }

  /// The block in `a` as one vector, to the block in `b`.
  void addFlat(std::uint32_t tile) {
    const VertexId v = graph.vertex(cs, flatType, tile);
    graph.connect(v, "in", {rows(a, begin(tile), kWidth, kHeight, kColumns)});
    graph.connect(v, "out", {rows(b, begin(tile), kWidth, kHeight, kColumns)});
  }

  StorageMap storage() {
    StorageMap map(graph.input(), graph.everything());
    chooseStorageOrder(graph.input(), graph.everything(), map);
    return map;
  }
  bool inElementOrder(VariableId id) { return storage().layout(id).identity; }
  plan::ComputeStep lowered() {
    const StorageMap map = storage();
    plan::Plan plan;
    lowerComputeSets(graph.input(), graph.everything(), map, plan);
    return plan.computes[0];
  }
  bool gathersNothing() {
    const plan::ComputeStep step = lowered();
    return step.gathers.empty() && step.scatters.empty();
  }

  TestGraph graph;
  VertexTypeId rowsType, flatType;
  ComputeSetId cs;
  VariableId a, b;
};

TEST_F(StorageOrder, RowsWithHaloLieInElementOrder) {
  for (std::uint32_t tile = 0; tile < 4; ++tile)
    addRows(tile, 1);
  EXPECT_TRUE(inElementOrder(a));
  EXPECT_FALSE(inElementOrder(b)) << "its rows are in place in both orders";
  EXPECT_TRUE(gathersNothing());
}

TEST_F(StorageOrder, RowsConnectedOneByOneCountAlike) {
  for (std::uint32_t tile = 0; tile < 4; ++tile) {
    const VertexId v = graph.vertex(cs, rowsType, tile);
    graph.size(v, "in", 1);
    graph.connect(v, "in", {run(a, tile / 2 * kHeight * kColumns + 10, 12)}, 0);
    graph.size(v, "out", 1);
    graph.connect(v, "out", {run(b, begin(tile), kWidth)}, 0);
  }
  EXPECT_TRUE(inElementOrder(a));
  EXPECT_TRUE(gathersNothing());
}

TEST_F(StorageOrder, BlocksLieTileByTile) {
  for (std::uint32_t tile = 0; tile < 4; ++tile)
    addFlat(tile);
  EXPECT_FALSE(inElementOrder(a));
  EXPECT_FALSE(inElementOrder(b));
  EXPECT_TRUE(gathersNothing());
}

TEST_F(StorageOrder, TheMajorityOfBytesDecides) {
  for (std::uint32_t tile = 0; tile < 4; ++tile)
    addRows(tile, 1);
  for (std::uint32_t tile = 0; tile < 3; ++tile)
    addFlat(tile);
  EXPECT_TRUE(inElementOrder(a));
  EXPECT_FALSE(inElementOrder(b));
  addFlat(3);
  addFlat(3);
  EXPECT_FALSE(inElementOrder(a));
}

TEST_F(StorageOrder, AMisalignedRowIsNoReason) {
  graph.types[rowsType].fields[0].minAlign = 16;
  for (std::uint32_t tile = 1; tile < 4; tile += 2)
    addRows(tile, 1); // begins one element before its block
  EXPECT_FALSE(inElementOrder(a));
}

TEST_F(StorageOrder, CopiesOfWhatIsRemoteComeFromPackedTiles) {
  graph.options.exchange = Exchange::Copy;
  for (std::uint32_t tile = 0; tile < 4; ++tile)
    addRows(tile, 1);
  EXPECT_FALSE(inElementOrder(a));
  EXPECT_EQ(lowered().gathers.moves.size(), 8u)
      << "on each tile one nest for the own rows and one for the words of the halo";
}

TEST_F(StorageOrder, ElementOrderKeepsTilesAndBytes) {
  for (std::uint32_t tile = 0; tile < 4; ++tile)
    addRows(tile, 1);
  const StorageMap packed(graph.input(), graph.everything());
  const StorageMap map = storage();
  EXPECT_EQ(map.bytes(), packed.bytes());
  EXPECT_TRUE(map.storage()[a.index()].blocks.empty());
  for (std::uint64_t e = 0; e < kRows * kColumns; ++e) {
    ASSERT_EQ(map.contiguous(a, e, 1), map.storage()[a.index()].address + 4 * e);
    ASSERT_EQ(map.tileOf(a, e), packed.tileOf(a, e));
    ASSERT_EQ(map.contiguous(b, e, 1), packed.contiguous(b, e, 1));
  }
}

} // namespace
} // namespace poplar_emu::compile::test
