// SPDX-License-Identifier: MIT
// poplar_emu.checks: who reads what nobody wrote, and that nobody else is blamed.
#include "Diagnostics.hpp"

#include <poplar/CSRFunctions.hpp>
#include <poplar/RandomSeed.hpp>
#include <poplar/replication_factor.hpp>

#include <map>
#include <sstream>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

struct Mode {
  const char *exchange, *executor;
};

class UndefinedReads : public DiagnosticsTest, public testing::WithParamInterface<Mode> {
 protected:
  UndefinedReads() {
    std::stringstream source(
        "#include <poplar/Vertex.hpp>\n"
        "using namespace poplar;\n"
        "class Increment : public Vertex { public: InOut<Vector<float>> x;\n"
        "  void compute() { for (auto &v : x) v += 1; } };\n"
        "class Fill : public Vertex { public: Output<Vector<float>> out;\n"
        "  void compute() { for (auto &v : out) v = 1; } };\n"
        "class SumRows : public Vertex { public: Vector<Input<Vector<float>>> in; Output<float> "
        "out;\n"
        "  void compute() { *out = 0; for (auto &row : in) for (auto v : row) *out += v; } };\n");
    graph.addCodelets(source);
  }

  OptionFlags options() const {
    return {{"poplar_emu.checks", "true"},
            {"poplar_emu.exchange", GetParam().exchange},
            {"poplar_emu.executor", GetParam().executor}};
  }
  Engine load(const Program &program) {
    Engine engine(graph, program, options());
    engine.load(device);
    return engine;
  }
  /// Elements 3 to 6 are never written.
  Tensor withAGap(const char *name) {
    Tensor t = graph.addVariable(FLOAT, {10}, name);
    graph.setTileMapping(t.slice(0, 5), 0);
    graph.setTileMapping(t.slice(5, 10), 2);
    graph.setInitialValue(t.slice(0, 3), 1);
    graph.setInitialValue(t.slice(7, 10), 1);
    return t;
  }
  Execute scale(const Tensor &in, const Tensor &out, unsigned tile) {
    ComputeSet cs = graph.addComputeSet("scaling");
    VertexRef v = graph.addVertex(cs, "Scale", {{"in", in}, {"out", out}});
    graph.setInitialValue(v["factor"], 2);
    graph.setTileMapping(v, tile);
    return Execute(cs);
  }
  Execute one(const char *type, const char *field, const Tensor &t, unsigned tile) {
    ComputeSet cs = graph.addComputeSet(type);
    graph.setTileMapping(graph.addVertex(cs, type, {{field, t}}), tile);
    return Execute(cs);
  }
  float values[16] = {};
};

INSTANTIATE_TEST_SUITE_P(Modes, UndefinedReads,
                         testing::Values(Mode{"inplace", "tbb"}, Mode{"copy", "tbb"},
                                         Mode{"inplace", "thread"}, Mode{"copy", "serial"}),
                         [](const auto &info) {
                           return std::string(info.param.exchange) + "_" + info.param.executor;
                         });

TEST_P(UndefinedReads, InputOfAVertex) {
  Tensor t = withAGap("t"), out = variable(FLOAT, {10}, "out");
  Engine engine = load(scale(t, out, 3));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607",
                    ({"compute set 'scaling'", "Scale#0.in (tile 3, instance 0) reads t[3:7)",
                      "16 of the 40 bytes", "setInitialValue"}),
                    engine.run());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0509", ({"load"}), engine.run());
}

TEST_P(UndefinedReads, StridedInputIsNamedByItsVariable) {
  Tensor t = withAGap("t"), out = variable(FLOAT, {5}, "out");
  Engine engine = load(scale(t.subSample(2, 0), out, 1));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"Scale#0.in (tile 1", "t[4:5)"}),
                    engine.run());
}

TEST_P(UndefinedReads, TheVertexOfALargeBatch) {
  Tensor t = graph.addVariable(FLOAT, {64}, "t"), out = graph.addVariable(FLOAT, {64}, "out");
  graph.setTileMapping(t, 0);
  graph.setTileMapping(out, 0);
  graph.setInitialValue(t.slice(0, 41), 1);
  graph.setInitialValue(t.slice(42, 64), 1);
  ComputeSet cs = graph.addComputeSet("cs");
  for (unsigned i = 0; i < 64; ++i)
    graph.setTileMapping(graph.addVertex(cs, "Copy1", {{"in", t[i]}, {"out", out[i]}}), i / 16);
  Engine engine = load(Execute(cs));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607",
                    ({"Copy1#41.in (tile 2, instance 9) reads t[41:42)"}), engine.run());
}

TEST_P(UndefinedReads, InOutAndRows) {
  Tensor t = withAGap("t"), sum = variable(FLOAT, {}, "sum");
  Engine inOut = load(one("Increment", "x", t.slice(6, 8), 1));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"Increment#0.x (tile 1", "t[6:7)"}),
                    inOut.run());
  ComputeSet cs = graph.addComputeSet("rows");
  VertexRef v = graph.addVertex(cs, "SumRows", {{"out", sum}});
  graph.setFieldSize(v["in"], 2);
  graph.connect(v["in"][0], t.slice(7, 10));
  graph.connect(v["in"][1], t.slice(0, 5));
  graph.setTileMapping(v, 0);
  Engine rows = load(Execute(cs));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"SumRows#1.in (tile 0", "t[3:5)"}),
                    rows.run());
}

TEST_P(UndefinedReads, OutputsAreWrittenAfterwards) {
  Tensor t = withAGap("t"), out = variable(FLOAT, {10}, "out");
  graph.createHostRead("out", out);
  Engine engine = load(Sequence(
      {one("Fill", "out", t.slice(2, 8), 1), scale(t, out, 3), one("Increment", "x", out, 2)}));
  engine.run();
  engine.run();
  engine.readTensor("out", values, values + 10);
  EXPECT_EQ(values[5], 3);
}

TEST_P(UndefinedReads, CopiesOfGapsAreFound) {
  Tensor t = withAGap("t"), out = variable(FLOAT, {10}, "out");
  Engine engine = load(Copy(t, out, false, "halo"));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607",
                    ({"Copy 'halo' reads", "reads t[3:7)", "16 of the 40 bytes"}), engine.run());
  Engine partly =
      load(Sequence({Copy(t.slice(7, 10), t.slice(4, 7)), Copy(t.slice(4, 10), out.slice(0, 6)),
                     Copy(out.slice(4, 8), out.slice(2, 6))}));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"Copy", "out[6:8)"}), partly.run());
}

TEST_P(UndefinedReads, WhatTheHostReads) {
  Tensor t = withAGap("t");
  graph.createHostRead("read", t);
  graph.createHostWrite("write", t);
  graph.createHostRead("good", t.slice(7, 10));
  DataStream stream = graph.addDeviceToHostFIFO("up", FLOAT, 10);
  RemoteBuffer buffer = graph.addRemoteBuffer("rows", FLOAT, 10, 3);
  Tensor row = variable(UNSIGNED_INT, {1}, "row");
  Engine engine(graph, {Copy(t, stream), Copy(t, buffer), Copy(buffer, t, row)}, options());
  engine.connectStream("up", values);
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"readTensor of 'read'", "t[3:7)"}),
                    engine.readTensor("read", values, values + 10));
  engine.readTensor("good", values, values + 3);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"stream 'up'", "t[3:7)"}),
                    engine.run(0));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"remote buffer 'rows'", "t[3:7)"}),
                    engine.run(1));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"remote buffer 'rows'", "row[0:1)"}),
                    engine.run(2));
  engine.load(device);
  engine.writeTensor("write", values, values + 10);
  engine.readTensor("read", values, values + 10);
  engine.run(0);
  engine.run(1);
}

TEST_P(UndefinedReads, PrintTensor) {
  Tensor t = withAGap("t");
  Engine engine = load(PrintTensor("weights", t));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"PrintTensor 'weights'", "t[3:7)"}),
                    engine.run());
}

TEST_P(UndefinedReads, ControlValues) {
  Tensor flag = variable(BOOL, {}, "flag"), which = variable(INT, {}, "which");
  struct Control {
    const char *name;
    Program program;
    unsigned line;
  };
  const Control controls[] = {
      {"If", If(flag, Sequence(), Sequence()), __LINE__},
      {"RepeatWhileTrue", RepeatWhileTrue(Sequence(), flag, Sequence()), __LINE__},
      {"Switch", Switch(which, {{1, Sequence()}}), __LINE__},
      {"AbortOnCondition", AbortOnCondition(flag), __LINE__}};
  for (const Control &control : controls) {
    Engine engine = load(control.program);
    EXPECT_DIAGNOSTIC(
        application_runtime_error, "PE0607",
        ({std::string(control.name) + " reads elements",
          "UndefinedReadsTest.cpp:" + std::to_string(control.line) + " reads ", "[0:1)"}),
        engine.run());
  }
}

TEST_P(UndefinedReads, HostFunctions) {
  Tensor t = withAGap("t"), out = variable(FLOAT, {10}, "out");
  HostFunction f = graph.addHostFunction("f", {{FLOAT, 10}}, {{FLOAT, 10}});
  Engine engine(graph, {Call(f, {t}, {out}), Sequence({Call(f, {out}, {t}), Copy(t, out)})},
                options());
  engine.connectHostFunction("f", 0, [](ArrayRef<const void *>, ArrayRef<void *>) {});
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"host function 'f'", "t[3:7)"}),
                    engine.run(0));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"host function 'f'", "out[0:10)"}),
                    engine.run(1));
}

TEST_P(UndefinedReads, WriteUndefTakesBack) {
  Tensor t = variable(FLOAT, {10}, "t"), out = variable(FLOAT, {10}, "out");
  graph.setInitialValue(t, 1);
  Engine engine = load(Sequence({Copy(t, out), WriteUndef(t.slice(8, 10)), Copy(t, out)}));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"Copy", "reads t[8:10)"}), engine.run());
}

TEST_P(UndefinedReads, ConstantsStreamsSeedsStampsAndStatesAreWritten) {
  Tensor t = variable(FLOAT, {10}, "t"), status = variable(BOOL, {}, "status");
  Tensor one = graph.addConstant(FLOAT, {10}, 1.5f);
  graph.setTileMapping(one, 1);
  DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 10);
  ComputeSet cs = graph.addComputeSet("flag");
  Tensor flag = variable(BOOL, {}, "flag");
  graph.setTileMapping(graph.addVertex(cs, "Flag", {{"flag", flag}}), 0);
  Sequence program({Copy(in, t), Copy(one, t), Execute(cs, status),
                    If(status, Sequence(), Sequence()), If(flag, Sequence(), Sequence())});
  setHwSeeds(graph, getHwSeeds(graph, program), program);
  Tensor saved = getAndModifyFloatingPointBehaviour(graph, program, {}, {});
  setFloatingPointBehaviour(graph, program, saved);
  program.add(PrintTensor(t));
  Engine engine(graph, program, options());
  engine.connectStream("in", values);
  std::ostringstream text;
  engine.setPrintTensorStream(text);
  engine.load(device);
  engine.run();
  EXPECT_THAT(text.str(), testing::HasSubstr("1.5"));
}

TEST_P(UndefinedReads, LoadForgets) {
  Tensor t = variable(FLOAT, {4}, "t");
  graph.createHostWrite("t", t);
  graph.createHostRead("t", t);
  Engine engine = load(Sequence());
  engine.writeTensor("t", values, values + 4);
  engine.readTensor("t", values, values + 4);
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"t[0:4)"}),
                    engine.readTensor("t", values, values + 4));
}

TEST_P(UndefinedReads, ReplicasHaveMemoriesOfTheirOwn) {
  IPUModel model;
  model.numIPUs = 2;
  model.tilesPerIPU = 4;
  Device both = model.createDevice();
  Graph replicated(both.getTarget(), replication_factor(2));
  Tensor t = replicated.addVariable(FLOAT, {6}, "t"),
         out = replicated.addVariable(FLOAT, {6}, "out");
  Tensor index = replicated.addReplicationIndexConstant();
  for (const Tensor &x : {t, out, index})
    replicated.setTileMapping(x, 1);
  replicated.setInitialValue(t, 1);
  const std::map<unsigned, unsigned> swap{{0, 1}, {1, 0}};
  replicated.createHostRead("out", out.slice(0, 4));
  Engine engine(replicated,
                {Sequence({If(index, Sequence(), Sequence())}),
                 Sequence({CrossReplicaCopy(t.slice(0, 4), out.slice(0, 4), swap),
                           CrossReplicaCopy(out, t, swap, "back")})},
                options());
  engine.load(both);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607",
                    ({"CrossReplicaCopy 'back'", "out[4:6)", "replica 0", "8 of the 24 bytes"}),
                    engine.run(1));
  engine.readTensor("out", values, values + 8);
  EXPECT_EQ(values[7], 1);
  // Defined on both; that the replicas then disagree is another matter.
  EXPECT_DIAGNOSTIC(poplar_error, "PE0509", ({"load"}), engine.run(0));
  engine.load(both);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0605", ({"If"}), engine.run(0));
}

TEST_P(UndefinedReads, AnExecutableThatWasCompiledWithoutThem) {
  Tensor t = withAGap("t"), out = variable(FLOAT, {10}, "out");
  std::stringstream file;
  Engine(graph, scale(t, out, 3)).serializeExecutable(file);
  Engine engine(Executable::deserialize(file), options());
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"Scale#0.in (tile 3", "t[3:7)"}),
                    engine.run());
}

TEST_P(UndefinedReads, OffByDefault) {
  Tensor t = withAGap("t"), out = variable(FLOAT, {10}, "out");
  Engine engine(graph, Sequence({scale(t, out, 3), Copy(t, out)}));
  engine.load(device);
  engine.run();
}

} // namespace
} // namespace diagnostics
