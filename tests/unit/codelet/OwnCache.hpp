// SPDX-License-Identifier: MIT
// Tests that compile codelets into a cache of their own.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

namespace poplar_emu::codelet {

/// A folder for sources, with the cache below it; both are gone after the test.
class OwnCache : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("codelet_test_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    const char *before = std::getenv("POPLAR_EMU_CACHE_DIR");
    before_ = before ? before : "";
    setenv("POPLAR_EMU_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  }
  void TearDown() override {
    setenv("POPLAR_EMU_CACHE_DIR", before_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

  std::filesystem::path folder_;

 private:
  std::string before_;
};

} // namespace poplar_emu::codelet
