// SPDX-License-Identifier: MIT
// How the processes that watch one instance each tell poprun that it has ended.
#pragma once

#include <optional>
#include <string>
#include <type_traits>

namespace poplar_emu::poprun {

/// How an instance ended: what waitpid says, and the last that it wrote to stderr.
struct Report {
  unsigned instance = 0;
  int status = 0;
  char lastWords[1536] = ""; ///< ends with a zero

  bool isFault() const { return status != 0; }
  /// "instance 2 was killed by signal 9 (Killed)", and its last words on lines of their own.
  std::string text() const;
  /// What a shell would call it: the exit code, or 128 and the signal.
  int exitCode() const;
};
static_assert(std::is_trivially_copyable_v<Report>);

/// A named pipe in a folder of its own, both removed at the end.
class Reports {
 public:
  /// Throws std::runtime_error if there is no place for temporary files.
  Reports();
  Reports(const Reports &) = delete;
  Reports &operator=(const Reports &) = delete;
  ~Reports();

  const std::string &path() const { return path_; }
  int descriptor() const { return descriptor_; }
  /// The next one, if there is any.
  std::optional<Report> next() const;

 private:
  std::string folder_, path_;
  int descriptor_ = -1;
};

/// Sends a report into the pipe `path`; does nothing if nobody reads it.
void send(const std::string &path, const Report &report);

} // namespace poplar_emu::poprun
