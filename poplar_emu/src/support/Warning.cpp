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
  std::set<std::string> texts;
};

Shown &shown() {
  static Shown *instance = new Shown; // never destroyed: static objects may still warn
  return *instance;
}

void warnOnceAs(const std::string &line) {
  std::lock_guard lock(shown().mutex);
  if (!shown().texts.insert(line).second) return;
  std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

void warnOnce(const std::string &text) {
  warnOnceAs("warning: " + text + "\n");
}

void warnOnce(Code code, const std::string &text) {
  warnOnceAs(fmt::format("warning[{}]: {}\n", name(code), text));
}

} // namespace poplar_emu
