// SPDX-License-Identifier: MIT
// The cache: hits, edits of included files, damage, processes that race; and the registry on top.
#include "OwnCache.hpp"

#include "codelet/Cache.hpp"

#include "codelet/Loader.hpp"
#include "codelet/Registry.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Trim.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace poplar_emu::codelet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Sources of a vertex, and what the cache holds of them.
class CacheTest : public OwnCache {
 protected:
  fs::path write(const std::string &name, const std::string &text) const {
    writeAtomically(folder_ / name, text);
    return folder_ / name;
  }
  fs::path writeVertex(int value) const {
    write("value.h", "#define VALUE " + std::to_string(value) + "\n");
    return write(
        "v.cpp",
        "#include <poplar/Vertex.hpp>\n#include \"value.h\"\n"
        "struct V : poplar::Vertex { poplar::Output<int> y; void compute() { *y = VALUE; } };\n");
  }
  /// Compiles (or finds), loads, runs.
  int valueOf(const fs::path &source) const {
    Registry registry;
    registry.addFile(source.string(), {});
    const VertexTypeId used[] = {registry.require("V", {})};
    const LoadedCodelets loaded = load(registry.bundle(used), 6);
    int y = 0;
    void *instance[] = {&y};
    poplar_emu_TileContext context{};
    loaded.batch(used[0])(static_cast<void *>(instance), 1, sizeof instance, &context, nullptr);
    return y;
  }
  std::size_t entries(const char *kind) const {
    std::size_t n = 0;
    for (const auto &entry : fs::directory_iterator(folder_ / "cache" / kind))
      n += entry.is_regular_file() ? 1 : 0;
    return n;
  }
};

TEST_F(CacheTest, SecondTimeComesFromTheCacheAndEditsAreSeen) {
  const fs::path source = writeVertex(1);
  EXPECT_EQ(valueOf(source), 1);
  EXPECT_EQ(entries("units"), 1u);
  const auto entryTime = [&] {
    return fs::last_write_time(fs::directory_iterator(folder_ / "cache/units")->path());
  };
  const auto first = entryTime();
  EXPECT_EQ(valueOf(source), 1);
  EXPECT_EQ(entries("units"), 1u);
  EXPECT_EQ(entryTime(), first);
  // The included file changes: same entry, new contents.
  writeVertex(2);
  EXPECT_EQ(valueOf(source), 2);
  EXPECT_EQ(entries("units"), 1u);
  // Back to the first: compiled again, the shared object is found by its contents.
  const std::size_t linked = entries("linked");
  writeVertex(1);
  EXPECT_EQ(valueOf(source), 1);
  EXPECT_EQ(entries("linked"), linked);
}

TEST_F(CacheTest, ATouchedFileIsHashedNotCompiled) {
  const fs::path source = writeVertex(3);
  EXPECT_EQ(valueOf(source), 3);
  const fs::path entry = fs::directory_iterator(folder_ / "cache/units")->path();
  struct stat before{}, after{};
  stat(entry.c_str(), &before);
  fs::last_write_time(folder_ / "value.h",
                      fs::file_time_type::clock::now() - std::chrono::hours(3));
  EXPECT_EQ(valueOf(source), 3);
  // The entry was written anew with the new time, from what it held: objects are equal.
  stat(entry.c_str(), &after);
  EXPECT_EQ(before.st_size, after.st_size);
  EXPECT_EQ(entries("units"), 1u);
}

TEST_F(CacheTest, FlagsWorkersAndContentMakeDifferentEntries) {
  const fs::path source = writeVertex(4);
  Registry a, b, c, d;
  CompileRequest request;
  a.addFile(source.string(), request);
  request.flags = "-O1";
  b.addFile(source.string(), request);
  request.numWorkers = 1;
  c.addFile(source.string(), request);
  EXPECT_EQ(entries("units"), 3u);
  writeAtomically(source, readWholeFile(source).value() + "// more\n");
  d.addFile(source.string(), request);
  EXPECT_EQ(entries("units"), 4u);
}

TEST_F(CacheTest, DamagedEntriesAndObjectsAreReplaced) {
  const fs::path source = writeVertex(5);
  EXPECT_EQ(valueOf(source), 5);
  const fs::path entry = fs::directory_iterator(folder_ / "cache/units")->path();
  const std::string good = readWholeFile(entry).value();
  for (const std::size_t size :
       {std::size_t(0), std::size_t(30), good.size() / 2, good.size() - 1}) {
    writeAtomically(entry, good.substr(0, size));
    EXPECT_EQ(valueOf(source), 5) << size;
  }
}

TEST_F(CacheTest, ProcessesRaceOnAnEmptyCache) {
  const fs::path source = writeVertex(6);
  const fs::path other =
      write("other.cpp", "#include <poplar/Vertex.hpp>\nstruct V : poplar::Vertex {\n"
                         "  poplar::Output<int> y; void compute() { *y = 60; } };\n");
  // Nobody starts before all are there.
  int gate[2];
  ASSERT_EQ(pipe(gate), 0);
  pid_t children[6];
  for (int i = 0; i < 6; ++i) {
    children[i] = fork();
    if (children[i] != 0) continue;
    close(gate[1]);
    char open = 0;
    int status = read(gate[0], &open, 1) == 0 ? 1 : 3;
    try {
      if (valueOf(i % 2 == 0 ? source : other) == (i % 2 == 0 ? 6 : 60)) status = 0;
    } catch (const std::exception &error) {
      fprintf(stderr, "%s\n", error.what());
    }
    _exit(status);
  }
  close(gate[0]);
  close(gate[1]);
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  // Whole entries, and nothing half made beside them.
  EXPECT_EQ(entries("units"), 2u);
  EXPECT_EQ(entries("linked"), 2u);
  for (const char *kind : {"units", "linked"})
    for (const auto &entry : fs::directory_iterator(folder_ / "cache" / kind))
      EXPECT_THAT(entry.path().filename().string(), testing::Not(HasSubstr("tmp-")));
  EXPECT_EQ(valueOf(source), 6);
  EXPECT_EQ(valueOf(other), 60);
}

TEST_F(CacheTest, WhatWasNotUsedForLongIsRemovedFirst) {
  const auto now = fs::file_time_type::clock::now();
  for (int age = 0; age < 4; ++age) {
    const fs::path entry = write(std::to_string(age) + ".unit", std::string(100, 'x'));
    fs::last_write_time(entry, now - std::chrono::hours(age));
  }
  fs::create_directories(folder_ / "tmp-1-0.link/inside");
  fs::last_write_time(folder_ / "tmp-1-0.link", now - std::chrono::hours(9));
  trimFolder(folder_, 400);
  EXPECT_TRUE(fs::exists(folder_ / "tmp-1-0.link"));
  markUsed(folder_ / "3.unit");
  trimFolder(folder_, 250);
  EXPECT_TRUE(fs::exists(folder_ / "0.unit"));
  EXPECT_FALSE(fs::exists(folder_ / "1.unit"));
  EXPECT_FALSE(fs::exists(folder_ / "2.unit"));
  EXPECT_TRUE(fs::exists(folder_ / "3.unit"));
  EXPECT_FALSE(fs::exists(folder_ / "tmp-1-0.link"));
}

TEST_F(CacheTest, AnUnwritableCacheIsNoObstacle) {
  setenv("POPLAR_EMU_CACHE_DIR", "/proc/no/such/folder", 1);
  EXPECT_EQ(valueOf(writeVertex(7)), 7);
}

TEST_F(CacheTest, AMissingPopcIsNamedUnlessTheCacheHelps) {
  const fs::path source = writeVertex(8);
  const std::string popc = std::getenv("POPLAR_EMU_POPC") ? std::getenv("POPLAR_EMU_POPC") : "";
  setenv("POPLAR_EMU_POPC", "/no/such/popc", 1);
  Registry registry;
  try {
    registry.addFile(source.string(), {});
    ADD_FAILURE() << "no error";
  } catch (const poplar::graph_object_creation_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("error[PE0306]"));
    EXPECT_THAT(error.what(), HasSubstr("POPLAR_EMU_POPC"));
  }
  if (popc.empty()) {
    unsetenv("POPLAR_EMU_POPC");
  } else {
    setenv("POPLAR_EMU_POPC", popc.c_str(), 1);
  }
}

TEST_F(CacheTest, RegistryNamesPathsAndDuplicates) {
  const fs::path source = writeVertex(9);
  Registry registry;
  EXPECT_TRUE(registry.addFile(source.string(), {}));
  EXPECT_FALSE(registry.addFile(source.string(), {}));
  EXPECT_FALSE(registry.addFile((folder_ / "." / "v.cpp").string(), {}));
  EXPECT_EQ(registry.numTypes(), 1u);
  // Equal content elsewhere is harmless; other content of the same name is not.
  fs::create_directories(folder_ / "copy");
  fs::copy(folder_ / "v.cpp", folder_ / "copy/v.cpp");
  fs::copy(folder_ / "value.h", folder_ / "copy/value.h");
  registry.addFile((folder_ / "copy/v.cpp").string(), {});
  EXPECT_EQ(registry.numTypes(), 1u);
  const fs::path other =
      write("other.cpp",
            "#include <poplar/Vertex.hpp>\nstruct New : poplar::Vertex { void compute() {} };\n"
            "struct V : poplar::Vertex { poplar::Output<int> z; void compute() { *z = 1; } };\n");
  try {
    registry.addFile(other.string(), {});
    ADD_FAILURE() << "no error";
  } catch (const poplar::graph_object_load_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("error[PE0307]"));
    EXPECT_THAT(error.what(), HasSubstr("'V'"));
  }
  EXPECT_EQ(registry.numTypes(), 1u);
  EXPECT_FALSE(registry.hasType("New"));
  try {
    registry.require("Vv", {});
    ADD_FAILURE() << "no error";
  } catch (const poplar::unknown_vertex_type &error) {
    EXPECT_THAT(error.what(), HasSubstr("error[PE0204]"));
  }
}

TEST_F(CacheTest, TwoDefinitionsOfAFunctionDoNotLink) {
  const auto vertex = [&](const char *name) {
    return write(
        std::string(name) + ".cpp",
        "#include <poplar/Vertex.hpp>\nint shared(int x) { return x + 1; }\nstruct " +
            std::string(name) +
            " : poplar::Vertex { poplar::Output<int> y; void compute() { *y = shared(*y); } };\n");
  };
  Registry registry;
  const std::string paths[] = {vertex("A").string(), vertex("B").string()};
  EXPECT_TRUE(registry.addFiles(paths, {}));
  const VertexTypeId used[] = {registry.require("A", {}), registry.require("B", {})};
  try {
    load(registry.bundle(used), 6);
    ADD_FAILURE() << "no error";
  } catch (const poplar::link_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("error[PE0305]"));
    EXPECT_THAT(error.what(), HasSubstr("defined twice"));
    EXPECT_THAT(error.what(), HasSubstr("shared(int)"));
  }
}

TEST_F(CacheTest, ExecutablesCarryTheirCodelets) {
  const fs::path source = writeVertex(10);
  Registry registry;
  registry.addFile(source.string(), {});
  const VertexTypeId used[] = {registry.require("V", {})};
  const std::string bytes = registry.bundle(used).serialise(6);
  fs::remove(source);
  fs::remove(folder_ / "value.h");
  fs::remove_all(folder_ / "cache");
  Bundle bundle = Bundle::deserialise(bytes, "exe");
  // As if it had been made on another machine: rebuilt from the source that it carries.
  auto foreign = std::make_shared<Unit>(*bundle.units[0]);
  foreign->images[0].key.cpu = "another cpu";
  foreign->images[0].object = "never to be run";
  bundle.units[0] = foreign;
  const LoadedCodelets loaded = load(bundle, 6);
  int y = 0;
  void *instance[] = {&y};
  poplar_emu_TileContext context{};
  loaded.batch(used[0])(static_cast<void *>(instance), 1, sizeof instance, &context, nullptr);
  EXPECT_EQ(y, 10);
}

TEST_F(CacheTest, FloatExceptionImageIsBuiltOnDemand) {
  const fs::path source = writeVertex(11);
  Registry registry;
  registry.addFile(source.string(), {});
  const VertexTypeId used[] = {registry.require("V", {})};
  const LoadedCodelets plain = load(registry.bundle(used), 6);
  const LoadedCodelets exact = load(registry.bundle(used), 6, FloatExceptions::On);
  // Where both images hold the same code, as they may for integers, they are one shared object.
  for (const LoadedCodelets *image : {&plain, &exact}) {
    ASSERT_NE(image->batch(used[0]), nullptr);
    int y = 0;
    void *instance[] = {&y};
    poplar_emu_TileContext context{};
    image->batch(used[0])(static_cast<void *>(instance), 1, sizeof instance, &context, nullptr);
    EXPECT_EQ(y, 11);
  }
}

} // namespace
} // namespace poplar_emu::codelet
