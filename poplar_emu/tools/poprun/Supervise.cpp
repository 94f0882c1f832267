// SPDX-License-Identifier: MIT
// Waits for the command and for reports; ends all descendants, wherever they hang in the tree.
#include "Supervise.hpp"

#include "Descendants.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace poplar_emu::poprun {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLookMilliseconds = 50;
constexpr std::array kEndings = {SIGTERM, SIGINT, SIGHUP};

volatile sig_atomic_t asked = 0; ///< to end, by this signal
volatile sig_atomic_t alone = 0; ///< the command was not sent the signal, as a terminal would do

void onSignal(int signal, siginfo_t *info, void *) {
  asked = signal;
  alone = info->si_code <= 0 ? 1 : 0;
}

/// Handles the signals that ask for an end as long as it lives.
class Signals {
 public:
  Signals() {
    asked = 0;
    struct sigaction action = {};
    action.sa_sigaction = onSignal;
    action.sa_flags = SA_SIGINFO;
    for (std::size_t i = 0; i < kEndings.size(); ++i)
      sigaction(kEndings[i], &action, &before_[i]);
  }
  Signals(const Signals &) = delete;
  Signals &operator=(const Signals &) = delete;
  ~Signals() {
    for (std::size_t i = 0; i < kEndings.size(); ++i)
      sigaction(kEndings[i], &before_[i], nullptr);
  }

 private:
  std::array<struct sigaction, kEndings.size()> before_;
};

[[noreturn]] void become(const std::vector<std::string> &command, int complaint, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  const int reason = errno;
  static_cast<void>(!write(complaint, &reason, sizeof(reason)));
  _exit(127);
}

pid_t start(const std::vector<std::string> &command) {
  const pid_t self = getpid();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error(fmt::format("no pipe: {}", std::strerror(errno)));
  const pid_t child = fork();
  if (child == 0) become(command, ends[1], self);
  close(ends[1]);
  int reason = errno;
  const bool isRunning = child > 0 && read(ends[0], &reason, sizeof(reason)) == 0;
  close(ends[0]);
  if (isRunning) return child;
  if (child > 0) waitpid(child, nullptr, 0);
  if (reason == ENOENT && command[0] == "mpirun")
    throw std::runtime_error("Open MPI's mpirun is not installed (openmpi-bin). One instance needs "
                             "none: it can run all replicas itself.");
  throw std::runtime_error(fmt::format("cannot run {}: {}", command[0], std::strerror(reason)));
}

/// What has happened so far.
struct Course {
  std::optional<Report> fault; ///< the first
  unsigned ended = 0;          ///< instances
  int signal = 0;              ///< that asked for an end
  std::optional<Clock::time_point> due;

  void read(const Reports &reports, unsigned instances, std::chrono::milliseconds patience) {
    while (const std::optional<Report> report = reports.next()) {
      ++ended;
      if (!fault && report->isFault()) fault = report;
    }
    if (!due && (fault || signal != 0 || ended == instances)) due = Clock::now() + patience;
  }
};

int exitCode(const Course &course, std::optional<int> status) {
  if (course.fault && course.signal == 0) {
    std::fprintf(stderr, "poprun: %s\n", course.fault->text().c_str());
    return course.fault->exitCode();
  }
  if (course.signal != 0) return 128 + course.signal;
  if (!status) return 0; // all instances have ended well, and only mpirun has not
  if (WIFEXITED(*status)) return WEXITSTATUS(*status);
  std::fprintf(stderr, "poprun: mpirun was killed by signal %d (%s)\n", WTERMSIG(*status),
               strsignal(WTERMSIG(*status)));
  return 128 + WTERMSIG(*status);
}

} // namespace

int supervise(const std::vector<std::string> &command, unsigned instances, const Reports &reports,
              std::chrono::milliseconds patience) {
  // What loses its parent comes here, so that it can be found.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const Signals signals;
  const pid_t child = start(command);
  Course course;
  std::optional<int> status;
  while (!course.due || Clock::now() < *course.due) {
    int ending = 0;
    if (waitpid(child, &ending, WNOHANG) == child) {
      status = ending;
      break;
    }
    if (asked != 0 && course.signal == 0) {
      course.signal = asked;
      if (alone != 0) kill(child, SIGTERM);
    }
    course.read(reports, instances, patience);
    pollfd waiting = {reports.descriptor(), POLLIN, 0};
    poll(&waiting, 1, kLookMilliseconds);
  }
  course.read(reports, instances, patience);
  killDescendants();
  return exitCode(course, status);
}

} // namespace poplar_emu::poprun
