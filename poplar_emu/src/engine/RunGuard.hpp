// SPDX-License-Identifier: MIT
// Which thread is inside Engine::run, so that calls that would disturb the run are refused.
#pragma once

#include <atomic>
#include <thread>

namespace poplar_emu::engine {

/// From where the engine is used while it runs.
enum class During : unsigned char {
  NoRun,
  Callback,      ///< on the thread that runs: a callback, a host function or an observer
  AnotherThread, ///< while the program goes on
};

/// One engine's run. Thread-safe.
class Running {
 public:
  During state() const {
    const std::thread::id runner = runner_.load(std::memory_order_acquire);
    if (runner == std::thread::id()) return During::NoRun;
    return runner == std::this_thread::get_id() ? During::Callback : During::AnotherThread;
  }
  /// False if a run is under way already.
  bool enter() {
    std::thread::id nobody;
    return runner_.compare_exchange_strong(nobody, std::this_thread::get_id());
  }
  void leave() { runner_.store(std::thread::id(), std::memory_order_release); }

 private:
  std::atomic<std::thread::id> runner_{};
};

} // namespace poplar_emu::engine
