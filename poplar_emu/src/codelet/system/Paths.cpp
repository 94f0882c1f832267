// SPDX-License-Identifier: MIT
// Looks for tools and folders.
#include "codelet/system/Paths.hpp"

#include <atomic>
#include <cstdlib>

#include <dlfcn.h>
#include <unistd.h>

namespace poplar_emu::codelet {
namespace {

namespace fs = std::filesystem;

bool isProgram(const fs::path &path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> inPath(const std::string &program) {
  const char *variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    fs::path candidate = fs::path(rest.substr(0, end)) / program;
    if (isProgram(candidate)) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

/// The file that holds this very code: libpoplar, or an executable that links it statically.
fs::path ownFile() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void *>(&inPath), &info) == 0 || !info.dli_fname) return {};
  std::error_code error;
  const fs::path path = fs::canonical(info.dli_fname, error);
  return error ? fs::path(info.dli_fname) : path;
}

bool isUsableFolder(const fs::path &folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return fs::is_directory(folder, error) && access(folder.c_str(), W_OK | X_OK) == 0;
}

} // namespace

std::optional<fs::path> findPopc() {
  if (const char *set = std::getenv("POPLAR_EMU_POPC")) {
    if (isProgram(set)) return fs::path(set);
    return std::nullopt;
  }
  static const fs::path folder = ownFile().parent_path();
  for (const fs::path &candidate : {folder / ".." / "bin" / "popc", folder / "popc"})
    if (isProgram(candidate)) return candidate.lexically_normal();
#ifdef POPLAR_EMU_BUILD_POPC
  if (isProgram(POPLAR_EMU_BUILD_POPC)) return fs::path(POPLAR_EMU_BUILD_POPC);
#endif
  return inPath("popc");
}

std::optional<fs::path> findLinker() {
  if (const char *set = std::getenv("POPLAR_EMU_LINKER")) {
    if (isProgram(set)) return fs::path(set);
    return std::nullopt;
  }
  for (const char *program : {"clang++-19", "clang++", "g++", "c++"})
    if (const auto found = inPath(program)) return found;
  return std::nullopt;
}

fs::path cacheFolder() {
  fs::path folder;
  if (const char *set = std::getenv("POPLAR_EMU_CACHE_DIR"); set && *set) {
    folder = set;
  } else if (const char *xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg) {
    folder = fs::path(xdg) / "poplar_emu";
  } else if (const char *home = std::getenv("HOME"); home && *home) {
    folder = fs::path(home) / ".cache" / "poplar_emu";
  }
  if (!folder.empty() && isUsableFolder(folder)) return absolutePath(folder);
  folder = fs::temp_directory_path() / ("poplar_emu-" + std::to_string(getuid()));
  isUsableFolder(folder);
  return folder;
}

fs::path workingFolder() {
  std::error_code error;
  const fs::path folder = fs::current_path(error);
  return error ? fs::path("/") : folder;
}

fs::path absolutePath(const fs::path &path) {
  return (path.is_absolute() ? path : workingFolder() / path).lexically_normal();
}

fs::path temporaryName(const fs::path &folder, const std::string &suffix) {
  static std::atomic<unsigned> counter{0};
  return folder / ("tmp-" + std::to_string(getpid()) + "-" + std::to_string(counter++) + suffix);
}

} // namespace poplar_emu::codelet
