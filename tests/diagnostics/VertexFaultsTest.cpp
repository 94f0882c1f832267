// SPDX-License-Identifier: MIT
// Vertices that return false, crash, or throw: which one it was, and where it ran.
#include "Diagnostics.hpp"

#include <sstream>
#include <vector>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

class VertexFaults : public DiagnosticsTest {};

TEST_F(VertexFaults, FalseIsAWarningOrAnError) {
  Tensor flag = variable(BOOL, {}, "flag");
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "Flag", {{"flag", flag}}), 0);
  Engine lenient(graph, Execute(cs));
  lenient.load(device);
  lenient.run();
  Engine strict(graph, Execute(cs), {{"poplar_emu.vertexFalse", "error"}});
  strict.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0603", ({"Flag"}), strict.run());
}

/// Plain vertices of neighbouring tiles run as one batch; only that on tile 2 is at fault.
TEST_F(VertexFaults, TheTileIsThatOfTheVertex) {
  std::stringstream source("#include <poplar/Vertex.hpp>\n"
                           "class Positive : public poplar::Vertex { public:\n"
                           "  poplar::InOut<int> x; bool compute() { return *x > 0; } };\n");
  graph.addCodelets(source);
  Tensor x = graph.addVariable(INT, {8}, "x");
  graph.setTileMapping(x, 0);
  graph.setInitialValue(x, ArrayRef<int>({1, 1, 1, 1, 1, 0, 1, 1}));
  ComputeSet cs = graph.addComputeSet("cs");
  for (unsigned i = 0; i < 8; ++i)
    graph.setTileMapping(graph.addVertex(cs, "Positive", {{"x", x[i]}}), i / 2);
  Engine engine(graph, Execute(cs), {{"poplar_emu.vertexFalse", "error"}});
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0603", ({"Positive#5 (tile 2, instance 1)"}),
                    engine.run());
}

/// Vertices of large steps run one by one, while the rows of the next are fetched.
TEST_F(VertexFaults, OneVertexAmongManyRows) {
  std::stringstream source(
      "#include <poplar/Vertex.hpp>\n"
      "using namespace poplar;\n"
      "class Double : public Vertex { public: Vector<InOut<Vector<float>>> x;\n"
      "  bool compute() { for (auto &row : x) for (auto &v : row) v *= 2;\n"
      "    return x[0][0] > 0; } };\n");
  graph.addCodelets(source);
  Tensor x = graph.addVariable(FLOAT, {8, 70, 1000}, "x");
  std::vector<float> values(x.numElements(), 1), doubled(values.size(), 2);
  values[5 * 70 * 1000] = -1;
  doubled[5 * 70 * 1000] = -2;
  ComputeSet cs = graph.addComputeSet("cs");
  for (unsigned i = 0; i < 8; ++i) {
    graph.setTileMapping(x[i], i / 2);
    graph.setTileMapping(graph.addVertex(cs, "Double", {{"x", x[i]}}), i / 2);
  }
  graph.createHostWrite("x", x);
  graph.createHostRead("x", x);
  Engine engine(graph, Execute(cs), {{"poplar_emu.vertexFalse", "error"}});
  engine.load(device);
  engine.writeTensor("x", values.data(), values.data() + values.size());
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0603", ({"Double#5 (tile 2, instance 1)"}),
                    engine.run());
  engine.readTensor("x", values.data(), values.data() + values.size());
  EXPECT_EQ(values, doubled);
}

#ifndef POPLAR_EMU_SANITIZE // sanitizers report the crash themselves
TEST_F(VertexFaults, TheTileOfACrashInsideABatch) {
  Tensor out = variable(INT, {4}, "out");
  ComputeSet cs = graph.addComputeSet("crash site");
  for (unsigned i = 0; i < 4; ++i) {
    VertexRef v = graph.addVertex(cs, "Store", {{"out", out[i]}});
    graph.setInitialValue(v["index"], i == 2 ? 1 : 0);
    graph.setTileMapping(v, i);
  }
  Engine engine(graph, Execute(cs));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0602", ({"Store#2 (tile 2, instance 0)"}),
                    engine.run());
}

TEST_F(VertexFaults, CrashesStopTheEngine) {
  Tensor out = variable(INT, {}, "out");
  ComputeSet cs = graph.addComputeSet("crash site");
  VertexRef v = graph.addVertex(cs, "Crash", {{"out", out}});
  graph.connect(v["where"], 16u);
  graph.setTileMapping(v, 3);
  Engine engine(graph, Execute(cs));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0602", ({"Crash", "tile 3"}), engine.run());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0509", ({"load"}), engine.run());
}
#endif

TEST_F(VertexFaults, ExceptionOfTheStandardLibrary) {
  std::stringstream source(
      "#include <poplar/Vertex.hpp>\n#include <array>\nclass At : public poplar::Vertex { public:\n"
      "  poplar::Output<int> out; int index;\n"
      "  void compute() { std::array<int, 2> table{}; *out = table.at(index); } };\n");
  graph.addCodelets(source);
  Tensor out = variable(INT, {4}, "out");
  ComputeSet cs = graph.addComputeSet("table look-up");
  for (unsigned i = 0; i < 4; ++i) {
    VertexRef v = graph.addVertex(cs, "At", {{"out", out[i]}});
    graph.setInitialValue(v["index"], i == 2 ? 5 : 0);
    graph.setTileMapping(v, i);
  }
  Engine engine(graph, Execute(cs));
  engine.load(device);
  for (int round = 0; round < 2; ++round) {
    EXPECT_DIAGNOSTIC(application_runtime_error, "PE0602",
                      ({"'table look-up'", "At#2 (tile 2, instance 0)",
                        "C++ exception: array::at: __n (which is 5)"}),
                      engine.run());
    EXPECT_DIAGNOSTIC(poplar_error, "PE0509", ({"load"}), engine.run());
    engine.load(device);
  }
}

#ifndef POPLAR_EMU_SANITIZE
TEST_F(VertexFaults, DivisionByZero) {
  std::stringstream source("#include <poplar/Vertex.hpp>\n"
                           "using namespace poplar;\n"
                           "class Divide : public Vertex { public: InOut<int> x;\n"
                           "  void compute() { volatile int zero = 0; *x = 7 / zero; } };\n");
  graph.addCodelets(source);
  const ComputeSet nameless = graph.addComputeSet();
  const VertexRef vertex = graph.addVertex(nameless, "Divide", {{"x", variable(INT, {}, "x")}});
  EXPECT_DIAGNOSTIC(invalid_tile_mapping, "PE0201", ({"in compute set #0"}),
                    compile(Execute(nameless)));
  graph.setTileMapping(vertex, 0);
  Engine engine(graph, Execute(nameless));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0602", ({"of compute set #0", "divisor"}),
                    engine.run());
}
#endif

} // namespace
} // namespace diagnostics
