// SPDX-License-Identifier: MIT
// Spellings of vertex names, flags, file kinds.
#include "codelet/Names.hpp"
#include "codelet/FileType.hpp"
#include "codelet/system/Process.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::codelet {
namespace {

TEST(Names, Canonical) {
  EXPECT_EQ(canonicalName("Foo"), "Foo");
  EXPECT_EQ(canonicalName("::ns::Foo< float , half >"), "ns::Foo<float,half>");
  EXPECT_EQ(canonicalName("Foo<unsigned,signed,short int,uint32_t,std::int8_t>"),
            "Foo<unsigned int,int,short,unsigned int,signed char>");
  EXPECT_EQ(canonicalName("Foo<Bar<unsigned>, unsigned  long long >"),
            "Foo<Bar<unsigned int>,unsigned long long>");
  EXPECT_EQ(canonicalName("Foo<uint64_t,-3,true>"), "Foo<unsigned long long,-3,true>");
  EXPECT_EQ(canonicalName("Foo<unsigned int>"), "Foo<unsigned int>");
  EXPECT_EQ(canonicalName("Foo<>"), "Foo<>");
  EXPECT_EQ(canonicalName("Foo<const float *,int &>"), "Foo<const float*,int&>");
}

TEST(Flags, SplitLikeAShell) {
  EXPECT_EQ(splitFlags("-O3  -I 'my dir' -DX=\"a b\" -DY=a\\ b ''"),
            (std::vector<std::string>{"-O3", "-I", "my dir", "-DX=a b", "-DY=a b", ""}));
  EXPECT_TRUE(splitFlags("  ").empty());
  EXPECT_EQ(commandLine({"popc", "a b", "it's"}), "popc 'a b' 'it'\\''s'");
}

TEST(FileTypes, ByExtension) {
  EXPECT_EQ(fileTypeFromPath("dir.x/a.cpp"), FileType::CppSource);
  EXPECT_EQ(fileTypeFromPath("a.c"), FileType::CSource);
  EXPECT_EQ(fileTypeFromPath("a.S"), FileType::AsmSource);
  EXPECT_EQ(fileTypeFromPath("a.s"), FileType::PreprocessedAsmSource);
  EXPECT_EQ(fileTypeFromPath("a.ll"), FileType::IrSource);
  EXPECT_EQ(fileTypeFromPath("a.bc"), FileType::IrSource);
  EXPECT_EQ(fileTypeFromPath("a.gp"), FileType::Object);
  EXPECT_EQ(fileTypeFromPath("noextension"), FileType::Auto);
}

TEST(Process, KeepsOutputAndStatus) {
  const ProcessResult result = runProcess({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_TRUE(result.started);
  EXPECT_EQ(result.exitCode, 3);
  EXPECT_EQ(result.output, "out\nerr\n");
  EXPECT_EQ(runProcess({"/bin/sh", "-c", "kill -9 $$"}).exitCode, 137);
  EXPECT_FALSE(runProcess({"/no/such/program"}).started);
}

} // namespace
} // namespace poplar_emu::codelet
