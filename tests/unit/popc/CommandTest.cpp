// SPDX-License-Identifier: MIT
// popc as a program: its options, merging, targets.
#include "CodeletRunner.hpp"

#include "codelet/format/GpFile.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Paths.hpp"
#include "codelet/system/Process.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>

#include <filesystem>

namespace poplar_emu::codelet::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Popc : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("popc_test_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ProcessResult popc(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), findPopc().value().string());
    return runProcess(arguments);
  }
  std::string file(const std::string &name) const { return (folder_ / name).string(); }
  std::string source(const std::string &name, const std::string &text) const {
    writeAtomically(folder_ / name, text);
    return file(name);
  }
  std::string vertex(const std::string &name) const {
    return source(name + ".cpp", "#include <poplar/Vertex.hpp>\n"
                                 "struct " +
                                     name +
                                     " : poplar::Vertex { poplar::Output<int> y;\n"
                                     "  void compute() { *y = VALUE; } };\n");
  }

  std::filesystem::path folder_;
};

TEST_F(Popc, VersionAndTargets) {
  EXPECT_THAT(popc({"--version"}).output,
              testing::MatchesRegex(
                  "POPLAR version [0-9]+\\.[0-9]+\\.[0-9]+ \\(.*\\)\nclang version 19.*\n"));
  EXPECT_EQ(popc({"--list-targets"}).output, "cpu,ipu1,ipu2,ipu21\n");
  EXPECT_EQ(popc({"--help"}).exitCode, 0);
}

TEST_F(Popc, CompilesMergesAndKeepsBothImages) {
  const std::string a = vertex("A"), b = vertex("B");
  EXPECT_EQ(popc({"-O2", "-DVALUE=3", "-target=ipu2,cpu", a, "-o", file("a.gp")}).exitCode, 0);
  EXPECT_EQ(popc({"-DVALUE=4", "-X", "-Wall", "--target", "ipu21", b, "-o", file("b.gp")}).exitCode,
            0);
  const ProcessResult merged = popc({file("a.gp"), file("b.gp"), "-o", file("all.gp")});
  EXPECT_EQ(merged.exitCode, 0) << merged.output;
  const GpContent content = readGp(readWholeFile(file("all.gp")).value());
  ASSERT_EQ(content.units.size(), 2u) << content.problem;
  ASSERT_EQ(content.units[0].images.size(), 2u);
  EXPECT_EQ(content.units[0].images[0].key.numWorkers, 6u);
  EXPECT_EQ(content.units[0].images[1].key.numWorkers, 1u);

  Registry registry;
  EXPECT_TRUE(registry.addFile(file("all.gp"), {}));
  EXPECT_FALSE(registry.addFile(file("all.gp"), {}));
  const VertexTypeId used[] = {registry.require("A", {}), registry.require("B", {})};
  for (const unsigned workers : {6u, 1u, 3u}) { // 3: built on demand from the source inside
    const LoadedCodelets loaded = load(registry.bundle(used), workers);
    for (std::size_t i = 0; i < 2; ++i) {
      Instance instance(registry.type(used[i]));
      int y = 0;
      instance.scalar("y", y);
      Tile tile(0);
      loaded.batch(used[i])(instance.data(), 1, 8, &tile.context, nullptr);
      EXPECT_EQ(y, 3 + static_cast<int>(i));
    }
  }
}

TEST_F(Popc, SeveralInputsIncludesAndC) {
  std::filesystem::create_directories(folder_ / "inc");
  source("inc/value.h",
         "#define VALUE helper(20)\n#ifdef __cplusplus\nextern \"C\"\n#endif\nint helper(int);\n");
  const std::string c =
      source("helper.c", "#include \"value.h\"\nint helper(int x) { return x + 1; }\n");
  const std::string cpp = source(
      "user.cpp",
      "#include <value.h>\n#include <poplar/Vertex.hpp>\n"
      "struct C : poplar::Vertex { poplar::Output<int> y; void compute() { *y = VALUE; } };\n");
  const ProcessResult result = popc({"-I", file("inc"), cpp, c, "-o", file("both.gp")});
  ASSERT_EQ(result.exitCode, 0) << result.output;
  // The .gp holds all that a rebuild needs.
  std::filesystem::remove_all(folder_ / "inc");
  Registry registry;
  registry.addFile(file("both.gp"), {});
  const VertexTypeId used[] = {registry.require("C", {})};
  const Bundle bundle = registry.bundle(used);
  EXPECT_EQ(bundle.units.size(), 2u);
  for (const unsigned workers : {6u, 2u}) {
    const LoadedCodelets loaded = load(bundle, workers);
    Instance instance(registry.type(used[0]));
    int y = 0;
    instance.scalar("y", y);
    Tile tile(0);
    loaded.batch(used[0])(instance.data(), 1, 8, &tile.context, nullptr);
    EXPECT_EQ(y, 21);
  }
}

// CPATH and -I often lead to our headers by another path than popc's own.
TEST_F(Popc, HeadersAreFoundOnceByWhateverPath) {
  std::filesystem::create_directories(folder_ / "other");
  std::filesystem::create_directory_symlink(
      std::filesystem::canonical(CODELET_FOLDER "/../../../../poplar_emu/include/poplar"),
      folder_ / "other/poplar");
  const ProcessResult result =
      popc({"-DVALUE=1", "-I", file("other"), vertex("A"), "-o", file("x.gp")});
  EXPECT_EQ(result.exitCode, 0) << result.output;
}

TEST_F(Popc, AssemblySourcesAreAcceptedWithANote) {
  const std::string s = source("fast.S", "  .globl __runCodelet_Foo\n");
  const ProcessResult result = popc({"-DVALUE=1", vertex("A"), s, "-o", file("x.gp")});
  EXPECT_EQ(result.exitCode, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("note: "));
  EXPECT_THAT(result.output, HasSubstr("fast.S"));
}

TEST_F(Popc, IrIsRefused) {
  const std::string ir = source("f.ll", "define i32 @f() { ret i32 1 }\n");
  const ProcessResult result = popc({ir, "-o", file("x.gp")});
  EXPECT_NE(result.exitCode, 0);
  EXPECT_THAT(result.output, HasSubstr("f.ll:1:1: error: LLVM IR"));
  Registry registry;
  EXPECT_THROW(registry.addFile(ir, {}), poplar::graph_program_compilation_error);
}

// -DN=64 and #define T float are habits: neither our headers nor the glue may mind.
TEST_F(Popc, MacrosOfTheUserStayInTheSource) {
  std::vector<std::string> arguments;
  std::string body;
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    arguments.push_back(std::string("-D") + letter + "=3");
    body += std::string(" + ") + letter;
  }
  const std::string all = source(
      "all.cpp", "#include <poplar/Vertex.hpp>\n#include <ipu_intrinsics>\n#include "
                 "<print.h>\nclass All : public poplar::Vertex { public: poplar::Output<int> "
                 "sum;\n  void compute() { *sum = 0" +
                     body + "; printf(\"%d\", *sum); } };\n");
  arguments.insert(arguments.end(), {all, "-o", file("all.gp")});
  const ProcessResult upper = popc(arguments);
  EXPECT_EQ(upper.exitCode, 0) << upper.output;
  const std::string lower = source(
      "lower.cpp", "#include <poplar/Vertex.hpp>\n#define count 7\n#define stride 2\n#define i 1\n"
                   "#define instance(x) x x\n#define all\n#define context \"x\"\n#define w -\n"
                   "class Lower : public poplar::MultiVertex { public: poplar::Output<int> sum;\n"
                   "  void compute(unsigned) { *sum = count + stride; } };\n");
  const ProcessResult result = popc({lower, "-o", file("lower.gp")});
  EXPECT_EQ(result.exitCode, 0) << result.output;
}

TEST_F(Popc, OtherProducts) {
  const std::string a = vertex("A");
  ASSERT_EQ(popc({"-DVALUE=1", "-c", a, "-o", file("a.o")}).exitCode, 0);
  EXPECT_THAT(readWholeFile(file("a.o")).value(), StartsWith("\x7f"
                                                             "ELF"));
  ASSERT_EQ(popc({"-DVALUE=1", "-S", a, "-o", file("a.s")}).exitCode, 0);
  EXPECT_THAT(readWholeFile(file("a.s")).value(), HasSubstr("poplar_emu_batch_"));
  ASSERT_EQ(popc({"-DVALUE=1", "--emit-llvm", a, "-o", file("a.ll")}).exitCode, 0);
  EXPECT_THAT(readWholeFile(file("a.ll")).value(), HasSubstr("define"));
}

TEST_F(Popc, OutputsAreNamedAfterTheirKind) {
  const std::string a = vertex("A"), popcPath = findPopc().value().string();
  const auto shell = [&](const std::string &arguments) {
    return runProcess({"/bin/sh", "-c",
                       "cd " + folder_.string() + " && " + popcPath + " -DVALUE=1 " + arguments});
  };
  EXPECT_EQ(shell(a).exitCode, 0);
  EXPECT_EQ(shell("-c " + a).exitCode, 0);
  EXPECT_EQ(shell("-S " + a).exitCode, 0);
  for (const char *name : {"a.gp", "A.o", "A.s"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
}

TEST_F(Popc, WorksInAFolderThatIsGone) {
  const std::string a = vertex("A");
  const ProcessResult result = runProcess(
      {"/bin/sh", "-c",
       "mkdir " + file("gone") + " && cd " + file("gone") + " && rmdir " + file("gone") + " && " +
           findPopc().value().string() + " -DVALUE=1 " + a + " -o " + file("a.gp")});
  EXPECT_EQ(result.exitCode, 0) << result.output;
  EXPECT_EQ(readGp(readWholeFile(file("a.gp")).value()).units.size(), 1u);
}

TEST_F(Popc, RefusesWhatItDoesNotKnow) {
  const std::string a = vertex("A");
  const ProcessResult target = popc({"-target=ipu3", a, "-o", file("a.gp")});
  EXPECT_NE(target.exitCode, 0);
  EXPECT_THAT(target.output, HasSubstr("unknown target 'ipu3'"));
  const ProcessResult option = popc({"--strict-input", a});
  EXPECT_EQ(option.exitCode, 1);
  EXPECT_EQ(option.output, "popc: error: unknown option '--strict-input'; did you mean "
                           "'--strict-inputs'?\n");
  EXPECT_THAT(popc({"-q", a}).output, StartsWith("popc: error: unknown option '-q' ("));
  const ProcessResult value = popc({a, "-o"});
  EXPECT_EQ(value.exitCode, 1);
  EXPECT_THAT(value.output, StartsWith("popc: error: "));
  EXPECT_NE(popc({}).exitCode, 0);
  EXPECT_NE(popc({file("missing.cpp"), "-o", file("a.gp")}).exitCode, 0);
  EXPECT_EQ(popc({R"(--target=[{"name":"fast","arch":"ipu2","compile-flags":["-O3","-DVALUE=1"]}])",
                  a, "-o", file("a.gp")})
                .exitCode,
            0);
}

TEST_F(Popc, StrictInputsMakeElementsConst) {
  const std::string writes =
      source("w.cpp", "#include <poplar/Vertex.hpp>\nstruct W : poplar::Vertex {\n"
                      "  poplar::Input<poplar::Vector<int>> x; void compute() { x[0] = 1; } };\n");
  EXPECT_EQ(popc({writes, "-o", file("w.gp")}).exitCode, 0);
  const ProcessResult strict = popc({"--strict-inputs", writes, "-o", file("w.gp")});
  EXPECT_NE(strict.exitCode, 0);
  EXPECT_THAT(strict.output, HasSubstr("const"));
}

} // namespace
} // namespace poplar_emu::codelet::test
