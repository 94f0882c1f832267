// SPDX-License-Identifier: MIT
// Whole diagnostics, line by line: what a user reads when something is wrong.
#include "Golden.hpp"
#include "Program.hpp"

#include <exception>
#include <functional>

namespace golden {
namespace {

using namespace poplar;
using namespace poplar::program;

class Diagnostics : public Texts {
 protected:
  static std::string errorOf(const std::function<void()> &action) {
    try {
      action();
    } catch (const std::exception &error) {
      return std::string(error.what()) + '\n';
    }
    return "nothing was thrown\n";
  }
  void compile(const Program &program) { Engine engine(graph, program); }
  Engine loaded(const Program &program, const OptionFlags &options = {}) {
    Engine engine(graph, program, options);
    engine.load(device);
    return engine;
  }
};

TEST_F(Diagnostics, TwoVerticesWriteOneElement) {
  const Tensor in = variable({8}, "in", 0), grid = variable({8}, "grid", 0);
  ComputeSet halo = graph.addComputeSet("halo");
  scale(halo, in.slice(0, 5), grid.slice(0, 5), 0);
  scale(halo, in.slice(3, 8), grid.slice(3, 8), 1);
  EXPECT_GOLDEN("PE0203.txt", errorOf([&] { compile(Execute(halo)); }));
}

TEST_F(Diagnostics, UnmappedVariable) {
  const Tensor t = graph.addVariable(FLOAT, {2, 3}, "unmapped"), to = variable({2, 3}, "to", 0);
  EXPECT_GOLDEN("PE0201.txt", errorOf([&] { compile(Copy(t, to)); }));
}

TEST_F(Diagnostics, UnconnectedField) {
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "Scale", {{"in", variable({2}, "in", 0)}}), 0);
  EXPECT_GOLDEN("PE0208.txt", errorOf([&] { compile(Execute(cs)); }));
}

TEST_F(Diagnostics, OutOfTileMemory) {
  const Tensor large = variable({200000}, "large", 2), small = variable({1000}, "small", 2);
  EXPECT_GOLDEN(
      "PE0407.txt", errorOf([&] {
        compile(Sequence(Copy(large.slice(0, 1000), small), Copy(small, large.slice(0, 1000))));
      }));
}

TEST_F(Diagnostics, SliceOutOfRange) {
  const Tensor t = variable({4, 6}, "t", 0);
  EXPECT_GOLDEN("slice_out_of_range.txt", errorOf([&] { t.slice(2, 9, 1); }));
}

TEST_F(Diagnostics, ShapesOfACopyDiffer) {
  const Tensor a = variable({4, 6}, "a", 0), b = variable({3, 6}, "b", 0);
  EXPECT_GOLDEN("copy_shapes.txt", errorOf([&] { compile(Copy(a, b)); }));
}

TEST_F(Diagnostics, UnknownVertexType) {
  ComputeSet cs = graph.addComputeSet("cs");
  EXPECT_GOLDEN("unknown_vertex.txt", errorOf([&] { graph.addVertex(cs, "Scael"); }));
}

TEST_F(Diagnostics, UnknownField) {
  VertexRef v = graph.addVertex(graph.addComputeSet("cs"), "Scale");
  EXPECT_GOLDEN("unknown_field.txt",
                errorOf([&] { graph.connect(v["inn"], variable({2}, "t", 0)); }));
}

TEST_F(Diagnostics, UnknownOption) {
  EXPECT_GOLDEN("unknown_option.txt", errorOf([&] {
                  Engine engine(graph, Sequence(), {{"poplar_emu.exchnge", "copy"}});
                }));
}

TEST_F(Diagnostics, CodeletThatDoesNotCompile) {
  std::stringstream source("#include <poplar/Vertex.hpp>\n"
                           "struct Broken : poplar::Vertex {\n"
                           "  void compute() { undeclared = 1; }\n"
                           "};\n");
  EXPECT_GOLDEN("PE0301.txt", errorOf([&] { graph.addCodelets(source); }));
}

TEST_F(Diagnostics, StreamThatIsNotConnected) {
  Engine engine = loaded(scaledSum());
  EXPECT_GOLDEN("PE0501.txt", errorOf([&] { engine.run(); }));
}

TEST_F(Diagnostics, HostBufferOfAWrongSize) {
  Engine engine = loaded(scaledSum());
  float values[30];
  EXPECT_GOLDEN("PE0503.txt", errorOf([&] { engine.readTensor("out", values, values + 30); }));
}

TEST_F(Diagnostics, UndefinedRead) {
  const Tensor in = variable({8}, "in", 1), out = variable({8}, "out", 1);
  graph.setInitialValue(in.slice(0, 3), 1);
  ComputeSet cs = graph.addComputeSet("scaling");
  scale(cs, in, out, 1);
  Engine engine = loaded(Execute(cs), {{"poplar_emu.checks", "true"}});
  EXPECT_GOLDEN("PE0607.txt", errorOf([&] { engine.run(); }));
}

} // namespace
} // namespace golden
