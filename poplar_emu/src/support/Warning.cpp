// SPDX-License-Identifier: MIT
// Remembers which warnings were shown.
#include "support/Warning.hpp"

#include <cstdio>
#include <mutex>
#include <set>

namespace poplar_emu {
namespace {

struct Shown {
  std::mutex mutex;
  std::set<std::string> subjects; ///< texts, where nothing else was named
};

Shown &shown() {
  static Shown *instance = new Shown; // never destroyed: static objects may still warn
  return *instance;
}

void warnOnceAs(const std::string &subject, const std::string &line) {
  std::lock_guard lock(shown().mutex);
  if (!shown().subjects.insert(subject).second) return;
  std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

void warnOnce(const std::string &text) {
  warnOnceOf(text, text);
}

void warnOnceOf(const std::string &subject, const std::string &text) {
  warnOnceAs(subject, "warning: " + text + "\n");
}

void warnOnce(Code code, const std::string &text) {
  const std::string line = fmt::format("warning[{}]: {}\n", name(code), text);
  warnOnceAs(line, line);
}

} // namespace poplar_emu
