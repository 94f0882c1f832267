// SPDX-License-Identifier: MIT
// Device memory of tiles: layouts, liveness over the program tree, and the error when it is too
// much.
#include "MemoryGraph.hpp"
#include "compile/copies/MergeCopies.hpp"
#include "compile/memory/DeviceSize.hpp"
#include "compile/memory/MemoryReport.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

using ir::Direction;
using ir::FieldKind;
using ir::ProgramRef;

using ::testing::HasSubstr;

class TileMemory : public ::testing::Test {
 protected:
  std::vector<std::uint64_t> bytes() {
    std::vector<std::uint64_t> sums;
    for (const plan::TileBytes &tile : graph.count().tiles)
      sums.push_back(tile.excludingGaps());
    return sums;
  }
  std::uint64_t bytesOf(MemoryCategory category, std::size_t tile) {
    return graph.count().tiles[tile].bytes[static_cast<std::size_t>(category)];
  }

  ProgramRef node(ir::ProgramPayload payload) { return graph.node(std::move(payload)); }
  ProgramRef sequence(std::vector<ProgramRef> steps) { return graph.sequence(std::move(steps)); }
  ProgramRef streamIn(VariableId to) { return graph.streamIn(to); }
  ProgramRef streamOut(VariableId from) { return graph.streamOut(from); }
  ir::Operand whole(VariableId id) { return graph.whole(id); }

  MemoryGraph graph;
  VertexTypeId copyType = graph.copyType;
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

TEST_F(TileMemory, WhatIsCopiedTogetherLivesTogether) {
  const VariableId x = graph.variable("x", 15000, TileId(1)),
                   y = graph.variable("y", 15000, TileId(1)),
                   from = graph.variable("from", 15000, TileId(2)),
                   to = graph.variable("to", 15000, TileId(3));
  graph.programs = {sequence(
      {streamIn(x), streamIn(from), graph.copy(x, to), graph.copy(from, y), streamOut(y)})};
  const Usage usage = graph.everything();
  const auto hasRoom = [&](const Input &input) {
    return leavesRoom(input, usage, StorageMap(input, usage));
  };
  const auto joined = [&] {
    const Input input = graph.input();
    return mergeCopies(input, usage, StorageMap(input, usage), {}).value();
  };
  EXPECT_TRUE(hasRoom(graph.input()));
  EXPECT_FALSE(hasRoom(joined())) << "120 000 bytes of 100 000";
  graph.graph.machine.bytesPerTile = 130000;
  EXPECT_TRUE(hasRoom(joined()));
  graph.graph.machine.bytesPerTile = 125000;
  EXPECT_FALSE(hasRoom(joined())) << "a sixteenth is kept for code and operands";
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
  EXPECT_EQ(sizes.ofVertex(v).sum(), 8u + 4 + 2 + 8 + 28 + 24 + 28 + 2);
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
  const std::uint64_t vertices = 2 * (16 + 4); // and a place in the list of vertices
  const std::uint64_t code = 64 + 2 * 48;
  EXPECT_EQ(tiles[1], 4000 + 2000 + vertices + code);
  EXPECT_EQ(bytesOf(MemoryCategory::Rearrangement, 1), 2000u);
  EXPECT_EQ(bytesOf(MemoryCategory::Variable, 1), 4000u);
}

TEST_F(TileMemory, BuffersCountWhereverTheirComputeSetIsExecuted) {
  const VariableId a = graph.variable("a", 1000, TileId(0));
  const VariableId b = graph.variable("b", 1000, TileId(1));
  const VariableId late = graph.variable("late", 1000, TileId(1));
  const ComputeSetId cs = graph.computeSet("cs");
  const VertexId v = graph.vertex(cs, copyType, 1);
  graph.connect(v, "in", {run(a, 0, 500)});
  graph.connect(v, "out", {run(b, 0, 500)});
  const ProgramRef execute = node(ir::Execute{cs, {}});
  graph.programs = {sequence({streamIn(a), execute, streamIn(late), execute, streamOut(late)})};
  EXPECT_EQ(graph.count().tiles[1].notAlwaysLive, 4000u + 4000 + 2000)
      << "the second time is worse";
}

TEST_F(TileMemory, EveryKindOfMemoryHasItsCategory) {
  ir::VertexType type = vertexType(
      "Kinds", {field("rows", FieldKind::VectorEdges, Direction::In),
                field("list", FieldKind::VectorList, Direction::In),
                field("n", FieldKind::ScalarState, Direction::None, ElementType::UnsignedInt)});
  type.fields[1].layout = ir::VectorLayout::DeltaN;
  const VertexTypeId id = graph.types.add(type);
  const ComputeSetId cs = graph.computeSet("cs");
  for (int i = 0; i < 3; ++i) {
    const VertexId v = graph.vertex(cs, id, 2);
    graph.size(v, "rows", 3);
    graph.size(v, "list", 5);
  }
  const VariableId constant = graph.variable("constant", 10, TileId(2));
  graph.graph.variable(constant).kind = ir::VariableKind::Constant;
  graph.programs = {sequence({node(ir::Execute{cs, {}}), streamOut(constant)})};
  EXPECT_EQ(bytesOf(MemoryCategory::VertexInstanceState, 2), 3u * (8 + 8 + 4));
  EXPECT_EQ(bytesOf(MemoryCategory::VertexFieldData, 2), 3u * 3 * 8);
  EXPECT_EQ(bytesOf(MemoryCategory::VectorListDescriptor, 2), 3u * 5 * 4);
  EXPECT_EQ(bytesOf(MemoryCategory::VertexCode, 2), 64u + 3 * 48) << "once a tile";
  EXPECT_EQ(bytesOf(MemoryCategory::ControlTable, 2), 3u * 4);
  EXPECT_EQ(bytesOf(MemoryCategory::Constant, 2), 40u);
  EXPECT_EQ(bytesOf(MemoryCategory::Variable, 2), 0u);
}

TEST_F(TileMemory, ResultsOfInstrumentationTakeMemory) {
  graph.graph.machine.numIpus = 2;
  graph.graph.machine.tilesPerIpu = 2;
  const VariableId a = graph.variable("a", 10, TileId(0));
  for (int set = 0; set < 3; ++set) {
    const ComputeSetId cs = graph.computeSet("cs");
    for (int i = 0; i < 2; ++i) {
      const VertexId v = graph.vertex(cs, copyType, 3);
      graph.connect(v, "in", {run(a, 0, 0)});
      graph.connect(v, "out", {run(a, 0, 0)});
    }
    graph.programs.push_back(node(ir::Execute{cs, {}}));
  }
  const auto results = [this](ComputeInstrumentation level) {
    graph.options.computeInstrumentation = level;
    std::vector<std::uint64_t> found;
    for (std::size_t t = 0; t < 4; ++t)
      found.push_back(bytesOf(MemoryCategory::InstrumentationResults, t));
    return found;
  };
  using Bytes = std::vector<std::uint64_t>;
  EXPECT_EQ(results(ComputeInstrumentation::Off), (Bytes{0, 0, 0, 0}));
  EXPECT_EQ(results(ComputeInstrumentation::Device), (Bytes{24, 0, 0, 0}));
  EXPECT_EQ(results(ComputeInstrumentation::Ipu), (Bytes{24, 0, 24, 0}));
  EXPECT_EQ(results(ComputeInstrumentation::Tile), (Bytes{24, 24, 24, 24}));
  EXPECT_EQ(results(ComputeInstrumentation::Vertex), (Bytes{0, 0, 0, 48}));
  graph.options.blockBufferBytes = 1000;
  graph.options.blockTile = 1;
  EXPECT_EQ(results(ComputeInstrumentation::Off), (Bytes{0, 1000, 0, 1000}));
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
  EXPECT_EQ(with[0], without[0] + 128) << "no vertex, but a supervisor";
  EXPECT_EQ(with[1], without[1] + 6 * 512 + 128);
}

TEST_F(TileMemory, TooMuchNamesTilesAndVariables) {
  const VariableId big = graph.variable("weights", 20000, TileId(2));
  graph.graph.variable(big).site = internSite("user.cpp", 17, "main");
  const VariableId small = graph.variable("bias", 6000, TileId(2));
  const VariableId other = graph.variable("other", 25001, TileId(0));
  graph.programs = {sequence(
      {streamIn(big), streamIn(small), streamOut(big), streamOut(small), streamIn(other)})};
  std::vector<bool> told;
  graph.onOutOfMemory = [&](const plan::Plan &plan) {
    told.push_back(plan.tileMemory.outOfMemory && !plan.tileMemory.placed.empty() &&
                   plan.tileMemory.steps.size() == 5 && plan.memory.variables[0].name == "weights");
  };
  EXPECT_EQ(messageOf([this] { bytes(); }),
            "error[PE0407]: Out of memory on tile 2: 104000 bytes used but tiles only have 100000 "
            "bytes of memory\n"
            "  --> user.cpp:17   weights: 80000 bytes on tile 2, live at steps 0 to 2\n"
            "  --> bias: 24000 bytes on tile 2, live at steps 1 to 3\n"
            "  tile 2 holds 4000 bytes too much: 104000 bytes of variables\n"
            "  fullest at step 1 of 5, 'Copy from a stream': 0 bytes always live, 104000 bytes at "
            "this step\n"
            "  2 of 4 tiles too full: 0, 2\n"
            "  fix: map the largest variables over more tiles, such as with "
            "poputil::mapTensorLinearly: the tiles hold 51001 bytes on average; "
            "debug.allowOutOfMemory=true compiles all the same");
  EXPECT_EQ(told, std::vector<bool>{true}) << "before the error";
  graph.options.outOfMemory = OutOfMemory::Allow;
  EXPECT_EQ(bytes()[2], 104000u);
  graph.options.outOfMemory = OutOfMemory::Error;
  graph.graph.machine.bytesPerTile = 0;
  EXPECT_EQ(bytes()[2], 104000u) << "no limit";
}

TEST_F(TileMemory, ADeviceIsFullToTheLastByte) {
  graph.graph.machine.bytesPerTile = 638976; // 39 elements of 16 KiB
  const VariableId all = graph.variable("all", 638976, TileId(3), ElementType::Char);
  graph.programs = {sequence({streamIn(all), streamOut(all)})};
  EXPECT_EQ(bytes()[3], 638976u);
  const VariableId more = graph.variable("more", 1, TileId(3), ElementType::Char);
  graph.programs = {sequence({streamIn(all), streamIn(more), streamOut(all), streamOut(more)})};
  EXPECT_THAT(messageOf([this] { bytes(); }), HasSubstr("tile 3 holds 1 byte too much"));
}

TEST_F(TileMemory, AdviceSuitsWhatFillsTheTile) {
  const auto advice = [](MemoryCategory category, std::uint64_t mean) {
    plan::TileBytes tile;
    at(tile.bytes, category) = 700000;
    at(tile.bytes, MemoryCategory::Stack) = 3200;
    return adviceFor(tile, mean, 638976);
  };
  EXPECT_THAT(advice(MemoryCategory::Variable, 1000), HasSubstr("over more tiles"));
  EXPECT_THAT(advice(MemoryCategory::Constant, 600000), HasSubstr("more IPUs, half"));
  EXPECT_THAT(advice(MemoryCategory::Rearrangement, 1000), HasSubstr("availableMemoryProportion"));
  EXPECT_THAT(advice(MemoryCategory::VertexInstanceState, 1000), HasSubstr("fewer vertices"));
  EXPECT_THAT(advice(MemoryCategory::ControlCode, 1000), HasSubstr("Repeat"));
  EXPECT_THAT(advice(MemoryCategory::InternalExchangeCode, 1000), HasSubstr("large pieces"));
  EXPECT_THAT(advice(MemoryCategory::InstrumentationResults, 1000), HasSubstr("instrument less"));
}

} // namespace
} // namespace poplar_emu::compile::test
