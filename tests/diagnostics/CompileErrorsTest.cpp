// SPDX-License-Identifier: MIT
// Bad input that only compilation can see: mappings, connections, races, memory, options, programs.
#include "Diagnostics.hpp"

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

using CompileErrors = DiagnosticsTest;

TEST_F(CompileErrors, UnmappedVariable) {
  Tensor a = graph.addVariable(FLOAT, {4}, "lonely"), b = variable(FLOAT, {4}, "b");
  EXPECT_DIAGNOSTIC(invalid_tile_mapping, "PE0201", ({"lonely"}), compile(Copy(a, b)));
}

TEST_F(CompileErrors, UnmappedVertex) {
  Tensor a = variable(FLOAT, {2}, "a");
  ComputeSet cs = graph.addComputeSet("cs");
  graph.addVertex(cs, "Copy1", {{"in", a[0]}, {"out", a[1]}});
  EXPECT_DIAGNOSTIC(invalid_tile_mapping, "PE0201", ({"Copy1"}), compile(Execute(cs)));
}

TEST_F(CompileErrors, UnconnectedField) {
  Tensor a = variable(FLOAT, {1}, "a");
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Copy1", {{"in", a[0]}});
  graph.setTileMapping(v, 0);
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0208", ({"Copy1", "out"}), compile(Execute(cs)));
}

TEST_F(CompileErrors, TwoVerticesWriteOneElement) {
  Tensor in = variable(FLOAT, {8}, "in"), grid = variable(FLOAT, {8}, "grid");
  ComputeSet cs = graph.addComputeSet("halo");
  for (unsigned i = 0; i < 2; ++i) {
    VertexRef v = graph.addVertex(
        cs, "Scale", {{"in", in.slice(3 * i, 3 * i + 5)}, {"out", grid.slice(3 * i, 3 * i + 5)}});
    graph.setTileMapping(v, i);
  }
  EXPECT_DIAGNOSTIC(
      graph_connection_error, "PE0203",
      ({"halo", "Scale", "grid[0:5)", "grid[3:8)", "tile 0", "tile 1", "2 elements", "8 bytes"}),
      compile(Execute(cs)));
}

TEST_F(CompileErrors, OneVertexReadsWhatAnotherWrites) {
  Tensor in = variable(FLOAT, {8}, "in"), grid = variable(FLOAT, {8}, "grid");
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(
      graph.addVertex(cs, "Scale", {{"in", in.slice(0, 4)}, {"out", grid.slice(0, 4)}}), 0);
  graph.setTileMapping(
      graph.addVertex(cs, "Scale", {{"in", grid.slice(2, 6)}, {"out", in.slice(4, 8)}}), 1);
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0203", ({"reads", "writes", "grid[2:"}),
                    compile(Execute(cs)));
}

TEST_F(CompileErrors, ElementTwiceInOneOutput) {
  Tensor in = variable(FLOAT, {4}, "in"), out = variable(FLOAT, {2}, "twice");
  ComputeSet cs = graph.addComputeSet("cs");
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0212", ({"twice"}), {
    graph.setTileMapping(graph.addVertex(cs, "Scale", {{"in", in}, {"out", concat(out, out)}}), 0);
    compile(Execute(cs));
  });
}

TEST_F(CompileErrors, TwoOutputsOfAVertexOverlap) {
  std::stringstream source(
      "#include <poplar/Vertex.hpp>\n"
      "using namespace poplar;\n"
      "class Halves : public Vertex { public: Output<Vector<float>> left, right;\n"
      "  void compute() { left[0] = 1; right[0] = 2; } };\n");
  graph.addCodelets(source);
  Tensor t = variable(FLOAT, {16}, "t");
  ComputeSet cs = graph.addComputeSet("cs"), shared = graph.addComputeSet("shared");
  graph.setTileMapping(
      graph.addVertex(cs, "Halves", {{"left", t.slice(0, 8)}, {"right", t.slice(6, 14)}}), 0);
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0212",
                    ({"Halves#0.left", "Halves#0.right", "t[6:8), 2 elements"}),
                    compile(Execute(cs)));
  graph.setTileMapping(graph.addVertex(shared, "Halves", {{"left", t}, {"right", t}}), 0);
  EXPECT_NO_THROW(compile(Execute(shared)));
}

TEST_F(CompileErrors, OutOfTileMemory) {
  Tensor big = variable(FLOAT, {200000}, "big"), other = variable(FLOAT, {200000}, "other");
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(
      graph_memory_allocation_error, "PE0407",
      ({"Out of memory on tile 0", "638976 bytes of memory", "big", "other"}),
      compile(Copy(big, other)));
  EXPECT_NO_THROW(Engine(graph, Copy(big, other), {{"debug.allowOutOfMemory", "true"}}));
}

TEST_F(CompileErrors, StacksTakeTileMemory) {
  Tensor big = variable(INT, {159000}, "big"); // 636000 of 638976 bytes
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "Store", {{"out", big[0]}}), 0);
  const Sequence program({Execute(cs), Copy(big.slice(0, 1), big.slice(1, 2))});
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(graph_memory_allocation_error, "PE0407",
                                 ({"3200 bytes of stacks"}), compile(program));
  EXPECT_NO_THROW(Engine(graph, program, {{"target.workerStackSizeInBytes", "128"}}));
}

TEST_F(CompileErrors, MemoryOfAnIpu1IsSmaller) {
  IPUModel model("ipu1");
  Device ipu1 = model.createDevice();
  Graph small(ipu1.getTarget());
  Tensor t = small.addVariable(FLOAT, {100000}, "t"), u = small.addVariable(FLOAT, {100000}, "u");
  small.setTileMapping(t, 7);
  small.setTileMapping(u, 8);
  EXPECT_DIAGNOSTIC(graph_memory_allocation_error, "PE0407", ({"tile 7", "262144"}),
                    Engine(small, Copy(t, u)));
}

TEST_F(CompileErrors, UnknownOptionNamesTheNearest) {
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(invalid_option, "PE0701",
                                 ({"poplar_emu.executer", "poplar_emu.executor"}),
                                 Engine(graph, Sequence(), {{"poplar_emu.executer", "serial"}}));
}

TEST_F(CompileErrors, BadOptionValueNamesTheAllowedOnes) {
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(invalid_option, "PE0702",
                                 ({"poplar_emu.executor", "serial", "tbb"}),
                                 Engine(graph, Sequence(), {{"poplar_emu.executor", "fast"}}));
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(invalid_option, "PE0702", ({"debug.instrument", "maybe"}),
                                 Engine(graph, Sequence(), {{"debug.instrument", "maybe"}}));
}

TEST_F(CompileErrors, UnknownOptionOfAKnownFamilyIsAWarning) {
  EXPECT_NO_THROW(Engine(graph, Sequence(), {{"opt.somethingOfAnotherVersion", "true"}}));
}

TEST_F(CompileErrors, PredicateIsNoScalar) {
  Tensor flags = variable(BOOL, {3}, "flags");
  EXPECT_DIAGNOSTIC(control_program_error, "PE0406", ({"flags", "[3]"}),
                    compile(If(flags, Sequence(), Sequence())));
}

TEST_F(CompileErrors, TensorOfAnotherGraph) {
  Graph other(device.getTarget());
  Tensor mine = variable(FLOAT, {2}, "mine"), theirs = other.addVariable(FLOAT, {2}, "theirs");
  EXPECT_DIAGNOSTIC(poplar_error, "PE0115", ({"graph"}), compile(Copy(theirs, mine)));
}

TEST_F(CompileErrors, StreamAndTensorDiffer) {
  Tensor t = variable(FLOAT, {4}, "t");
  DataStream stream = graph.addHostToDeviceFIFO("in", FLOAT, 5);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0409", ({"in", "5", "4"}),
                    compile(Copy(stream, t)));
}

// Its elements lie so that the copy has no compact form.
TEST_F(CompileErrors, MemoryIsCheckedBeforeAnythingIsLowered) {
  Tensor small = graph.addVariable(FLOAT, {16}, "small");
  for (unsigned i = 0; i < 16; ++i)
    graph.setTileMapping(small[i], i % 4);
  Tensor many = small.broadcast(1U << 31, 0);
  Tensor huge = graph.addVariable(FLOAT, many.shape(), VariableMappingMethod::LINEAR, "huge");
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(graph_memory_allocation_error, "PE0407", ({"huge"}),
                                 compile(Copy(many, huge)));
}

TEST_F(CompileErrors, ProgramsOfAnotherGraph) {
  Graph other(device.getTarget());
  const ComputeSet theirs = other.addComputeSet("theirs");
  graph.addComputeSet("ours");
  EXPECT_DIAGNOSTIC(poplar_error, "PE0115", ({"compute set", "another graph"}),
                    compile(Execute(theirs)));
  const Function function = other.addFunction(Sequence());
  graph.addFunction(Sequence());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0115", ({"function", "another graph"}),
                    compile(Call(function)));
}

TEST_F(CompileErrors, ProgramsNestedTooDeeply) {
  const auto nest = [](unsigned levels, Program program) {
    while (--levels)
      program = Sequence{program, Sync(SyncType::INTERNAL)};
    return program;
  };
  compile(nest(4096, Sync(SyncType::INTERNAL)));
  EXPECT_DIAGNOSTIC(control_program_error, "PE0413", ({"4096"}),
                    compile(nest(4097, Sync(SyncType::INTERNAL))));
  const Function function = graph.addFunction(nest(3000, Sequence()));
  EXPECT_DIAGNOSTIC(control_program_error, "PE0413", ({"4096"}),
                    compile(nest(3000, Call(function))));
  EXPECT_DIAGNOSTIC(control_program_error, "PE0413", ({"4096"}),
                    compile(nest(30000, Sync(SyncType::INTERNAL))));
}

TEST_F(CompileErrors, NamelessPartsHaveNumbers) {
  const Tensor named = variable(FLOAT, {4}, "named");
  const Tensor t = graph.addVariable(FLOAT, {4});
  EXPECT_DIAGNOSTIC(invalid_tile_mapping, "PE0201", ({"variable #1"}), compile(Copy(t, named)));
  const Tensor zero = graph.addVariable(FLOAT, {}); // variable #2
  graph.setTileMapping(zero, 0);
  const ComputeSet computeSet = graph.addComputeSet();
  for (int i = 0; i < 2; ++i)
    graph.setTileMapping(graph.addVertex(computeSet, "Copy1", {{"in", named[i]}, {"out", zero}}),
                         0);
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0203", ({"in compute set #0", "variable #2"}),
                    compile(Execute(computeSet)));
}

} // namespace
} // namespace diagnostics
