// SPDX-License-Identifier: MIT
// Codelet files are read once, and again when they changed.
#include "codelet/format/GpTable.hpp"

#include "codelet/format/GpFile.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Paths.hpp"
#include "codelet/system/Trim.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace poplar_emu::codelet {
namespace {

/// A file with one unit whose flag is `flag`.
void write(const std::filesystem::path &path, const std::string &flag) {
  Unit unit;
  unit.files = {{"/somewhere/v.cpp", "text"}};
  unit.flags = {flag};
  const Unit *pointer = &unit;
  ASSERT_TRUE(writeAtomically(path, writeGp(std::span(&pointer, 1))));
}

std::shared_ptr<const Unit> read(const std::filesystem::path &path) {
  const auto file = unitsOfFile(path);
  if (!file || file->units.size() != 1) return nullptr;
  return file->units[0];
}

/// A file is remembered only when a tick of the clock has passed since it was written.
bool isRemembered(const std::filesystem::path &path) {
  for (int tries = 0; tries < 1000; ++tries) {
    if (read(path) == read(path)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(GpTable, ReadsAgainWhatChanged) {
  const TemporaryFile file(temporaryName(std::filesystem::temp_directory_path(), ".gp"));
  const std::filesystem::path &path = file.path();
  write(path, "-DA=1");
  EXPECT_EQ(read(path)->flags[0], "-DA=1");
  write(path, "-DA=2"); // of the same size, perhaps in the same tick
  EXPECT_EQ(read(path)->flags[0], "-DA=2");
  ASSERT_TRUE(isRemembered(path));
  write(path, "-DA=3");
  EXPECT_EQ(read(path)->flags[0], "-DA=3");
  std::filesystem::remove(path);
  EXPECT_FALSE(unitsOfFile(path));
  writeAtomically(path, "damaged");
  EXPECT_NE(unitsOfFile(path)->problem, "");
}

TEST(GpTable, FindsAFileFromAnotherFolder) {
  const TemporaryFile file(temporaryName(std::filesystem::temp_directory_path(), ".gp"));
  write(file.path(), "-DA=1");
  ASSERT_TRUE(isRemembered(file.path()));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(file.path().parent_path());
  const auto relative = read(file.path().filename());
  std::filesystem::current_path(before);
  EXPECT_EQ(relative, read(file.path()));
  EXPECT_NE(relative, nullptr);
}

} // namespace
} // namespace poplar_emu::codelet
