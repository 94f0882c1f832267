// SPDX-License-Identifier: MIT
// mpirun starts this between itself and the program, for mpirun alone does not always notice an
// end.
#include "Instance.hpp"

#include "Reports.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace poplar_emu::poprun {
namespace {

/// How often it looks whether its parent is still there.
constexpr int kLookMilliseconds = 50;

volatile sig_atomic_t program = 0; ///< process id, for the handler

void passOn(int signal) {
  const int reason = errno;
  if (program > 0) kill(program, signal);
  errno = reason;
}

void wakeUp(int) {}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

constexpr int kPassedOn[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};

/// Keeps back the signals that are passed on, or lets them come.
void mask(int how) {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : kPassedOn)
    sigaddset(&signals, signal);
  sigprocmask(how, &signals, nullptr);
}

[[noreturn]] void become(char **command, int standardError, pid_t parent) {
  mask(SIG_UNBLOCK);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  dup2(standardError, STDERR_FILENO);
  execvp(command[0], command);
  std::fprintf(stderr, "cannot run %s: %s\n", command[0], std::strerror(errno));
  _exit(127);
}

void writeAll(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(STDERR_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// Passes on what the program writes to stderr, and remembers the end of it.
class StandardError {
 public:
  explicit StandardError(int descriptor) : descriptor_(descriptor) {}

  /// Waits for a moment, or until something is to be done.
  void wait() const {
    pollfd from = {descriptor_, POLLIN, 0};
    poll(&from, 1, kLookMilliseconds);
  }
  void passOn() {
    char buffer[4096];
    for (;;) {
      const ssize_t count = read(descriptor_, buffer, sizeof(buffer));
      if (count < 0) return;
      if (count == 0) {
        descriptor_ = -1; // poll() only sleeps then
        return;
      }
      const std::string_view text(buffer, static_cast<std::size_t>(count));
      writeAll(text);
      last_.append(text);
      if (last_.size() > kKept) last_.erase(0, last_.size() - kKept);
    }
  }
  const std::string &last() const { return last_; }

 private:
  static constexpr std::size_t kKept = sizeof(Report::lastWords) - 1;

  int descriptor_;
  std::string last_;
};

} // namespace

int runInstance(const std::string &reports, unsigned instance, char **command) {
  const pid_t self = getpid(), parent = getppid();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    std::fprintf(stderr, "poprun: no pipe: %s\n", std::strerror(errno));
    return 2;
  }
  handle(SIGCHLD, wakeUp);
  mask(SIG_BLOCK); // until there is somebody to pass them on to
  const pid_t child = fork();
  if (child < 0) {
    std::fprintf(stderr, "poprun: no process: %s\n", std::strerror(errno));
    return 2;
  }
  if (child == 0) {
    fcntl(ends[1], F_SETFL, 0); // the program may wait until its words are taken
    become(command, ends[1], self);
  }
  program = child;
  for (const int signal : kPassedOn)
    handle(signal, passOn);
  mask(SIG_UNBLOCK);
  close(ends[1]);

  StandardError words(ends[0]);
  Report report;
  report.instance = instance;
  while (waitpid(child, &report.status, WNOHANG) == 0) {
    words.wait();
    words.passOn();
    if (getppid() != parent) kill(child, SIGKILL);
  }
  program = 0;
  words.passOn();
  words.last().copy(report.lastWords, sizeof(report.lastWords) - 1);
  send(reports, report);
  if (!WIFSIGNALED(report.status)) return WEXITSTATUS(report.status);
  const rlimit none = {0, 0}; // the program has left its core file already
  setrlimit(RLIMIT_CORE, &none);
  handle(WTERMSIG(report.status), SIG_DFL);
  raise(WTERMSIG(report.status));
  return report.exitCode();
}

} // namespace poplar_emu::poprun
