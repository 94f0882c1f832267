// SPDX-License-Identifier: MIT
// Code that a codelet file lacks: made on demand, several units at a time, or shipped along.
#include "OwnCache.hpp"

#include "codelet/Driver.hpp"
#include "codelet/Loader.hpp"
#include "codelet/Registry.hpp"
#include "codelet/format/GpFile.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Paths.hpp"
#include "codelet/system/Process.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace poplar_emu::codelet {
namespace {

namespace fs = std::filesystem;

class Rebuild : public OwnCache {
 protected:
  /// A file whose vertex "V<number>" gives `number`.
  fs::path source(int number) const {
    const std::string name = "V" + std::to_string(number);
    const fs::path path = folder_ / (name + ".cpp");
    writeAtomically(path, "#include <poplar/Vertex.hpp>\nstruct " + name +
                              " : poplar::Vertex { poplar::Output<int> y; void compute() { *y = " +
                              std::to_string(number) + "; } };\n");
    return path;
  }

  static int run(poplar_emu_BatchFunction batch) {
    int y = 0;
    void *instance[] = {&y};
    poplar_emu_TileContext context{};
    batch(static_cast<void *>(instance), 1, sizeof instance, &context, nullptr);
    return y;
  }

  /// A bundle of `count` units that came from another machine.
  Bundle foreign(int count) const {
    Registry registry;
    std::vector<VertexTypeId> used;
    for (int i = 0; i < count; ++i) {
      registry.addFile(source(i).string(), {});
      used.push_back(registry.require("V" + std::to_string(i), {}));
    }
    Bundle bundle = registry.bundle(used);
    for (auto &unit : bundle.units) {
      auto copy = std::make_shared<Unit>(*unit);
      for (Image &image : copy->images)
        image.key.cpu = "another cpu";
      unit = std::move(copy);
    }
    return bundle;
  }
};

TEST_F(Rebuild, AllUnitsOfAnotherMachine) {
  const Bundle bundle = foreign(5);
  const LoadedCodelets loaded = load(bundle, 6);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(run(loaded.batch(bundle.entries[static_cast<std::size_t>(i)].type)), i);
}

TEST_F(Rebuild, OneUnitThatDoesNotCompileIsNamed) {
  Bundle bundle = foreign(4);
  auto broken = std::make_shared<Unit>(*bundle.units[2]);
  broken->files.front().content += "struct Unfinished {\n";
  bundle.units[2] = std::move(broken);
  try {
    load(bundle, 6);
    FAIL() << "a unit that does not compile was loaded";
  } catch (const poplar::graph_program_compilation_error &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("V2.cpp"));
  }
}

TEST_F(Rebuild, CodeForExceptionsComesAlongWhenPopcIsAsked) {
  const std::string gp = (folder_ / "v.gp").string();
  const ProcessResult made = runProcess(
      {findPopc().value().string(), "--with-float-exceptions", source(7).string(), "-o", gp});
  ASSERT_EQ(made.exitCode, 0) << made.output;
  const GpContent content = readGp(readWholeFile(gp).value());
  ASSERT_EQ(content.units.size(), 1u) << content.problem;
  std::vector<std::pair<std::uint32_t, FloatExceptions>> kinds;
  for (const Image &image : content.units.front().images)
    kinds.emplace_back(image.key.numWorkers, image.key.floatExceptions);
  EXPECT_THAT(kinds, testing::ElementsAre(std::pair(6u, FloatExceptions::Off),
                                          std::pair(1u, FloatExceptions::Off),
                                          std::pair(6u, FloatExceptions::On)));

  Registry registry;
  registry.addFile(gp, {});
  const VertexTypeId used[] = {registry.require("V7", {})};
  const Bundle bundle = registry.bundle(used);
  EXPECT_EQ(run(load(bundle, 6, FloatExceptions::On).batch(used[0])), 7);
  EXPECT_FALSE(fs::exists(folder_ / "cache/units")) << "nothing had to be compiled";

  // An executable takes along what its own machine can ask for.
  const Bundle stored = Bundle::deserialise(bundle.serialise(6), "exe");
  EXPECT_EQ(stored.units[0]->images.size(), 2u);
  EXPECT_NE(stored.units[0]->image(hostImageKey(6, FloatExceptions::On)), nullptr);
  EXPECT_EQ(stored.units[0]->image(hostImageKey(1, FloatExceptions::Off)), nullptr);
  EXPECT_EQ(run(load(stored, 1).batch(used[0])), 7) << "made again from its source";
}

} // namespace
} // namespace poplar_emu::codelet
