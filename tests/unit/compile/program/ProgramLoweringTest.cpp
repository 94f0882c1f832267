// SPDX-License-Identifier: MIT
// Every kind of program node becomes the step that it should.
#include "ProgramFixture.hpp"

#include "view/Ops.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

using plan::StepKind;
using testing::ElementsAre;

std::vector<StepKind> kinds(const plan::Plan &plan, plan::SequenceId id) {
  std::vector<StepKind> out;
  for (const plan::Step &step : plan.sequences[id.index()].steps)
    out.push_back(step.kind);
  return out;
}

const plan::Step &stepOf(const plan::Plan &plan, std::size_t program = 0, std::size_t step = 0) {
  return plan.sequences.at(plan.programs.at(program).index()).steps.at(step);
}

TEST(ProgramLowering, SequencesAreFlattened) {
  ProgramGraph test;
  const auto a = test.anyCopy("a"), b = test.anyCopy("b"), c = test.anyCopy("c");
  test.programs = {test.sequence({a, test.sequence({b, nullptr, test.sequence({c})})}), nullptr, b};
  const plan::Plan plan = test.lower();
  ASSERT_EQ(plan.programs.size(), 3u);
  EXPECT_THAT(kinds(plan, plan.programs[0]),
              ElementsAre(StepKind::Copy, StepKind::Copy, StepKind::Copy));
  EXPECT_TRUE(kinds(plan, plan.programs[1]).empty());
  // A node in two programs is lowered once.
  EXPECT_EQ(plan.copies.size(), 3u);
  EXPECT_EQ(stepOf(plan, 2).payload, stepOf(plan, 0, 1).payload);
  EXPECT_EQ(plan.copies[1].name, "b");
}

TEST(ProgramLowering, SharedSequencesDoNotMultiply) {
  ProgramGraph test;
  ir::ProgramRef program = test.sequence({test.anyCopy("a"), test.anyCopy("b"), test.anyCopy("c")});
  for (int i = 0; i < 40; ++i)
    program = test.sequence({program, program});
  test.programs = {program};
  const plan::Plan plan = test.lower();
  std::size_t steps = 0;
  for (const plan::Sequence &sequence : plan.sequences)
    steps += sequence.steps.size();
  EXPECT_LT(steps, 1000u);
  EXPECT_EQ(plan.copies.size(), 3u);
}

TEST(ProgramLowering, LoopsAndBranches) {
  ProgramGraph test;
  const VariableId flag = test.variable("flag", 3, TileId(1), ElementType::Bool);
  const VariableId number = test.variable("number", 2, TileId(1), ElementType::Int);
  const auto a = test.anyCopy("a"), b = test.anyCopy("b");
  ir::Switch choice;
  choice.control = test.element(number, 1);
  choice.cases = {{7, a}, {-2, b}};
  choice.onDefault = ir::SwitchDefault::Error;
  ir::Switch withDefault = choice;
  withDefault.onDefault = ir::SwitchDefault::Program;
  withDefault.defaultCase = b;
  test.programs = {test.sequence({
      test.node(ir::Repeat{5, a}),
      test.node(ir::Repeat{0, a}),
      test.node(ir::Repeat{5, nullptr}),
      test.node(ir::RepeatWhile{b, test.element(flag, 2), false, a}),
      test.node(ir::Loop{a}),
      test.node(ir::If{test.element(number, 0), a, nullptr}),
      test.node(choice, "which"),
      test.node(withDefault),
      test.node(ir::Block{a}, "layer"),
      test.node(ir::Sync{ir::SyncKind::Global}),
  })};
  const plan::Plan plan = test.lower();
  EXPECT_THAT(kinds(plan, plan.programs[0]),
              ElementsAre(StepKind::Repeat, StepKind::RepeatWhile, StepKind::Loop, StepKind::If,
                          StepKind::Switch, StepKind::Switch, StepKind::Block, StepKind::Sync));
  const plan::SequenceId bodyA = plan.repeats[0].body;
  EXPECT_EQ(plan.repeats[0].count, 5u);
  EXPECT_EQ(plan.repeatWhiles[0].body, bodyA);
  EXPECT_FALSE(plan.repeatWhiles[0].continueOn);
  EXPECT_EQ(plan.repeatWhiles[0].predicate.address,
            plan.memory.variables[flag.index()].address + 2);
  EXPECT_EQ(plan.repeatWhiles[0].predicate.type, ElementType::Bool);
  EXPECT_EQ(plan.ifs[0].thenBranch, bodyA);
  EXPECT_TRUE(kinds(plan, plan.ifs[0].elseBranch).empty());
  EXPECT_EQ(plan.ifs[0].predicate.type, ElementType::Int);
  EXPECT_EQ(plan.switches[0].cases[0].first, -2);
  EXPECT_EQ(plan.switches[0].cases[1].second, bodyA);
  EXPECT_EQ(plan.switches[0].control.address, plan.memory.variables[number.index()].address + 4);
  EXPECT_EQ(plan.switches[0].onDefault, plan::SwitchDefault::Error);
  EXPECT_EQ(plan.switches[0].name, "which");
  EXPECT_EQ(plan.switches[1].defaultCase, plan.repeatWhiles[0].condition);
  EXPECT_EQ(plan.blocks[0].name, "layer");
  EXPECT_EQ(plan.syncs[0].kind, 2);
}

TEST(ProgramLowering, FunctionsAreLoweredOnce) {
  ProgramGraph test;
  const FunctionId f = test.function("f", test.sequence({test.anyCopy("a"), test.anyCopy("b")}));
  const FunctionId empty = test.function("empty", nullptr);
  test.programs = {
      test.sequence({test.node(ir::Call{f}), test.node(ir::Call{empty}), test.node(ir::Call{f})})};
  const plan::Plan plan = test.lower();
  EXPECT_THAT(kinds(plan, plan.programs[0]), ElementsAre(StepKind::Call, StepKind::Call));
  EXPECT_EQ(plan.calls[stepOf(plan, 0, 0).payload].body,
            plan.calls[stepOf(plan, 0, 1).payload].body);
  EXPECT_EQ(plan.copies.size(), 2u);
}

TEST(ProgramLowering, ExecuteKnowsItsStatusTensor) {
  ProgramGraph test;
  const ComputeSetId a = test.computeSet("a"), b = test.computeSet("b");
  const VariableId status = test.variable("status", 2, TileId(0), ElementType::Bool);
  test.programs = {test.sequence({
      test.node(ir::Execute{b, {}}),
      test.node(ir::Execute{a, test.element(status, 1)}),
      test.node(ir::Execute{a, {}}),
      test.node(ir::Execute{a, test.element(status, 1)}),
  })};
  const plan::Plan plan = test.lower();
  ASSERT_EQ(plan.computes.size(), 3u);
  const auto payload = [&](std::size_t step) { return stepOf(plan, 0, step).payload; };
  EXPECT_EQ(plan.computes[payload(0)].computeSet, b.value);
  EXPECT_EQ(plan.computes[payload(0)].status, plan::kNoAddress);
  EXPECT_EQ(plan.computes[payload(1)].computeSet, a.value);
  EXPECT_EQ(plan.computes[payload(1)].status, plan.memory.variables[status.index()].address + 1);
  EXPECT_EQ(plan.computes[payload(2)].computeSet, a.value);
  EXPECT_EQ(plan.computes[payload(2)].status, plan::kNoAddress);
  EXPECT_EQ(payload(1), payload(3));
}

TEST(ProgramLowering, StreamsAndRemoteBuffers) {
  ProgramGraph test;
  const VariableId x = test.spread("x", 64);
  const VariableId rows = test.variable("rows", 4, TileId(2), ElementType::UnsignedInt);
  const StreamId in = test.stream("in", ir::StreamDirection::HostToDevice, 64);
  const StreamId out = test.stream("out", ir::StreamDirection::DeviceToHost, 10);
  test.graph.remoteBuffers.push_back({"buffer", ElementType::Float, 16, 100, {}});
  const RemoteBufferId buffer(0);
  test.programs = {test.sequence({
      test.node(ir::StreamRead{in, test.whole(x)}, "feed"),
      test.node(ir::StreamWrite{test.slice(x, 20, 30), out}),
      test.node(ir::RemoteRead{buffer, test.whole(x), test.whole(rows)}),
      test.node(ir::RemoteWrite{test.slice(x, 0, 16), buffer, {}}),
  })};
  const plan::Plan plan = test.lower();
  EXPECT_THAT(kinds(plan, plan.programs[0]),
              ElementsAre(StepKind::StreamRead, StepKind::StreamWrite, StepKind::RemoteRead,
                          StepKind::RemoteWrite));
  EXPECT_EQ(plan.streams[0].bytes, 256u);
  EXPECT_EQ(plan.streamSteps[0].name, "feed");
  EXPECT_EQ(plan.streamSteps[0].bytes, 256u);
  // A linearly mapped tensor is one array.
  EXPECT_EQ(plan.streamSteps[0].moves.moves.size(), 1u);
  EXPECT_EQ(plan.streamSteps[0].exchange.totalBytes, 256u);
  EXPECT_EQ(plan.streamSteps[0].exchange.maxReceivedBytes, 64u);
  EXPECT_EQ(plan.streamSteps[0].exchange.maxSentBytes, 0u);
  EXPECT_EQ(plan.streamSteps[1].stream, 1u);
  EXPECT_EQ(plan.remoteBuffers[0].rowBytes, 64u);
  EXPECT_EQ(plan.remoteSteps[0].rows, 4u);
  const plan::Address base = plan.memory.variables[rows.index()].address;
  EXPECT_THAT(plan.remoteSteps[0].rowIndices, ElementsAre(base, base + 4, base + 8, base + 12));
  EXPECT_EQ(plan.remoteSteps[1].rows, 1u);
  EXPECT_TRUE(plan.remoteSteps[1].rowIndices.empty());
}

TEST(ProgramLowering, HostHandlesAndHostCalls) {
  ProgramGraph test;
  const VariableId x = test.spread("x", 64);
  test.graph.hostReads.push_back({"read", test.slice(x, 8, 24).view, ElementType::Float, {}});
  test.graph.hostWrites.push_back({"write", test.whole(x).view, ElementType::Float, {}});
  test.graph.hostFunctions.push_back(
      {"callback", {{ElementType::Float, 4}}, {{ElementType::Float, 2}}, {}});
  test.programs = {
      test.node(ir::HostCall{HostFunctionId(0), {test.slice(x, 0, 4)}, {test.slice(x, 4, 6)}})};
  const plan::Plan plan = test.lower();
  EXPECT_EQ(plan.hostReads[0].handle, "read");
  EXPECT_EQ(plan.hostReads[0].transfer.bytes, 64u);
  EXPECT_EQ(plan.hostReads[0].transfer.moves.moves[0].source,
            plan.memory.variables[0].address + 32);
  EXPECT_EQ(plan.hostWrites[0].transfer.moves.moves[0].destination,
            plan.memory.variables[0].address);
  EXPECT_THAT(plan.hostFunctions[0].inputBytes, ElementsAre(16u));
  EXPECT_EQ(plan.hostCalls[0].inputs[0].bytes, 16u);
  EXPECT_EQ(plan.hostCalls[0].outputs[0].bytes, 8u);
}

TEST(ProgramLowering, PrintAndAbort) {
  ProgramGraph test;
  const VariableId metadata = test.variable("m", 1, TileId(0), ElementType::QuarterMetadata);
  test.graph.variable(metadata).kind = ir::VariableKind::Constant;
  test.graph.variable(metadata).constant = {{std::byte{0x21}}, true};
  const VariableId q = test.variable("q", 6, TileId(0), ElementType::Quarter);
  test.graph.variable(q).shape = {2, 3};
  test.graph.variable(q).metadata = metadata;
  const VariableId flag = test.variable("flag", 1, TileId(0), ElementType::Bool);
  ir::PrintFormat format;
  format.digits = 3;
  format.floatFormat = ir::FloatFormat::Scientific;
  test.programs = {test.sequence({
      test.node(ir::Print{"weights", test.whole(q), format}),
      test.node(ir::Abort{"stop", {}, {}}),
      test.node(ir::Abort{"bad", test.whole(q), test.whole(flag)}),
  })};
  const plan::Plan plan = test.lower();
  EXPECT_EQ(plan.prints[0].title, "weights");
  EXPECT_THAT(plan.prints[0].shape, ElementsAre(2u, 3u));
  EXPECT_EQ(plan.prints[0].quarterMetadata, 0x21);
  EXPECT_EQ(plan.prints[0].format.digits, 3u);
  EXPECT_EQ(plan.prints[0].format.floatFormat, 2);
  EXPECT_EQ(plan.aborts[0].print, plan::kNone);
  EXPECT_FALSE(plan.aborts[0].condition);
  EXPECT_EQ(plan.aborts[1].print, 1u);
  EXPECT_EQ(plan.aborts[1].condition->address, plan.memory.variables[flag.index()].address);
}

TEST(ProgramLowering, RegistersAndReplicas) {
  ProgramGraph test;
  test.graph.machine.replicationFactor = 2;
  const VariableId words = test.variable("words", 2 * 6 * 4, TileId(0), ElementType::UnsignedInt);
  const VariableId x = test.spread("x", 64);
  ir::FpControl control;
  control.set = ir::FpControl::kOverflow;
  control.store = test.element(words, 3);
  control.tiles = {TileId(1)};
  test.programs = {test.sequence({
      test.node(ir::CycleStamp{TileId(2), ir::SyncKind::External, test.slice(words, 4, 6)}),
      test.node(ir::HwSeeds{true, test.whole(words), {TileId(0), TileId(3)}}),
      test.node(ir::HwSeeds{false, test.whole(words), {TileId(0), TileId(3)}}),
      test.node(control),
      test.node(ir::CrossReplicaCopy{test.whole(x), test.whole(x), {{0, 1}, {1, 0}}}, "swap"),
      test.node(ir::AssumeEqualAcrossReplicas{test.whole(x)}),
      test.node(ir::WriteUndef{test.slice(x, 8, 16)}, "dead"),
  })};
  const plan::Plan plan = test.lower();
  EXPECT_THAT(kinds(plan, plan.programs[0]),
              ElementsAre(StepKind::CycleStamp, StepKind::HwSeeds, StepKind::HwSeeds,
                          StepKind::FpControl, StepKind::CrossReplicaCopy, StepKind::AssumeEqual,
                          StepKind::Undefine));
  const plan::Address base = plan.memory.variables[words.index()].address;
  EXPECT_EQ(plan.cycleStamps[0].tile, TileId(2));
  EXPECT_EQ(plan.cycleStamps[0].destination.moves.moves[0].destination, base + 16);
  EXPECT_TRUE(plan.hwSeeds[0].write);
  EXPECT_EQ(plan.hwSeeds[0].seeds.moves.moves[0].source, base);
  EXPECT_EQ(plan.hwSeeds[1].seeds.moves.moves[0].destination, base);
  EXPECT_EQ(plan.fpControls[0].set, ir::FpControl::kOverflow);
  EXPECT_EQ(plan.fpControls[0].load, plan::kNoAddress);
  EXPECT_EQ(plan.fpControls[0].store, base + 12);
  // The same tensor on both sides: every replica's is overwritten while it is sent.
  EXPECT_EQ(plan.crossReplicaCopies[0].staging.totalBytes, 256u);
  EXPECT_EQ(plan.crossReplicaCopies[0].moves.totalBytes, 256u);
  EXPECT_EQ(plan.crossReplicaCopies[0].exchange.interIpuBytes, 256u);
  EXPECT_EQ(plan.assumeEquals[0].operand.bytes, 256u);
  EXPECT_EQ(plan.undefines[0].name, "dead");
  EXPECT_EQ(plan.undefines[0].operand.moves.moves[0].source,
            plan.memory.variables[x.index()].address + 32);
  EXPECT_EQ(plan.undefines[0].operand.bytes, 32u);
}

/// Sources and destinations of one variable, in turns: their bounds overlap, they do not.
TEST(ProgramLowering, CrossReplicaCopiesAreStagedOnlyWhereTheyOverwriteTheirSource) {
  ProgramGraph test;
  test.graph.machine.replicationFactor = 2;
  const VariableId x = test.spread("x", 64);
  const auto parts = [&](std::uint64_t first, std::uint64_t second) {
    return ir::Operand{view::concat({test.slice(x, first, first + 8).view,
                                     test.slice(x, second, second + 8).view}),
                       ElementType::Float};
  };
  const std::map<unsigned, unsigned> swap = {{0, 1}, {1, 0}};
  test.programs = {test.node(ir::CrossReplicaCopy{parts(0, 32), parts(16, 48), swap}),
                   test.node(ir::CrossReplicaCopy{parts(0, 32), parts(32, 16), swap})};
  const plan::Plan plan = test.lower();
  EXPECT_TRUE(plan.crossReplicaCopies[0].staging.empty());
  EXPECT_EQ(plan.crossReplicaCopies[0].moves.totalBytes, 64u);
  EXPECT_EQ(plan.crossReplicaCopies[1].staging.totalBytes, 32u);
  EXPECT_EQ(plan.crossReplicaCopies[1].moves.totalBytes, 64u);
}

ir::Collective sumOf(ProgramGraph &test, const ir::Operand &source, const ir::Operand &destination,
                     std::vector<ir::CollectivePiece> pieces) {
  ir::Collective collective;
  collective.body = test.sequence(
      {test.node(ir::CrossReplicaCopy{source, destination, {{0, 1}, {1, 0}}}, "exchange")});
  collective.source = source;
  collective.destination = destination;
  collective.groups = {{0, 1}};
  collective.pieces = std::move(pieces);
  return collective;
}

TEST(ProgramLowering, CollectivesBecomeOnePassWherePiecesAreIndependent) {
  ProgramGraph test;
  test.graph.machine.replicationFactor = 2;
  const VariableId x = test.spread("x", 64), y = test.spread("y", 64);
  const ir::CollectivePiece first{0, 0, 32, {{0, 1}}, {0, 1}}, second{32, 32, 32, {{1, 0}}, {0}};
  const ir::CollectivePiece again{16, 32, 32, {{1, 0}}, {0}}, zeros{0, 32, 32, {}, {1}};
  const std::vector<ir::Collective> collectives = {
      sumOf(test, test.whole(x), test.whole(y), {first, again, zeros}), // other tensors
      sumOf(test, test.whole(x), test.whole(x), {first, second}),       // each in its place
      sumOf(test, test.whole(x), test.whole(x), {first, again}),        // reads what `first` writes
      sumOf(test, test.slice(x, 0, 48), test.slice(x, 16, 64), {first})};
  for (const ir::Collective &collective : collectives)
    test.programs.push_back(test.node(collective, "sum"));
  const plan::Plan plan = test.lower();
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_THAT(kinds(plan, plan.programs[i]),
                ElementsAre(i < 2 ? StepKind::Collective : StepKind::Block));
  ASSERT_EQ(plan.collectives.size(), 2u);
  EXPECT_EQ(plan.collectives[0].name, "sum");
  EXPECT_EQ(plan.collectives[0].pieces[1].moves.totalBytes, 128u);
  EXPECT_THAT(kinds(plan, plan.collectives[0].steps), ElementsAre(StepKind::CrossReplicaCopy));
}

} // namespace
} // namespace poplar_emu::compile::test
