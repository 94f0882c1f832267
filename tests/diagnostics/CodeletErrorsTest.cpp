// SPDX-License-Identifier: MIT
// Bad codelets and bad codelet files.
#include "Diagnostics.hpp"

#include <cstdio>
#include <fstream>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

class CodeletErrors : public DiagnosticsTest {
 protected:
  std::string file(const std::string &name, const std::string &content) {
    const std::string path = testing::TempDir() + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
};

TEST_F(CodeletErrors, FirstErrorOfTheUserIsShown) {
  const std::string path = file("broken.cpp", "#include <poplar/Vertex.hpp>\n"
                                              "class Broken : public poplar::Vertex {\n"
                                              "public:\n"
                                              "  void compute() { undeclared = 1; }\n"
                                              "};\n");
  EXPECT_DIAGNOSTIC(graph_program_compilation_error, "PE0301",
                    ({"broken.cpp:4:", "undeclared", "popc"}), graph.addCodelets(path));
  EXPECT_FALSE(graph.hasCodelet("Broken"));
}

TEST_F(CodeletErrors, FileIsNotThere) {
  EXPECT_DIAGNOSTIC(file_load_error, "PE0302", ({"nowhere.cpp"}), graph.addCodelets("nowhere.cpp"));
  EXPECT_DIAGNOSTIC(file_load_error, "PE0302", ({"nowhere.gp"}), graph.addCodelets("nowhere.gp"));
}

TEST_F(CodeletErrors, UnsupportedFieldsAreNamed) {
  std::stringstream source("#include <poplar/Vertex.hpp>\n"
                           "class Arrays : public poplar::Vertex { public: float table[4];\n"
                           "  void compute() {} };\n");
  EXPECT_DIAGNOSTIC(graph_program_compilation_error, "PE0304", ({"Arrays.table"}),
                    graph.addCodelets(source));
}

TEST_F(CodeletErrors, ForeignTruncatedAndCorruptFiles) {
  EXPECT_DIAGNOSTIC(graph_object_load_error, "PE0303", ({"foreign.gp"}),
                    graph.addCodelets(file("foreign.gp", "this is no codelet file")));
  EXPECT_DIAGNOSTIC(graph_object_load_error, "PE0303", ({"empty.gp"}),
                    graph.addCodelets(file("empty.gp", "")));

  const std::string source =
      file("good.cpp", "#include <poplar/Vertex.hpp>\n"
                       "class Good : public poplar::Vertex { public: "
                       "poplar::Output<int> o; void compute() { *o = 1; } };\n");
  const std::string gp = testing::TempDir() + "good.gp";
  ASSERT_EQ(std::system((std::string(POPC) + " " + source + " -o " + gp).c_str()), 0);
  std::ifstream in(gp, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  ASSERT_GT(bytes.size(), 200u);
  for (std::size_t length : {bytes.size() / 2, bytes.size() - 1, std::size_t{20}})
    EXPECT_DIAGNOSTIC(graph_object_load_error, "PE0303", ({"cut.gp"}),
                      graph.addCodelets(file("cut.gp", bytes.substr(0, length))));
  for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 13 + 1) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    EXPECT_THROW(graph.addCodelets(file("damaged.gp", damaged)), graph_object_load_error) << at;
  }
  EXPECT_FALSE(graph.hasCodelet("Good"));
  EXPECT_TRUE(graph.addCodelets(gp));
  EXPECT_FALSE(graph.addCodelets(gp));
  EXPECT_TRUE(graph.hasCodelet("Good"));
}

TEST_F(CodeletErrors, CodeletFileForOtherTargets) {
  const std::string source =
      file("elsewhere.cpp", "#include <poplar/Vertex.hpp>\n"
                            "class Elsewhere : public poplar::Vertex { public: "
                            "poplar::Output<int> o; void compute() { *o = 1; } };\n");
  const std::string gp = testing::TempDir() + "elsewhere.gp";
  const std::string popc = std::string(POPC) + " " + source + " -o " + gp + " --target=";
  ASSERT_EQ(std::system((popc + "ipu21,cpu").c_str()), 0);
  EXPECT_DIAGNOSTIC(graph_object_load_error, "PE0309",
                    ({"elsewhere.gp", "'ipu2'", "'ipu21', 'cpu'"}), graph.addCodelets(gp));
  EXPECT_FALSE(graph.hasCodelet("Elsewhere"));
  EXPECT_DIAGNOSTIC(graph_object_load_error, "PE0309", ({"'ipu1'", "'ipu21', 'cpu'"}),
                    graph.addCodelets(gp, CodeletFileType::Auto, "", "ipu1"));
  EXPECT_TRUE(graph.addCodelets(gp, CodeletFileType::Auto, "", "ipu21"));
  Graph onCpu(Target::createCPUTarget());
  EXPECT_TRUE(onCpu.addCodelets(gp));
  Graph variant(Target::createIPUTarget(1, "ipu2"));
  ASSERT_EQ(std::system((popc + "ipu2:cpp").c_str()), 0);
  EXPECT_TRUE(variant.addCodelets(gp));
}

TEST_F(CodeletErrors, TwoSourceTextsWithOneName) {
  const auto text = [](const char *body) {
    return std::stringstream(std::string("#include <poplar/Vertex.hpp>\nclass Twin : public "
                                         "poplar::Vertex { public: ") +
                             body + " };\n");
  };
  std::stringstream first = text("poplar::Output<int> a; void compute() { *a = 1; }");
  std::stringstream second = text("poplar::Output<int> b; void compute() { *b = 1; }");
  const unsigned firstLine = __LINE__ + 1;
  graph.addCodelets(first);
  const unsigned secondLine = __LINE__ + 1; // compilers differ on lines within a macro call
  const auto addSecond = [&] { graph.addCodelets(second); };
  EXPECT_DIAGNOSTIC(
      graph_object_load_error, "PE0307",
      ({"CodeletErrorsTest.cpp:" + std::to_string(firstLine) + "   first in a source",
        "CodeletErrorsTest.cpp:" + std::to_string(secondLine) + "   then in a source"}),
      addSecond());
}

TEST_F(CodeletErrors, ClassThatIsNoVertexType) {
  const std::string path = file("near.cpp", "#include <poplar/Vertex.hpp>\n"
                                            "class Near : public poplar::MultiVertex { public:\n"
                                            "  bool compute() { return true; } };\n");
  graph.addCodelets(path);
  ComputeSet cs = graph.addComputeSet("cs");
  EXPECT_DIAGNOSTIC(unknown_vertex_type, "PE0204",
                    ({"near.cpp:2: its compute() takes no argument", "compute(unsigned workerId)"}),
                    graph.addVertex(cs, "Near"));
}

TEST_F(CodeletErrors, CallsThatWouldEndTheProgram) {
  const char *calls[] = {"std::exit(3)", "_Exit(3)", "std::quick_exit(3)"};
  for (unsigned i = 0; i < 3; ++i) {
    const std::string name = "Leave" + std::to_string(i);
    std::stringstream source("#include <cstdlib>\n#include <poplar/Vertex.hpp>\nclass " + name +
                             " : public poplar::Vertex { public: poplar::Output<int> o;\n"
                             "  void compute() { *o = 1; " +
                             calls[i] + "; } };\n");
    Graph own(device.getTarget());
    own.addCodelets(source);
    Tensor out = own.addVariable(INT, {}, "out");
    own.setTileMapping(out, 0);
    ComputeSet cs = own.addComputeSet("cs");
    own.setTileMapping(own.addVertex(cs, name, {{"o", out}}), 0);
    EXPECT_DIAGNOSTIC_WITHOUT_LINE(link_error, "PE0305", ({"which would end the host program"}),
                                   Engine(own, Execute(cs)));
  }
}

TEST_F(CodeletErrors, UndefinedSymbolIsALinkError) {
  std::stringstream source(
      "#include <poplar/Vertex.hpp>\n"
      "float elsewhere(float);\n"
      "class Calls : public poplar::Vertex { public: poplar::Output<float> out;\n"
      "  void compute() { *out = elsewhere(1); } };\n");
  graph.addCodelets(source);
  Tensor t = variable(FLOAT, {}, "t");
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "Calls", {{"out", t}}), 0);
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(link_error, "PE0305", ({"elsewhere"}), compile(Execute(cs)));
}

TEST_F(CodeletErrors, AssemblyVertexIsAnErrorOnlyWhenUsed) {
  std::stringstream source(
      "#include <poplar/Vertex.hpp>\n"
      "using namespace poplar;\n"
      "class Plain : public Vertex { public: Output<int> out; void compute() { *out = 7; } };\n"
      "class Assembly : public Vertex { public: Output<int> out;\n"
      "  void compute() { asm volatile(\"setzi $m0, 5\"); *out = __builtin_ipu_f16v4sisoamp(1); } "
      "};\n");
  graph.addCodelets(source);
  Tensor t = variable(INT, {2}, "t");
  ComputeSet plain = graph.addComputeSet("plain"), assembly = graph.addComputeSet("assembly");
  graph.setTileMapping(graph.addVertex(plain, "Plain", {{"out", t[0]}}), 0);
  graph.setTileMapping(graph.addVertex(assembly, "Assembly", {{"out", t[1]}}), 0);
  EXPECT_NO_THROW(compile(Execute(plain)));
  EXPECT_DIAGNOSTIC(link_error, "PE0308", ({"Assembly"}), compile(Execute(assembly)));
}

} // namespace
} // namespace diagnostics
