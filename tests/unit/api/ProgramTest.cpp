// SPDX-License-Identifier: MIT
// Programs: value semantics, checks at construction, text.
#include "ApiTestSupport.hpp"

#include <poplar/CSRFunctions.hpp>
#include <poplar/CycleCount.hpp>
#include <poplar/RandomSeed.hpp>

using namespace poplar;
using namespace poplar::program;
using namespace poplar_emu::test;
namespace ir = poplar_emu::ir;

namespace {

std::size_t numSteps(const Program &program) {
  return std::get<ir::Sequence>(poplar_emu::api::Access::program(program)->payload).steps.size();
}

template <class Payload>
const Payload &payload(const Program &program) {
  return std::get<Payload>(poplar_emu::api::Access::program(program)->payload);
}

/// Nothing more is asked of the program than that its constructor does not refuse it.
void accepted(const Program &) {}

class Programs : public ::testing::Test {
 protected:
  Graph graph = graphWithTypes(2, 4);
  ComputeSet cs = graph.addComputeSet("cs");
  Tensor a = graph.addVariable(FLOAT, {4, 6}, "a"), b = graph.addVariable(FLOAT, {24}, "b");
  Tensor flag = graph.addVariable(BOOL, {}, "flag"), count = graph.addVariable(INT, {}, "count");
  Tensor c = graph.addConstant(FLOAT, {24}, 1.0f, "c");
  Execute p{cs};
};

TEST_F(Programs, EmptyOnes) {
  EXPECT_TRUE(Program().isEmpty());
  EXPECT_TRUE(Sequence().isEmpty());
  EXPECT_TRUE(Sequence({Sequence(), Program()}).isEmpty());
  EXPECT_FALSE(p.isEmpty());
  Sequence s;
  s.add(p);
  EXPECT_FALSE(s.isEmpty());
  s.add(Program());
  EXPECT_EQ(numSteps(s), 1u);
}

TEST_F(Programs, SequencesAreValues) {
  Sequence inner;
  inner.add(p);
  Sequence outer;
  outer.add(inner);
  inner.add(p);
  EXPECT_EQ(numSteps(inner), 2u);
  EXPECT_EQ(
      payload<ir::Sequence>(payload<ir::Sequence>(outer).steps[0] ? outer : outer).steps.size(),
      1u);
  const auto &snapshot = std::get<ir::Sequence>(payload<ir::Sequence>(outer).steps[0]->payload);
  EXPECT_EQ(snapshot.steps.size(), 1u) << "what was added is a snapshot";

  Sequence copy = inner;
  copy.add(p);
  EXPECT_EQ(numSteps(inner), 2u);
  EXPECT_EQ(numSteps(copy), 3u);
  inner.add(inner);
  EXPECT_EQ(numSteps(inner), 3u);
  const Program sliced = inner;
  inner.add(p);
  EXPECT_EQ(numSteps(sliced), 3u);
  Sequence moved = std::move(inner);
  inner.add(p); // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(numSteps(inner), 1u);
}

TEST_F(Programs, AppendingIsCheap) {
  Sequence s;
  for (int i = 0; i < 200000; ++i)
    s.add(p);
  EXPECT_EQ(numSteps(s), 200000u);
}

TEST_F(Programs, SequenceConstructors) {
  const DebugNameAndId dnai("n");
  const std::string name = "s";
  EXPECT_EQ(numSteps(Sequence(p, p, p)), 3u);
  EXPECT_EQ(numSteps(Sequence{p, p}), 2u);
  EXPECT_EQ(numSteps(Sequence({p, p}, {dnai})), 2u);
  EXPECT_EQ(numSteps(Sequence({p})), 1u);
  EXPECT_EQ(numSteps(Sequence({}, "n")), 0u);
  EXPECT_EQ(numSteps(Sequence({}, name)), 0u);
  EXPECT_EQ(numSteps(Sequence(name)), 0u);
  EXPECT_EQ(poplar_emu::api::Access::program(Sequence({}, "n"))->name, "n");
  const std::vector<Program> programs{Sequence(), p};
  EXPECT_EQ(programs.size(), 2u);
}

TEST_F(Programs, AreEqualIfTheyDoTheSame) {
  EXPECT_TRUE(Execute(cs) == Execute(cs, "other name"));
  EXPECT_TRUE(Execute(cs) != Execute(graph.addComputeSet()));
  EXPECT_TRUE(Copy(a, b) == Copy(a, b));
  EXPECT_TRUE(Copy(a, b) != Copy(a.transpose(), b));
  EXPECT_TRUE(Sequence(p, p) == Sequence({p, p}));
  EXPECT_TRUE(Sequence(p, p) != Sequence({p}));
  EXPECT_TRUE(Program() == Sequence());
  EXPECT_TRUE(Repeat(3, p) != Repeat(4, p));
  EXPECT_TRUE(Repeat(3, p) != p);
  EXPECT_TRUE(If(flag, p, Sequence()) == If(flag, p, Program()));
  EXPECT_TRUE(PrintTensor("x", a) != PrintTensor("y", a));
}

TEST_F(Programs, CopiesNeedTensorsThatFit) {
  EXPECT_EQ(payload<ir::Copy>(Copy(a, b)).source.view.numElements(), 24u);
  accepted(Copy(a.slice(1, 3), a.slice(0, 2))); // overlapping is fine
  accepted(Copy(c, b, false, "name"));
  EXPECT_ERROR_HERE(poplar_error, "PE0402", Copy(a, b.slice(0, 20)));
  EXPECT_ERROR_HERE(type_error, "PE0403", Copy(a, graph.addVariable(INT, {24})));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0404", Copy(a, b.slice(0, 12).broadcast(2, 0)));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0405", Copy(b, c));
  EXPECT_ERROR_HERE(poplar_error, "PE0101", Copy(a, Tensor()));
  Graph other(smallTarget());
  EXPECT_ERROR_HERE(poplar_error, "PE0115", Copy(a, other.addVariable(FLOAT, {24})));
  const std::string text = errorText<poplar_error>([&] { Copy(a, b.slice(0, 20), false, "halo"); });
  for (const char *part : {"'halo'", "'a'", "'b'", "[4, 6]", "[20]"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  accepted(Copy(a.broadcast(0, 0), b.slice(0, 0)));
}

TEST_F(Programs, StreamCopies) {
  const DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 24);
  const DataStream out = graph.addDeviceToHostFIFO("out", FLOAT, 24);
  EXPECT_EQ(payload<ir::StreamRead>(Copy(in, a)).stream.value, 0u);
  EXPECT_EQ(payload<ir::StreamWrite>(Copy(a, out)).stream.value, 1u);
  accepted(Copy(in, a, true, "n"));
  accepted(Copy(in, a, count));
  accepted(Copy(a, out, count, false));
  EXPECT_ERROR_HERE(stream_connection_error, "PE0409", Copy(in, a[0]));
  EXPECT_ERROR_HERE(stream_connection_error, "PE0409", Copy(in, graph.addVariable(INT, {24})));
  EXPECT_ERROR_HERE(stream_connection_error, "PE0409", Copy(out, a));
  EXPECT_ERROR_HERE(stream_connection_error, "PE0409", Copy(a, in));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0405", Copy(in, c));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0404", Copy(in, b.slice(0, 12).broadcast(2, 0)));
  EXPECT_ERROR_HERE(poplar_error, "PE0215", Copy(DataStream(), a));
  Graph other(smallTarget());
  EXPECT_ERROR_HERE(poplar_error, "PE0115", Copy(in, other.addVariable(FLOAT, {24})));
}

TEST_F(Programs, RemoteCopies) {
  const RemoteBuffer buffer = graph.addRemoteBuffer("r", FLOAT, 6, 10);
  const Tensor rows = graph.addVariable(UNSIGNED_INT, {4});
  accepted(Copy(buffer, a[0]));
  accepted(Copy(a[0], buffer, "n"));
  EXPECT_TRUE(payload<ir::RemoteRead>(Copy(buffer, a, rows)).rows.has_value());
  EXPECT_TRUE(payload<ir::RemoteWrite>(Copy(a, buffer, rows)).rows.has_value());
  EXPECT_ERROR_HERE(stream_connection_error, "PE0409", Copy(buffer, a));
  EXPECT_ERROR_HERE(stream_connection_error, "PE0409", Copy(buffer, a[0], rows));
  EXPECT_ERROR_HERE(type_error, "PE0412", Copy(buffer, a, graph.addVariable(FLOAT, {4})));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0405", Copy(buffer, c.slice(0, 6)));
  EXPECT_ERROR_HERE(poplar_error, "PE0215", Copy(RemoteBuffer(), a));
}

TEST_F(Programs, ControlFlow) {
  accepted(If(flag, p, p));
  accepted(If(count, p, Sequence(), "n"));
  accepted(If(flag.reshape({1}), p, p));
  accepted(RepeatWhileTrue(Sequence(), flag, p));
  EXPECT_FALSE(payload<ir::RepeatWhile>(RepeatWhileFalse(p, flag, p)).continueOn);
  EXPECT_EQ(payload<ir::Repeat>(Repeat(0, p)).count, 0u);
  accepted(Loop(p, "n"));
  accepted(Block(p, "n"));
  EXPECT_ERROR_HERE(control_program_error, "PE0406", If(graph.addVariable(BOOL, {2}), p, p));
  EXPECT_ERROR_HERE(type_error, "PE0412", If(a[0][0], p, p));
  EXPECT_ERROR_HERE(type_error, "PE0412", RepeatWhileTrue(p, graph.addVariable(HALF, {}), p));
  EXPECT_ERROR_HERE(poplar_error, "PE0101", If(Tensor(), p, p));
}

TEST_F(Programs, SwitchesTakeEachCaseOnce) {
  const Sequence other({p});
  Switch s(count, {{0, p}, {1, other}});
  EXPECT_EQ(payload<ir::Switch>(s).cases.size(), 2u);
  EXPECT_TRUE(payload<ir::Switch>(Switch(count, {{0, p}}, other)).defaultCase != nullptr);
  EXPECT_TRUE(payload<ir::Switch>(Switch(count, other)).defaultCase != nullptr);
  Switch t(count);
  const Program before = t;
  t.add(5, p).add(-1, p);
  EXPECT_EQ(payload<ir::Switch>(t).cases.size(), 2u);
  EXPECT_EQ(payload<ir::Switch>(before).cases.size(), 0u);
  EXPECT_EQ(payload<ir::Switch>(Switch::switchWithBoundsChecking(count, {{0, p}})).onDefault,
            ir::SwitchDefault::Error);
  EXPECT_EQ(payload<ir::Switch>(Switch::switchWithUnreachableDefault(count)).onDefault,
            ir::SwitchDefault::Unreachable);
  EXPECT_ERROR_HERE(control_program_error, "PE0410", Switch(count, {{1, p}, {1, p}}));
  EXPECT_ERROR_HERE(control_program_error, "PE0410", t.add(5, p));
  EXPECT_ERROR_HERE(type_error, "PE0412", Switch(flag, {{0, p}}));
  EXPECT_ERROR_HERE(control_program_error, "PE0406", Switch(graph.addVariable(INT, {2}), {{0, p}}));
}

TEST_F(Programs, CallsAndExecutes) {
  EXPECT_EQ(payload<ir::Call>(Call(graph.addFunction(p), "n")).function.value, 0u);
  EXPECT_ERROR_HERE(poplar_error, "PE0215", Call(Function{}));
  EXPECT_ERROR_HERE(poplar_error, "PE0215", Execute(ComputeSet{}));
  accepted(Execute(cs, flag, "n"));
  EXPECT_ERROR_HERE(type_error, "PE0412", Execute(cs, count));
  EXPECT_ERROR_HERE(control_program_error, "PE0406", Execute(cs, graph.addVariable(BOOL, {2})));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0405",
                    Execute(cs, graph.addConstant(BOOL, {}, true)));
}

TEST_F(Programs, CrossReplicaCopies) {
  Graph replicated(smallTarget(4, 2), replication_factor(4));
  Tensor x = replicated.addVariable(FLOAT, {3}), y = replicated.addVariable(FLOAT, {3});
  const std::map<unsigned, unsigned> ring = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  EXPECT_EQ(payload<ir::CrossReplicaCopy>(CrossReplicaCopy(x, y, ring)).sourceToDestination, ring);
  using Map = std::map<unsigned, unsigned>;
  EXPECT_ERROR_HERE(graph_replication_error, "PE0411", CrossReplicaCopy(x, y, Map{{0, 1}, {1, 0}}));
  EXPECT_ERROR_HERE(graph_replication_error, "PE0411",
                    CrossReplicaCopy(x, y, Map{{0, 1}, {1, 0}, {2, 2}, {3, 3}}));
  EXPECT_ERROR_HERE(graph_replication_error, "PE0411",
                    CrossReplicaCopy(x, y, Map{{0, 1}, {1, 0}, {2, 1}, {3, 2}}));
  EXPECT_ERROR_HERE(graph_replication_error, "PE0411",
                    CrossReplicaCopy(x, y, Map{{0, 1}, {1, 0}, {2, 3}, {4, 2}}));
  EXPECT_ERROR_HERE(type_error, "PE0403",
                    CrossReplicaCopy(x, replicated.addVariable(INT, {3}), ring));
}

TEST_F(Programs, PrintsAndAborts) {
  EXPECT_EQ(payload<ir::Print>(PrintTensor("t", a)).title, "t");
  EXPECT_EQ(payload<ir::Print>(PrintTensor(a, "n")).title, "n");
  EXPECT_EQ(payload<ir::Print>(PrintTensor(a)).title, "a");
  accepted(PrintTensor("t", a, DebugContext{"n"}));
  const ir::Print formatted = payload<ir::Print>(PrintTensor("t", a, PrintTensorFmt(5, 2, 60, 3)));
  EXPECT_EQ(formatted.format.summariseThreshold, 5u);
  EXPECT_EQ(formatted.format.digits, 3u);
  EXPECT_TRUE(formatted.format.formatting);
  EXPECT_FALSE(
      payload<ir::Print>(PrintTensor(a, PrintTensorFmt::disableFormatting())).format.formatting);
  EXPECT_EQ(payload<ir::Abort>(Abort(std::string("bad"))).message, "bad");
  accepted(Abort());
  EXPECT_TRUE(payload<ir::Abort>(AbortOnCondition(flag, std::string("bad"))).condition.has_value());
  EXPECT_TRUE(payload<ir::Abort>(ErrorProgram("bad", a)).printed.has_value());
  EXPECT_ERROR_HERE(type_error, "PE0412", AbortOnCondition(a[0][0]));
  accepted(WriteUndef(a, "n"));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0405", WriteUndef{c});
  accepted(AssumeEqualAcrossReplicas(a, "n"));
  EXPECT_EQ(payload<ir::Sync>(Sync(SyncType::GLOBAL)).kind, ir::SyncKind::Global);
}

TEST_F(Programs, CycleCounters) {
  Sequence prog({p});
  const Tensor cycles = cycleCount(graph, prog, 3, SyncType::INTERNAL, "time");
  EXPECT_EQ(cycles.shape(), (std::vector<std::size_t>{2}));
  EXPECT_EQ(cycles.elementType(), UNSIGNED_INT);
  EXPECT_EQ(graph.getTileMapping(cycles)[3].size(), 1u);
  ASSERT_EQ(numSteps(prog), 4u);
  const auto &steps = payload<ir::Sequence>(prog).steps;
  EXPECT_EQ(std::get<ir::CycleStamp>(steps[0]->payload).tile.value, 3u);
  EXPECT_TRUE(std::holds_alternative<ir::CycleStamp>(steps[2]->payload));
  cycleCount(graph, prog, 0);
  cycleCount(graph, prog, 0, "name");
  EXPECT_EQ(numSteps(prog), 4u);
  const std::vector<Tensor> stamps =
      cycleStamp(graph, prog, std::vector<unsigned>{1, 2}, SyncType::EXTERNAL);
  EXPECT_EQ(stamps.size(), 2u);
  EXPECT_EQ(graph.getTileMapping(stamps[1])[2].size(), 1u);
  EXPECT_ERROR_HERE(invalid_tile_mapping, "PE0202", cycleCount(graph, prog, 8, SyncType::INTERNAL));
  Graph second = graph.createVirtualGraph(4, 8);
  Sequence other;
  cycleStamp(second, other, 1, SyncType::INTERNAL);
  EXPECT_EQ(std::get<ir::CycleStamp>(payload<ir::Sequence>(other).steps[0]->payload).tile.value,
            5u);
}

TEST_F(Programs, FloatingPointControl) {
  using ir::FpControl;
  Sequence prog;
  setFloatingPointBehaviour(graph, prog, FloatingPointBehaviour(true, false, true, false, true));
  const auto step = [&](std::size_t i) {
    return std::get<FpControl>(payload<ir::Sequence>(prog).steps[i]->payload);
  };
  EXPECT_EQ(step(0).set, FpControl::kInvalid | FpControl::kOverflow | FpControl::kNanOnOverflow);
  EXPECT_EQ(step(0).clear, FpControl::kDivideByZero | FpControl::kStochasticRounding);
  EXPECT_EQ(step(0).tiles.size(), 8u);
  setStochasticRounding(graph, prog, true);
  EXPECT_EQ(step(1).set, FpControl::kStochasticRounding);
  EXPECT_EQ(step(1).clear, 0u);
  const Tensor saved =
      getAndModifyFloatingPointBehaviour(graph, prog, FloatingPointBehaviour(),
                                         FloatingPointBehaviour(false, false, false, true, false));
  EXPECT_TRUE(step(2).store.has_value());
  EXPECT_EQ(step(2).clear & FpControl::kStochasticRounding, 0u);
  setFloatingPointBehaviour(graph, prog, saved);
  EXPECT_TRUE(step(3).load.has_value());
  EXPECT_ERROR_HERE(type_error, "PE0412", setFloatingPointBehaviour(graph, prog, a));
}

TEST_F(Programs, RandomSeeds) {
  Sequence prog;
  const Tensor seeds = getHwSeeds(graph, prog, "seeds");
  EXPECT_EQ(seeds.shape(), (std::vector<std::size_t>{8, 6, 4}));
  EXPECT_EQ(graph.getTileMapping(seeds)[5], (std::vector<Interval>{{120, 144}}));
  setHwSeeds(graph, seeds, prog);
  EXPECT_EQ(numSteps(prog), 2u);
  EXPECT_ERROR_HERE(poplar_error, "PE0402", setHwSeeds(graph, seeds.flatten(), prog));
}

TEST_F(Programs, DumpShowsTheTree) {
  Sequence prog({p, Copy(a, b, false, "copy it"), Repeat(3, Sequence({PrintTensor("t", a)}))},
                "main");
  prog.add(If(flag, Call(graph.addFunction(p)), Program()));
  std::ostringstream out;
  dumpProgram(graph, prog, out);
  const std::string text = out.str();
  for (const char *part : {"Sequence 'main'", "  Execute", "'cs'", "Copy 'copy it'", "'a'",
                           "3 times", "    Sequence", "PrintTensor", "then: Call", "else: (empty)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST_F(Programs, EndWithoutStackHoweverDeep) {
  const Program leaf = p;
  {
    Program deep = leaf;
    for (int i = 0; i < 1000000; ++i)
      deep = i % 2 ? Program(Repeat(2, deep)) : Program(Sequence{deep, leaf});
    const Program shared = deep; // the last holder releases it
    deep = leaf;
  }
  EXPECT_EQ(poplar_emu::api::Access::program(leaf).use_count(), 3); // leaf, p and the temporary
}

} // namespace
