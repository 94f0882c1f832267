// SPDX-License-Identifier: MIT
// Device memory of tiles: layouts, liveness over the program tree, and the error when it is too
// much.
#include "GraphFixture.hpp"
#include "compile/memory/DeviceSize.hpp"
#include "compile/memory/Liveness.hpp"
#include "view/View.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

using ir::Direction;
using ir::FieldKind;
using ir::ProgramRef;

class TileMemory : public ::testing::Test {
 protected:
  TileMemory()
      : graph(4), copyType(graph.types.add(
                      vertexType("Copy", {field("in", FieldKind::VectorEdge, Direction::In),
                                          field("out", FieldKind::VectorEdge, Direction::Out)}))) {
    graph.graph.machine.bytesPerTile = 100000;
  }

  ProgramRef node(ir::ProgramPayload payload) {
    auto program = std::make_shared<ir::ProgramNode>();
    program->payload = std::move(payload);
    return program;
  }
  ir::Operand whole(VariableId id) {
    const ir::Variable &variable = graph.graph.variable(id);
    return {view::wholeVariable(id, std::vector<std::uint64_t>{variable.numElements}),
            variable.type};
  }
  ProgramRef copy(VariableId from, VariableId to) { return node(ir::Copy{whole(from), whole(to)}); }
  ProgramRef sequence(std::vector<ProgramRef> steps) {
    return node(ir::Sequence{std::move(steps)});
  }
  ProgramRef streamIn(VariableId to) { return node(ir::StreamRead{StreamId(0), whole(to)}); }
  ProgramRef streamOut(VariableId from) { return node(ir::StreamWrite{whole(from), StreamId(0)}); }

  std::vector<std::uint64_t> bytes() {
    const Usage usage = graph.everything();
    const StorageMap storage(graph.input(), usage);
    plan::Plan plan;
    checkTileMemory(graph.input(), usage, storage, plan);
    return plan.tileMemory.bytesPerTile;
  }

  TestGraph graph;
  VertexTypeId copyType;
};

TEST_F(TileMemory, VariablesNeverLiveTogetherShare) {
  const VariableId a = graph.variable("a", 1000, TileId(1));
  const VariableId b = graph.variable("b", 2000, TileId(1));
  const VariableId c = graph.variable("c", 1000, TileId(1));
  graph.programs = {
      sequence({streamIn(a), streamOut(a), streamIn(b), streamOut(b), streamIn(c), streamOut(c)})};
  EXPECT_EQ(bytes(), (std::vector<std::uint64_t>{0, 8000, 0, 0}));
  graph.programs = {
      sequence({streamIn(a), streamIn(c), streamOut(a), streamIn(b), streamOut(c), streamOut(b)})};
  EXPECT_EQ(bytes()[1], 12000u) << "b and c live together";
}

TEST_F(TileMemory, WhatARunHandsToTheNextIsAlwaysLive) {
  const VariableId a = graph.variable("a", 1000, TileId(1));
  const VariableId b = graph.variable("b", 1000, TileId(1));
  graph.programs = {sequence({streamOut(a), streamIn(b), streamOut(b), streamIn(a)})};
  EXPECT_EQ(bytes()[1], 8000u);
}

TEST_F(TileMemory, InitialValuesHandlesAndConstantsAreAlwaysLive) {
  const VariableId a = graph.variable("a", 1000, TileId(1));
  const VariableId b = graph.variable("b", 1000, TileId(1));
  const VariableId c = graph.variable("c", 1000, TileId(1));
  graph.graph.variable(a).initialValues.push_back({});
  graph.graph.variable(b).kind = ir::VariableKind::Constant;
  graph.graph.hostReads.push_back({"c", whole(c).view, ElementType::Float, SiteId()});
  graph.programs = {sequence({streamIn(a), streamOut(a), streamOut(b), streamIn(c)})};
  EXPECT_EQ(bytes()[1], 12000u);
}

TEST_F(TileMemory, LoopsKeepWhatIsCarriedAlive) {
  const VariableId carried = graph.variable("carried", 1000, TileId(1));
  const VariableId x = graph.variable("x", 1000, TileId(1));
  const VariableId y = graph.variable("y", 1000, TileId(1));
  // The body reads `carried` first: it lives through the whole loop; x and y share.
  const ProgramRef body = sequence({streamOut(carried), streamIn(x), streamOut(x), streamIn(y),
                                    streamOut(y), streamIn(carried)});
  graph.programs = {sequence({streamIn(carried), node(ir::Repeat{10, body})})};
  EXPECT_EQ(bytes()[1], 8000u);
  const Liveness liveness = findLiveness(graph.input(), graph.everything());
  ASSERT_EQ(liveness.ranges.size(), 3u);
  EXPECT_EQ(liveness.ranges[0].variable, carried);
  EXPECT_EQ(liveness.ranges[0].last, 6u);
}

TEST_F(TileMemory, CallsAreFollowed) {
  const VariableId a = graph.variable("a", 1000, TileId(1));
  const VariableId b = graph.variable("b", 1000, TileId(1));
  graph.graph.functions.push_back({"f", sequence({streamIn(b), streamOut(b)}), SiteId()});
  graph.programs = {sequence({streamIn(a), node(ir::Call{FunctionId(0)}), streamOut(a)})};
  EXPECT_EQ(bytes()[1], 8000u);
}

TEST_F(TileMemory, SharedSubtreesDoNotExplode) {
  const VariableId a = graph.variable("a", 1000, TileId(1));
  ProgramRef program = sequence({streamIn(a), streamOut(a)});
  for (int depth = 0; depth < 60; ++depth)
    program = sequence({program, program});
  graph.programs = {program};
  EXPECT_EQ(bytes()[1], 4000u);
}

TEST_F(TileMemory, VerticesCountWithDeviceLayouts) {
  ir::VertexType type = vertexType(
      "Layouts", {field("span", FieldKind::VectorEdge, Direction::In),
                  field("one", FieldKind::VectorEdge, Direction::In),
                  field("scaled", FieldKind::VectorEdge, Direction::In),
                  field("scalar", FieldKind::ScalarEdge, Direction::In),
                  field("rows", FieldKind::VectorEdges, Direction::In),
                  field("list", FieldKind::VectorList, Direction::In),
                  field("state", FieldKind::VectorState, Direction::None, ElementType::Half),
                  field("n", FieldKind::ScalarState, Direction::None, ElementType::UnsignedShort)});
  type.fields[1].layout = ir::VectorLayout::OnePtr;
  type.fields[2].layout = ir::VectorLayout::ScaledPtr64;
  type.fields[4].outerLayout = ir::VectorLayout::OnePtr;
  type.fields[5].layout = ir::VectorLayout::CompactDeltaN;
  const VertexTypeId id = graph.types.add(type);
  const VertexId v = graph.vertex(graph.computeSet("cs"), id, 0);
  graph.size(v, "rows", 3);
  graph.size(v, "list", 5);
  graph.size(v, "state", 10);
  graph.value<std::uint32_t>(v, "scalar", {1});
  DeviceSize sizes(graph.graph.vertexTable, graph.types);
  // span 8, one 4, scaled 2, scalar 4 + its value 4, rows 4 + 3 * 8, list 4 + 5 * 4, state 8 + 20,
  // n 2
  EXPECT_EQ(sizes.ofVertex(v), 8u + 4 + 2 + 8 + 28 + 24 + 28 + 2);
}

TEST_F(TileMemory, RemoteOperandsAreBuffersOfTheirStep) {
  const VariableId a = graph.variable("a", 1000, TileId(0));
  const VariableId b = graph.variable("b", 1000, TileId(1));
  const ComputeSetId cs = graph.computeSet("cs");
  for (std::uint32_t i = 0; i < 2; ++i) {
    const VertexId v = graph.vertex(cs, copyType, 1);
    graph.connect(v, "in", {run(a, 0, 500)}); // the same for both: received once
    graph.connect(v, "out", {run(b, 500 * i, 500)});
  }
  graph.programs = {sequence({streamIn(a), node(ir::Execute{cs, {}}), streamOut(b)})};
  const std::vector<std::uint64_t> tiles = bytes();
  EXPECT_EQ(tiles[0], 4000u);
  const std::uint64_t vertices = 2 * 16;
  const std::uint64_t code = 64 + 2 * 48;
  EXPECT_EQ(tiles[1], 4000 + 2000 + vertices + code);
}

TEST_F(TileMemory, TilesWithVerticesHaveStacks) {
  const VariableId a = graph.variable("a", 10, TileId(0)), b = graph.variable("b", 10, TileId(1));
  const ComputeSetId cs = graph.computeSet("cs");
  for (std::uint32_t i = 0; i < 2; ++i) {
    const VertexId v = graph.vertex(cs, copyType, 1);
    graph.connect(v, "in", {run(b, 0, 0)});
    graph.connect(v, "out", {run(b, 5 * i, 5)});
  }
  graph.programs = {sequence({streamIn(a), node(ir::Execute{cs, {}}), streamOut(b)})};
  const std::vector<std::uint64_t> without = bytes();
  graph.options.workerStackBytes = 512;
  graph.options.supervisorStackBytes = 128;
  const std::vector<std::uint64_t> with = bytes();
  EXPECT_EQ(with[0], without[0]) << "no vertex";
  EXPECT_EQ(with[1], without[1] + 6 * 512 + 128);
}

TEST_F(TileMemory, TooMuchNamesTilesAndVariables) {
  const VariableId big = graph.variable("weights", 20000, TileId(2));
  graph.graph.variable(big).site = internSite("user.cpp", 17, "main");
  const VariableId small = graph.variable("bias", 6000, TileId(2));
  const VariableId other = graph.variable("other", 25001, TileId(0));
  graph.programs = {sequence(
      {streamIn(big), streamIn(small), streamOut(big), streamOut(small), streamIn(other)})};
  EXPECT_EQ(messageOf([this] { bytes(); }),
            "error[PE0407]: Out of memory on tile 2: 104000 bytes used but tiles only have 100000 "
            "bytes of memory\n"
            "  --> user.cpp:17   weights: 80000 bytes on tile 2\n"
            "  --> bias: 24000 bytes on tile 2\n"
            "  tile 2: 104000 bytes of variables, 0 bytes of vertices, 0 bytes of code, 0 bytes of "
            "stacks, 0 bytes of exchange buffers\n"
            "  2 of 4 tiles too full: 0, 2\n"
            "  fix: map the largest variables over more tiles, or use the engine option "
            "debug.allowOutOfMemory to run all the same");
  graph.options.outOfMemory = OutOfMemory::Allow;
  EXPECT_EQ(bytes()[2], 104000u);
  graph.options.outOfMemory = OutOfMemory::Error;
  graph.graph.machine.bytesPerTile = 0;
  EXPECT_EQ(bytes()[2], 104000u) << "no limit";
}

} // namespace
} // namespace poplar_emu::compile::test
