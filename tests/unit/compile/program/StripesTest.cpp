// SPDX-License-Identifier: MIT
// Collectives whose steps keep to their tiles are cut into stripes of tiles, all steps alike.
#include "compile/program/Stripes.hpp"
#include "ProgramFixture.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace poplar_emu::compile::test {
namespace {

constexpr std::uint64_t kElements = std::uint64_t{1} << 20; ///< 8 MiB on two replicas

class StripesTest : public testing::Test {
 protected:
  StripesTest() {
    test.graph.machine.replicationFactor = 2;
    test.options.exchange = Exchange::Copy;
  }

  ir::ProgramRef across(const ir::Operand &from, const ir::Operand &to) const {
    return test.node(ir::CrossReplicaCopy{from, to, {{0, 1}, {1, 0}}}, "across");
  }
  /// The block that a collective with these steps becomes.
  plan::BlockStep blockOf(std::vector<ir::ProgramRef> steps, const ir::Operand &data) {
    ir::Collective collective;
    collective.body = test.sequence(std::move(steps));
    collective.source = collective.destination = data;
    collective.groups = {{0, 1}};
    collective.pieces = {{0, 0, data.view.numElements(), {{0, 1}}, {0, 1}}};
    test.programs = {test.node(collective, "sum")};
    plan = test.lower();
    return plan.blocks.at(0);
  }

  ProgramGraph test;
  plan::Plan plan;
};

TEST_F(StripesTest, ChunksOfAllStepsEndAtTheSameTiles) {
  const VariableId x = test.spread("x", kElements), y = test.spread("y", kElements);
  const plan::BlockStep block = blockOf({across(test.whole(x), test.whole(y)),
                                         test.node(ir::Copy{test.whole(y), test.whole(x)}, "back")},
                                        test.whole(x));
  ASSERT_EQ(block.stripes, 4u); // one a tile
  const plan::MoveList &there = plan.crossReplicaCopies.at(0).moves;
  const plan::MoveList &back = plan.copies.at(0).phases.at(0);
  ASSERT_EQ(there.chunks, back.chunks);
  constexpr std::uint64_t kBytesPerTile = 4 * kElements / 4;
  for (std::size_t stripe = 0; stripe < 4; ++stripe)
    for (std::uint32_t m = there.chunks[stripe]; m < there.chunks[stripe + 1]; ++m) {
      const plan::Move &move = there.moves[m];
      const std::uint64_t begin = move.destination - plan.memory.variables[y.index()].address;
      EXPECT_GE(begin, stripe * kBytesPerTile);
      EXPECT_LE(begin + move.bytes, (stripe + 1) * kBytesPerTile);
    }
}

TEST_F(StripesTest, StepsThatCrossTilesAreExecutedOneByOne) {
  const VariableId x = test.spread("x", kElements), y = test.spread("y", kElements);
  const ir::Operand half = test.slice(x, 0, kElements / 2);
  const ir::Operand otherHalf = test.slice(y, kElements / 2, kElements);
  EXPECT_EQ(blockOf({across(half, otherHalf)}, test.whole(x)).stripes, 0u);
}

TEST_F(StripesTest, WhatStaysInTheCacheIsNotCut) {
  const VariableId x = test.spread("x", kElements / 2), y = test.spread("y", kElements / 2);
  EXPECT_EQ(blockOf({across(test.whole(x), test.whole(y))}, test.whole(x)).stripes, 0u);
}

TEST_F(StripesTest, VerticesMayReadOtherTilesUnlessTheCollectiveWritesThere) {
  const VariableId x = test.spread("x", kElements), y = test.spread("y", kElements);
  const VariableId number = test.variable("number", 1, TileId(0));
  const VertexTypeId type = test.types.add(
      vertexType("Add", {field("in", ir::FieldKind::VectorEdge, ir::Direction::In),
                         field("out", ir::FieldKind::VectorEdge, ir::Direction::Out)}));
  const auto stripesFor = [&](const ir::Region &read) {
    const ComputeSetId cs = test.computeSet("add");
    const VertexId vertex = test.vertex(cs, type, 3);
    test.connect(vertex, "in", {read});
    test.connect(vertex, "out", {run(y, kElements - 8, 8)});
    Input input = test.input();
    ir::Collective collective;
    collective.body = test.sequence(
        {across(test.whole(x), test.whole(y)), test.node(ir::Execute{cs, std::nullopt})});
    collective.source = test.whole(x);
    input.programs = {test.node(collective)};
    const Usage usage = findUsage(input);
    const StorageMap storage(input, usage);
    return findStripes(input, usage, storage).of(cs).count;
  };
  EXPECT_EQ(stripesFor(run(number, 0, 1)), 4u);
  EXPECT_EQ(stripesFor(run(y, kElements - 16, 8)), 4u);
  EXPECT_EQ(stripesFor(run(y, 0, 8)), 0u);
}

} // namespace
} // namespace poplar_emu::compile::test
