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

} // namespace

void warnOnce(const std::string &text) {
  std::lock_guard lock(shown().mutex);
  if (!shown().texts.insert(text).second) return;
  const std::string line = "warning: " + text + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace poplar_emu
