// SPDX-License-Identifier: MIT
// One line on the terminal while a compile takes long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace poplar_emu::engine {

/// Shows phase, seconds and memory of a compile, and takes the line away at the end:
///
///     compiling: lowering compute sets (7 of 10), 12 s, 1.3 GB
class CompileProgress {
 public:
  /// On standard error if that is a terminal, from the third second on; otherwise silent.
  CompileProgress();
  /// Writes to `out` at every phase, once `delay` has passed, and every `interval` in between.
  CompileProgress(std::ostream &out, std::chrono::milliseconds delay,
                  std::chrono::milliseconds interval);
  ~CompileProgress();
  CompileProgress(const CompileProgress &) = delete;
  CompileProgress &operator=(const CompileProgress &) = delete;

  /// `done` phases of `total` are over, and `phase` begins. An empty one: nothing begins.
  void enter(std::string_view phase, int done, int total);

 private:
  using Clock = std::chrono::steady_clock;
  void start();
  void show();
  void tick();

  std::ostream *out_ = nullptr; ///< null: silent
  std::chrono::milliseconds delay_{2000}, interval_{500};
  Clock::time_point begin_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool isOver_ = false;
  std::string phase_;
  std::size_t shown_ = 0; ///< width of the line on the terminal
  std::thread ticker_;
};

} // namespace poplar_emu::engine
