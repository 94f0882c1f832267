// SPDX-License-Identifier: MIT
// Reads /proc for who is whose child.
#include "Descendants.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace poplar_emu::poprun {
namespace {

constexpr std::chrono::seconds kLongest{2};
constexpr std::chrono::milliseconds kNap{10};

/// The parent of a process; 0 if it is gone. "12 (a name) S 7 ..."
pid_t parentOf(const std::string &process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string line;
  std::getline(file, line);
  std::istringstream after(line.substr(std::min(line.size(), line.rfind(')') + 1)));
  char state = 0;
  pid_t parent = 0;
  after >> state >> parent;
  return parent;
}

} // namespace

std::vector<pid_t> descendants() {
  std::multimap<pid_t, pid_t> children;
  std::error_code gone;
  for (const auto &entry : std::filesystem::directory_iterator("/proc", gone)) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc())
      continue;
    children.emplace(parentOf(name), process);
  }
  std::vector<pid_t> found = {getpid()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    for (auto child = first; child != last; ++child)
      found.push_back(child->second);
  }
  found.erase(found.begin());
  return found;
}

void killDescendants() {
  const auto end = std::chrono::steady_clock::now() + kLongest;
  while (std::chrono::steady_clock::now() < end) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    const std::vector<pid_t> left = descendants();
    if (left.empty()) return;
    for (const pid_t process : left)
      kill(process, SIGKILL);
    std::this_thread::sleep_for(kNap);
  }
}

} // namespace poplar_emu::poprun
