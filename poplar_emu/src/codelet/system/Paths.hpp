// SPDX-License-Identifier: MIT
// Where the tools and the cache are.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace poplar_emu::codelet {

/// POPLAR_EMU_POPC, else popc beside the library (../bin) or the executable, in the build tree, or
/// in PATH. Nothing if there is none.
std::optional<std::filesystem::path> findPopc();

/// The compiler driver that links: POPLAR_EMU_LINKER, else clang++-19, clang++, g++ or c++ in PATH.
std::optional<std::filesystem::path> findLinker();

/// POPLAR_EMU_CACHE_DIR, else $XDG_CACHE_HOME/poplar_emu, else ~/.cache/poplar_emu. Created when
/// missing; a folder under the system's temporary folder if that fails.
std::filesystem::path cacheFolder();

/// The working directory; "/" if it was deleted.
std::filesystem::path workingFolder();

/// Starting at workingFolder() if it is relative, without "." and "..".
std::filesystem::path absolutePath(const std::filesystem::path &path);

/// A new name in `folder` that no other process or thread uses.
std::filesystem::path temporaryName(const std::filesystem::path &folder, const std::string &suffix);

/// A file that is removed at the end of the scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path path) : path_(std::move(path)) {}
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path &path() const { return path_; }

 private:
  std::filesystem::path path_;
};

} // namespace poplar_emu::codelet
