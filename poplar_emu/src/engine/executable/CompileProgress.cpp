// SPDX-License-Identifier: MIT
// A thread that writes the line again and again, while the compiler works on another.
#include "engine/executable/CompileProgress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <fstream>
#include <iostream>

namespace poplar_emu::engine {
namespace {

/// Resident memory of this process, in bytes; 0 if the system does not say.
double residentBytes() {
  std::ifstream statm("/proc/self/statm");
  double total = 0, resident = 0;
  if (!(statm >> total >> resident)) return 0;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace

CompileProgress::CompileProgress() {
  if (isatty(STDERR_FILENO) == 0) return;
  out_ = &std::cerr;
  start();
}

CompileProgress::CompileProgress(std::ostream &out, std::chrono::milliseconds delay,
                                 std::chrono::milliseconds interval)
    : out_(&out), delay_(delay), interval_(interval) {
  start();
}

void CompileProgress::start() {
  begin_ = Clock::now();
  ticker_ = std::thread([this] { tick(); });
}

CompileProgress::~CompileProgress() {
  if (!out_) return;
  {
    const std::lock_guard lock(mutex_);
    isOver_ = true;
  }
  ended_.notify_one();
  ticker_.join();
  if (shown_ != 0) *out_ << '\r' << std::string(shown_, ' ') << '\r' << std::flush;
}

void CompileProgress::enter(std::string_view phase, int done, int total) {
  if (!out_) return;
  const std::lock_guard lock(mutex_);
  phase_ = phase.empty() ? "" : fmt::format("{} ({} of {})", phase, done + 1, total);
  show();
}

/// With the lock held.
void CompileProgress::show() {
  const auto elapsed = Clock::now() - begin_;
  if (phase_.empty() || elapsed < delay_) return;
  std::string line = fmt::format("compiling: {}, {} s, {:.1f} GB", phase_,
                                 std::chrono::duration_cast<std::chrono::seconds>(elapsed).count(),
                                 residentBytes() / 1e9);
  const std::size_t width = line.size();
  if (width < shown_) line.append(shown_ - width, ' ');
  *out_ << '\r' << line << std::flush;
  shown_ = width;
}

void CompileProgress::tick() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, interval_, [this] { return isOver_; }))
    show();
}

} // namespace poplar_emu::engine
