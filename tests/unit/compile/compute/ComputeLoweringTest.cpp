// SPDX-License-Identifier: MIT
// What instances hold, how vertices are batched, and what the exchange carries.
#include "LoweringFixture.hpp"
#include "plan/VertexPlace.hpp"

namespace poplar_emu::compile::test {
namespace {

using ir::Direction;
using ir::FieldKind;

TEST_F(Lowering, PlainTypesFormOneBatchOverNeighbouringTiles) {
  for (std::uint32_t t = 0; t < 4; ++t)
    for (std::uint32_t i = 0; i < 3; ++i)
      addCopy(t, rows(a, 64 * t + 8 * i, 8, 1, 0), rows(b, 64 * t + 8 * i, 8, 1, 0));
  compile();
  ASSERT_EQ(step().work.size(), 1u);
  ASSERT_EQ(step().batches.size(), 1u);
  EXPECT_EQ(step().batches[0].count, 12u);
  EXPECT_EQ(step().activeTiles, 4u);
  EXPECT_TRUE(step().workers.empty());
  for (std::uint32_t i = 0; i < 12; ++i)
    EXPECT_EQ(step().vertices[i].id, i);
}

TEST_F(Lowering, TypesThatKnowTheirTileHaveABatchATile) {
  graph.types[copy].usesContext = true;
  for (std::uint32_t i = 0; i < 16; ++i)
    addCopy(i % 2, rows(a, 8 * i, 8, 1, 0), rows(b, 8 * i, 8, 1, 0));
  compile();
  ASSERT_EQ(step().batches.size(), 2u);
  EXPECT_EQ(step().batches[0].tile, TileId(0));
  EXPECT_EQ(step().batches[1].tile, TileId(1));
  ASSERT_EQ(step().workers.size(), 16u);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(step().vertices[i].id, 2 * i);
    EXPECT_EQ(step().workers[i], i % 6);
  }
  EXPECT_TRUE(plan.vertexTypes[0].usesContext);
}

TEST_F(Lowering, EveryVertexOfABatchKnowsItsTile) {
  const VertexTypeId other =
      graph.types.add(vertexType("Other", {field("in", FieldKind::VectorEdge, Direction::In)}));
  for (std::uint32_t t = 0; t < 4; ++t) {
    for (std::uint32_t i = 0; i < 3; ++i)
      addCopy(t, t == 1 ? rows(a, i, 1, 8, 5) : rows(a, 64 * t + 8 * i, 8, 1, 0),
              rows(b, 64 * t + 8 * i, 8, 1, 0));
    if (t == 0) continue; // the first of its batch is not on the first tile
    graph.connect(graph.vertex(cs, other, t), "in", {rows(a, 8 * t, 8, 1, 0)});
    graph.connect(graph.vertex(cs, other, t), "in", {rows(a, 8 * t, 8, 1, 0)});
  }
  compile();
  std::size_t spanning = 0;
  for (const plan::Batch &batch : step().batches)
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      const plan::VertexPlace place = plan::placeOf(step(), batch, i);
      const VertexId id(step().vertices[batch.firstVertex + i].id);
      EXPECT_EQ(place.tile, graph.graph.vertexTable[id].tile) << "vertex " << id.value;
      EXPECT_LT(place.instance, 3u);
      spanning += place.tile != batch.tile;
    }
  EXPECT_EQ(spanning, 5u) << "tile 3, behind tile 2 in both batches";
}

TEST_F(Lowering, ATileWithGathersHasWorkOfItsOwn) {
  for (std::uint32_t t = 0; t < 4; ++t)
    addCopy(t, t == 2 ? rows(a, 0, 1, 8, 3) : rows(a, 8 * t, 8, 1, 0), rows(b, 8 * t, 8, 1, 0));
  compile();
  ASSERT_EQ(step().work.size(), 3u);
  EXPECT_EQ(step().batches[0].count, 2u);
  EXPECT_EQ(step().batches[1].count, 1u);
  EXPECT_EQ(step().batches[2].count, 1u);
  EXPECT_EQ(step().work[1].tile, TileId(2));
  EXPECT_LT(step().work[1].gatherBegin, step().work[1].gatherEnd);
}

TEST_F(Lowering, InstancesHoldStateValuesAndRows) {
  const VertexTypeId type = graph.types.add(
      vertexType("All", {field("count", FieldKind::ScalarState, Direction::None, ElementType::Int),
                         field("table", FieldKind::VectorState, Direction::None),
                         field("rows", FieldKind::VectorEdges, Direction::In),
                         field("outs", FieldKind::ScalarEdges, Direction::Out),
                         field("scale", FieldKind::ScalarEdge, Direction::In),
                         field("whole", FieldKind::VectorList, Direction::In),
                         field("nested", FieldKind::VectorOfState, Direction::None),
                         field("unset", FieldKind::ScalarState, Direction::None)}));
  const VertexId v = graph.vertex(cs, type, 1);
  graph.value<std::int32_t>(v, "count", {-7});
  graph.size(v, "table", 5);
  graph.value<float>(v, "table", {1.5f, 2.5f});
  graph.value<float>(v, "table", {9.5f}, 4);
  graph.size(v, "rows", 3);
  graph.connect(v, "rows", {rows(a, 20, 4, 1, 0)}, 1);
  graph.connect(v, "rows", {rows(a, 10, 1, 3, 2)}, 0);
  graph.connect(v, "rows", {}, 2);
  graph.connect(v, "outs", {rows(b, 50, 1, 2, 7)});
  graph.value<float>(v, "scale", {0.25f});
  graph.size(v, "whole", 2);
  graph.connect(v, "whole", {rows(a, 100, 3, 2, 50)});
  graph.size(v, "nested", 2);
  graph.value<float>(v, "nested", {8, 7, 6}, 1);
  compile();
  struct Image {
    std::int64_t count;
    Vec table;
    Row rows;
    Pointers outs;
    float *scale;
    Row whole;
    Row nested;
    std::int64_t unset;
  };
  int runs = 0;
  run([&](std::byte *instance, std::uint32_t id) {
    ++runs;
    EXPECT_EQ(id, 0u);
    auto *image = reinterpret_cast<Image *>(instance);
    EXPECT_EQ(static_cast<std::int32_t>(image->count), -7);
    ASSERT_EQ(image->table.size, 5u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(image->table.data) % 8, 0u);
    EXPECT_EQ(image->table.data[1], 2.5f);
    EXPECT_EQ(image->table.data[3], 0.f);
    EXPECT_EQ(image->table.data[4], 9.5f);
    ASSERT_EQ(image->rows.count, 3u);
    ASSERT_EQ(image->rows.rows[0].size, 3u);
    EXPECT_EQ(image->rows.rows[0].data[2], 14.f);
    ASSERT_EQ(image->rows.rows[1].size, 4u);
    EXPECT_EQ(image->rows.rows[1].data[3], 23.f);
    EXPECT_EQ(image->rows.rows[2].size, 0u);
    ASSERT_EQ(image->outs.count, 2u);
    EXPECT_EQ(*image->outs.rows[1], 1057.f);
    *image->outs.rows[1] = *image->scale;
    ASSERT_EQ(image->whole.count, 2u);
    ASSERT_EQ(image->whole.rows[1].size, 3u);
    EXPECT_EQ(image->whole.rows[1].data[2], 152.f);
    ASSERT_EQ(image->nested.count, 2u);
    EXPECT_EQ(image->nested.rows[0].size, 0u);
    ASSERT_EQ(image->nested.rows[1].size, 3u);
    EXPECT_EQ(image->nested.rows[1].data[2], 6.f);
    EXPECT_EQ(image->unset, 0);
  });
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(interpreter->read<float>(b, 57), 0.25f);
  EXPECT_EQ(interpreter->read<float>(b, 50), 1050.f);
}

TEST_F(Lowering, CyclesGoRoundRobinOnWorkers) {
  for (std::uint32_t i = 0; i < 7; ++i)
    graph.estimate(addCopy(0, rows(a, 8 * i, 8, 1, 0), rows(b, 8 * i, 8, 1, 0)), 100 + i);
  graph.estimate(addCopy(1, rows(a, 80, 8, 1, 0), rows(b, 80, 8, 1, 0)), 150);
  compile();
  EXPECT_EQ(step().cycles, 6u * (100 + 106)) << "worker 0 has vertices 0 and 6";
}

TEST_F(Lowering, VerticesThatUseAllWorkersRunAlone) {
  graph.types[copy].kind = ir::VertexKind::MultiVertex;
  for (std::uint32_t i = 0; i < 3; ++i)
    graph.estimate(addCopy(0, rows(a, 8 * i, 8, 1, 0), rows(b, 8 * i, 8, 1, 0)), 500);
  compile();
  EXPECT_EQ(step().cycles, 1500u);
}

TEST_F(Lowering, LargeStepsHaveManyChunks) {
  TestGraph big(64);
  const VertexTypeId type =
      big.types.add(vertexType("Copy", {field("in", FieldKind::VectorEdge, Direction::In),
                                        field("out", FieldKind::VectorEdge, Direction::Out)}));
  const VariableId x = big.spread("x", 64 * 8192);
  const VariableId y = big.spread("y", 64 * 8192);
  const ComputeSetId set = big.computeSet("big");
  for (std::uint32_t t = 0; t < 64; ++t) {
    const VertexId v = big.vertex(set, type, t);
    big.connect(v, "in", {rows(x, 8192 * t, 8192, 1, 0)});
    big.connect(v, "out", {rows(y, 8192 * t, 8192, 1, 0)});
  }
  const Usage usage = big.everything();
  const StorageMap storage(big.input(), usage);
  plan::Plan bigPlan;
  lowerComputeSets(big.input(), usage, storage, bigPlan);
  const std::size_t chunks = bigPlan.computes[0].chunks.size() - 1;
  EXPECT_GE(chunks, 16u);
  EXPECT_LE(chunks, 32u);
}

TEST_F(Lowering, ExchangeCountsEveryByteThatCrosses) {
  // a: 64 floats a tile. Rows of 3 every 16 from 40 on: tile 0 has 40, 56; tile 1 72 to 120; tile 2
  // 136.
  addCopy(1, rows(a, 40, 3, 7, 16), rows(b, 64, 21, 1, 0));
  addCopy(1, rows(a, 40, 3, 7, 16), rows(b, 85, 21, 1, 0)); // the same again: received once
  compile();
  EXPECT_EQ(step().exchange.totalBytes, 3u * 3 * 4);
  EXPECT_EQ(step().exchange.maxReceivedBytes, 36u);
  EXPECT_EQ(step().exchange.maxSentBytes, 24u);
  EXPECT_EQ(step().exchange.tiles, 3u);
  EXPECT_EQ(step().exchange.interIpuBytes, 0u);
}

TEST_F(Lowering, ExchangeCountsRowsAcrossTiles) {
  addCopy(0, rows(a, 62, 4, 3, -31), rows(b, 0, 12, 1, 0)); // 62..65, 31..34, 0..3
  addCopy(3, rows(a, 60, 8, 3, 64), rows(b, 12, 24, 1, 0)); // half of each row on either tile
  compile();
  EXPECT_EQ(step().exchange.totalBytes, (2 + (4 + 4) + (4 + 4) + 4 + 24) * 4u);
}

TEST_F(Lowering, ChunksHaveScratchOfTheirOwn) {
  TestGraph big(64);
  const VertexTypeId type =
      big.types.add(vertexType("Read", {field("in", FieldKind::VectorEdge, Direction::In)}));
  const VariableId x = big.spread("x", 64 * 8192);
  const ComputeSetId set = big.computeSet("big");
  for (std::uint32_t t = 0; t < 64; ++t)
    big.connect(big.vertex(set, type, t), "in", {rows(x, t, 1, 8192, 64)});
  const Usage usage = big.everything();
  const StorageMap storage(big.input(), usage);
  plan::Plan bigPlan;
  lowerComputeSets(big.input(), usage, storage, bigPlan);
  const plan::ComputeStep &first = bigPlan.computes[0];
  std::vector<plan::Address> chunkScratch;
  for (std::size_t c = 0; c + 1 < first.chunks.size(); ++c)
    for (std::uint32_t w = first.chunks[c]; w < first.chunks[c + 1]; ++w) {
      const plan::Address at = first.gathers.moves.at(first.work[w].gatherBegin).destination;
      if (w == first.chunks[c]) {
        chunkScratch.push_back(at);
      } else {
        EXPECT_EQ(at, chunkScratch.back()) << "tiles of a chunk run in order and share";
      }
    }
  ASSERT_GE(chunkScratch.size(), 16u);
  for (std::size_t c = 1; c < chunkScratch.size(); ++c)
    EXPECT_GE(chunkScratch[c], chunkScratch[c - 1] + 8192 * 4 + 64);
  EXPECT_GE(bigPlan.memory.instances, chunkScratch.back() + 8192 * 4);
}

TEST_F(Lowering, EmptyComputeSetIsAnEmptyStep) {
  compile();
  EXPECT_TRUE(step().work.empty());
  EXPECT_EQ(step().chunks, std::vector<std::uint32_t>{0});
  EXPECT_EQ(step().cycles, 0u);
}

} // namespace
} // namespace poplar_emu::compile::test
