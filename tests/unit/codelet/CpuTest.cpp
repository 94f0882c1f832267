// SPDX-License-Identifier: MIT
// Code for a processor that popc does not see: the one that a simulator shows to the program.
#include "codelet/Driver.hpp"
#include "codelet/Loader.hpp"
#include "codelet/Registry.hpp"
#include "codelet/format/HostCpu.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Paths.hpp"
#include "codelet/system/Process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace poplar_emu::codelet {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char *kScale =
    "#include <poplar/Vertex.hpp>\nusing namespace poplar;\n"
    "struct Scale : Vertex { Input<Vector<float>> in; Output<Vector<float>> out;\n"
    "  void compute() { for (unsigned i = 0; i < out.size(); ++i) out[i] = 3 * in[i]; } };\n";

/// The own CPU with only the features that every x86-64 has.
std::string baselineCpu() {
  CpuFeatures features = CpuFeatures::parse(hostCpu()).value();
  features.words = {};
  return features.toString();
}

class Cpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!CpuFeatures::parse(hostCpu())) GTEST_SKIP() << "no x86-64";
  }
};

TEST_F(Cpu, NamesAreReadBack) {
  const auto features = CpuFeatures::parse(hostCpu());
  ASSERT_TRUE(features);
  EXPECT_EQ(features->toString(), hostCpu());
  EXPECT_TRUE(features->has(CpuFeatures::BasicEdx, 26)) << "every x86-64 has SSE2";
  for (const std::string &other :
       {std::string("aarch64 1-2"), hostCpu() + "-1", hostCpu().substr(1), hostCpu().substr(0, 30),
        std::string("x86_64 ")})
    EXPECT_FALSE(CpuFeatures::parse(other)) << other;
}

TEST_F(Cpu, ImagesAreForTheProcessorThatAsked) {
  Registry registry;
  registry.addSource(kScale, {});
  const VertexTypeId used[] = {registry.require("Scale", {})};
  const Bundle bundle = registry.bundle(used);
  ImageKey key = hostImageKey(6, FloatExceptions::Off);
  EXPECT_NE(bundle.units[0]->image(key), nullptr);
  key.cpu = baselineCpu();
  EXPECT_EQ(bundle.units[0]->image(key), nullptr);
  EXPECT_NE(rebuild(*bundle.units[0], key)->image(key), nullptr);
}

TEST_F(Cpu, FeaturesDecideInstructions) {
  const TemporaryFile folder(temporaryName(std::filesystem::temp_directory_path(), ".cpu"));
  std::filesystem::create_directories(folder.path());
  const std::string source = (folder.path() / "scale.cpp").string();
  const std::string assembly = (folder.path() / "scale.s").string();
  ASSERT_TRUE(writeAtomically(source, kScale));
  const auto compiledFor = [&](const std::string &cpu) {
    const ProcessResult result =
        runProcess({findPopc().value().string(), "--cpu=" + cpu, "-S", source, "-o", assembly});
    EXPECT_EQ(result.exitCode, 0) << result.output;
    return readWholeFile(assembly).value_or("");
  };
  EXPECT_THAT(compiledFor(baselineCpu()), Not(HasSubstr("%ymm")));
  CpuFeatures avx = CpuFeatures::parse(baselineCpu()).value();
  avx.words[CpuFeatures::Basic] = 1U << 28;
  EXPECT_THAT(compiledFor(avx.toString()), Not(HasSubstr("%ymm"))) << "the system saves no ymm";
#ifndef POPLAR_EMU_SANITIZE // loops with the sanitizers' calls are not vectorised
  avx.words[CpuFeatures::SavedState] = 7;
  EXPECT_THAT(compiledFor(avx.toString()), HasSubstr("%ymm"));
#endif
}

} // namespace
} // namespace poplar_emu::codelet
