// SPDX-License-Identifier: MIT
// Whole files in and out.
#include "codelet/system/Files.hpp"

#include "codelet/system/Paths.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace poplar_emu::codelet {

std::optional<std::string> readWholeFile(const std::filesystem::path &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat info{};
  std::string content;
  bool good = fstat(file, &info) == 0 && S_ISREG(info.st_mode);
  if (good) content.resize(static_cast<std::size_t>(info.st_size));
  std::size_t done = 0;
  while (good && done < content.size()) {
    const ssize_t n = read(file, content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  close(file);
  if (!good) return std::nullopt;
  content.resize(done);
  return content;
}

bool writeAtomically(const std::filesystem::path &path, std::string_view content) {
  const std::filesystem::path temporary = temporaryName(path.parent_path(), ".part");
  const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return false;
  bool good = true;
  while (good && !content.empty()) {
    const ssize_t n = write(file, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    good = n > 0;
    if (good) content.remove_prefix(static_cast<std::size_t>(n));
  }
  good = close(file) == 0 && good;
  std::error_code error;
  if (good) std::filesystem::rename(temporary, path, error);
  if (!good || error) {
    std::filesystem::remove(temporary, error);
    return false;
  }
  return true;
}

} // namespace poplar_emu::codelet
