// SPDX-License-Identifier: MIT
// Reports are written whole: each is smaller than what a pipe takes at once.
#include "Reports.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace poplar_emu::poprun {

static_assert(sizeof(Report) <= PIPE_BUF);

std::string Report::text() const {
  std::string text = fmt::format("instance {} ", instance);
  if (WIFSIGNALED(status))
    text +=
        fmt::format("was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    text += fmt::format("ended with exit code {}", WEXITSTATUS(status));
  if (lastWords[0] != '\0') text += fmt::format("; its last words:\n{}", lastWords);
  return text;
}

int Report::exitCode() const {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Reports::Reports() {
  const char *temporary = std::getenv("TMPDIR");
  folder_ = fmt::format("{}/poprun-XXXXXX", temporary != nullptr ? temporary : "/tmp");
  if (mkdtemp(folder_.data()) == nullptr)
    throw std::runtime_error(
        fmt::format("cannot make a folder {}: {}", folder_, std::strerror(errno)));
  path_ = folder_ + "/reports";
  // Open for writing too: otherwise it would be at its end whenever no instance has it open.
  if (mkfifo(path_.c_str(), 0600) == 0)
    descriptor_ = open(path_.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor_ >= 0) return;
  const int reason = errno;
  unlink(path_.c_str());
  rmdir(folder_.c_str());
  throw std::runtime_error(fmt::format("cannot make a pipe {}: {}", path_, std::strerror(reason)));
}

Reports::~Reports() {
  close(descriptor_);
  unlink(path_.c_str());
  rmdir(folder_.c_str());
}

std::optional<Report> Reports::next() const {
  Report report;
  if (read(descriptor_, &report, sizeof(report)) != static_cast<ssize_t>(sizeof(report)))
    return std::nullopt;
  return report;
}

void send(const std::string &path, const Report &report) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  while (write(descriptor, &report, sizeof(report)) < 0 && errno == EINTR) {
  }
  close(descriptor);
}

} // namespace poplar_emu::poprun
