// SPDX-License-Identifier: MIT
// Sources that popc must refuse, and those of which it leaves out a part.
#include "CodeletRunner.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>

#include <sstream>

namespace poplar_emu::codelet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The message of the exception of class E that adding the source raises.
template <class E>
std::string messageOf(const std::string &body, const char *flags = "") {
  Registry registry;
  CompileRequest request;
  request.flags = flags;
  std::ostringstream output;
  request.output = &output;
  try {
    registry.addSource("#include <poplar/Vertex.hpp>\n#include <array>\nusing namespace poplar;\n" +
                           body,
                       request);
  } catch (const E &error) {
    EXPECT_EQ(registry.numTypes(), 0u);
    return error.what();
  }
  return "nothing was raised";
}

std::string refusedField(const std::string &member) {
  return messageOf<poplar::graph_program_compilation_error>(
      "struct S { int i; };\nclass Bad : public Vertex { public: " + member +
      " Bad(); bool compute() { return true; } };\n");
}

TEST(RefusedFields, NameClassFieldAndType) {
  const std::pair<const char *, const char *> cases[] = {
      {"int bad[4];", "int[4]"},
      {"std::array<int, 3> bad;", "std::array<int, 3>"},
      {"S bad;", "S"},
      {"float *bad;", "float *"},
      {"int &bad;", "int &"},
      {"Input<S> bad;", "Input<S>"},
      {"Vector<Vector<Vector<int>>> bad;", "Vector<Vector<Vector<int>>>"},
      {"Vector<Input<Vector<Vector<int>>>> bad;", "Vector<Input<Vector<Vector<int>>>>"},
  };
  for (const auto &[member, type] : cases) {
    const std::string message = refusedField(member);
    EXPECT_THAT(message, HasSubstr("error[PE0304]")) << member;
    EXPECT_THAT(message,
                HasSubstr(std::string("Field 'Bad.bad' has unsupported field type '") + type + "'"))
        << member;
  }
}

TEST(RefusedFields, MinAlign) {
  const std::pair<const char *, const char *> cases[] = {
      {"Output<Vector<int, VectorLayout::SPAN, 3>> bad;", "MinAlign 3, which is no power of two"},
      {"Output<Vector<int, VectorLayout::SPAN, 0>> bad;", "MinAlign 0, which is no power of two"},
      {"Input<Vector<int, VectorLayout::SPAN, 2>> bad;",
       "MinAlign 2, less than the alignment of its elements, 4"},
      {"Input<VectorList<half, VectorListLayout::DELTANELEMENTS, 12>> bad;", "MinAlign 12, which"},
      {"Vector<Input<Vector<float, VectorLayout::ONE_PTR, 6>>> bad;", "MinAlign 6, which"},
      {"Vector<Input<Vector<float>>, VectorLayout::SPAN, 5> bad;", "MinAlign 5, which"},
  };
  for (const auto &[member, reason] : cases) {
    const std::string message = refusedField(member);
    EXPECT_THAT(message, HasSubstr("error[PE0304]: Field 'Bad.bad' has ")) << member;
    EXPECT_THAT(message, HasSubstr(reason)) << member;
    EXPECT_THAT(message, HasSubstr("fix: MinAlign is a power of two")) << member;
  }
}

TEST(RefusedFields, InitialisersAndVirtualFunctions) {
  EXPECT_THAT(refusedField("const unsigned bad = 3;"),
              AllOf(HasSubstr("Field 'Bad.bad' has a default member initialiser"),
                    HasSubstr("fix: leave the initialiser out and call "
                              "graph.setInitialValue(vertex[\"bad\"], value)")));
  EXPECT_THAT(refusedField("virtual int f() { return 1; }"),
              AllOf(HasSubstr("Vertex 'Bad' has virtual functions"),
                    HasSubstr("fix: leave out 'virtual'")));
}

TEST(CompileErrors, ShowTheFirstErrorAndTheCommand) {
  const std::string message = messageOf<poplar::graph_program_compilation_error>(
      "class Bad : public Vertex { public: Output<float> y;\n"
      "  bool compute() { *y = undefinedName; return anotherOne; } };\n",
      "-DX=1");
  EXPECT_THAT(message, HasSubstr("error[PE0301]"));
  EXPECT_THAT(message, HasSubstr("use of undeclared identifier 'undefinedName'"));
  EXPECT_THAT(message, HasSubstr("codelet-source.cpp:5"));
  EXPECT_THAT(message, HasSubstr("popc -DX=1"));
  EXPECT_THAT(message, testing::Not(HasSubstr("anotherOne'")));
}

TEST(CompileErrors, SyntaxHeadersAndHeap) {
  EXPECT_THAT(messageOf<poplar::graph_program_compilation_error>(
                  "class Bad : public Vertex { bool compute( };\n"),
              HasSubstr("error[PE0301]"));
  EXPECT_THAT(
      messageOf<poplar::graph_program_compilation_error>("#include <nowhere/to/be/found.h>\n"),
      HasSubstr("'nowhere/to/be/found.h' file not found"));
}

TEST(CompileErrors, NoExceptionsAndNoTypeInformation) {
  const std::pair<const char *, const char *> cases[] = {
      {"throw 1;", "cannot use 'throw' with exceptions disabled"},
      {"try { *y = 1; } catch (int) {}", "cannot use 'try' with exceptions disabled"},
      {"struct B { virtual void f(); }; struct D : B {}; B *b = nullptr; D *d = dynamic_cast<D "
       "*>(b);",
       "use of dynamic_cast requires -frtti"},
      {"*y = typeid(int) == typeid(float);", "use of typeid requires -frtti"},
  };
  for (const auto &[statement, error] : cases)
    EXPECT_THAT(
        messageOf<poplar::graph_program_compilation_error>(
            std::string("#include <typeinfo>\nclass Bad : public Vertex { public: Output<int> "
                        "y;\n void compute() { ") +
            statement + " } };\n"),
        HasSubstr(error));
}

TEST(CompileErrors, WarningsGoToTheStreamAndWerrorCounts) {
  const std::string source = "#include <poplar/Vertex.hpp>\n"
                             "class W : public poplar::Vertex { public: poplar::Output<float> y;\n"
                             "  void compute() { int unusedThing; *y = 1; } };\n";
  Registry registry;
  std::ostringstream output;
  CompileRequest request;
  request.flags = "-Wall";
  request.output = &output;
  registry.addSource(source, request);
  EXPECT_THAT(output.str(), HasSubstr("unused variable 'unusedThing'"));
  request.flags = "-Wall -Werror";
  Registry strict;
  EXPECT_THROW(strict.addSource(source, request), poplar::graph_program_compilation_error);
}

// Vertices are looked up without their bodies: nothing may seem unused then.
TEST(CompileErrors, WhatOnlyBodiesUseIsNoWarning) {
  const std::string source =
      "#include <poplar/Vertex.hpp>\nstatic int twice(int x) { return 2 * x; }\n"
      "static const int kTable[2] = {3, 4};\n"
      "struct U : poplar::Vertex { poplar::Output<int> y;\n"
      "  void compute() { int x = 1; *y = twice(kTable[x]); } };\n";
  std::ostringstream output;
  CompileRequest request;
  request.flags = "-Wall -Wextra -Werror";
  request.output = &output;
  Registry registry;
  EXPECT_NO_THROW(registry.addSource(source, request));
  EXPECT_EQ(output.str(), "");
}

TEST(LinkErrors, DynamicMemoryAndUndefinedSymbols) {
  const auto loadText = [](const std::string &body) {
    Registry registry;
    CompileRequest request;
    std::ostringstream output;
    request.output = &output;
    registry.addSource("#include <poplar/Vertex.hpp>\n" + body, request);
    const VertexTypeId used[] = {VertexTypeId(0)};
    load(registry.bundle(used), 6);
  };
  try {
    loadText(
        "int elsewhere(int);\nclass U : public poplar::Vertex { public: poplar::Output<int> y;\n"
        "  void compute() { *y = elsewhere(1); } };\n");
    FAIL() << "no error";
  } catch (const poplar::link_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("undefined symbol 'elsewhere(int)'"));
  }
  try {
    loadText("class H : public poplar::Vertex { public: poplar::Output<int> y; unsigned n;\n"
             "  void compute() { int *p = new int[n]; p[n - 1] = 3; *y = p[n / 2]; asm "
             "volatile(\"\" ::\"r\"(p)); } };\n");
    FAIL() << "no error";
  } catch (const poplar::link_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("dynamic memory"));
  }
}

TEST(LinkErrors, HostCodeWithoutGuards) {
  Registry registry;
  CompileRequest request;
  std::ostringstream output;
  request.output = &output;
  registry.addSource(
      "#include <poplar/Graph.hpp>\n#include <poplar/Vertex.hpp>\n"
      "struct U : poplar::Vertex { poplar::Output<int> y; void compute() { *y = 1; } };\n"
      "void build(poplar::Graph &graph) { graph.addComputeSet(); }\n",
      request);
  const VertexTypeId used[] = {VertexTypeId(0)};
  try {
    load(registry.bundle(used), 6);
    FAIL() << "no error";
  } catch (const poplar::link_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("#ifndef __POPC__"));
  }
}

TEST(DeviceOnly, OnlyTheVerticesConcernedAreLeftOut) {
  Registry registry;
  CompileRequest request;
  std::ostringstream output;
  request.output = &output;
  registry.addFile(CODELET_FOLDER "/DeviceOnly.cpp", request);
  EXPECT_EQ(registry.numTypes(), 5u);
  EXPECT_TRUE(registry.type(registry.require("Ordinary", {})).hasHostCode);
  for (const char *name : {"WithAsm", "ThroughHelper", "InvalidInstruction", "DeclaredOnly"}) {
    const ir::VertexType &type = registry.type(registry.require(name, {}));
    EXPECT_FALSE(type.hasHostCode) << name;
    EXPECT_FALSE(type.whyNoHostCode.empty()) << name;
  }
  EXPECT_THAT(output.str(), HasSubstr("'WithAsm::compute' has no code for the host"));
  EXPECT_THAT(output.str(), HasSubstr("'InvalidInstruction::compute' has no code for the host"));
  EXPECT_THAT(output.str(), HasSubstr("clearAccumulators"));

  const VertexTypeId ordinary[] = {registry.require("Ordinary", {})};
  const LoadedCodelets loaded = load(registry.bundle(ordinary), 6);
  Instance instance(registry.type(ordinary[0]));
  float x = 1, y = 0;
  instance.scalar("x", x).scalar("y", y);
  Tile tile(0);
  loaded.batch(ordinary[0])(instance.data(), 1, 16, &tile.context, nullptr);
  EXPECT_EQ(y, 2.0f);

  const VertexTypeId assembly[] = {registry.require("WithAsm", {})};
  try {
    registry.bundle(assembly);
    FAIL() << "no error";
  } catch (const poplar::link_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("error[PE0308]"));
    EXPECT_THAT(error.what(), HasSubstr("WithAsm"));
  }
}

} // namespace
} // namespace poplar_emu::codelet::test
