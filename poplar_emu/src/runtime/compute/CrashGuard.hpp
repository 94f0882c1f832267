// SPDX-License-Identifier: MIT
// Survives a codelet that crashes: the signal ends the chunk instead of the process.
#pragma once

#include <chrono>
#include <string_view>

namespace poplar_emu::runtime {

/// From the first run on, while one lives, crashes inside armed calls are caught; all others go
/// where they went before. Many engines may run at the same time. Does nothing under sanitizers,
/// which report crashes better. The handlers stay between runs: installing and removing them takes
/// 15 us, more than many a program.
class CrashHandlers {
 public:
  CrashHandlers() = default;
  ~CrashHandlers();
  CrashHandlers(const CrashHandlers &) = delete;
  CrashHandlers &operator=(const CrashHandlers &) = delete;

  /// Called at the start of a run. Installs the handlers, again if somebody else's came in between;
  /// looks for those only when the last look was some time ago.
  void ensureInstalled();

 private:
  [[maybe_unused]] bool installed_ = false;
  [[maybe_unused]] std::chrono::steady_clock::time_point lastLook_;
};

/// Work that may contain codelets.
class GuardedWork {
 public:
  /// Nothing that needs a destructor may live across an armed call: a crash leaves its frame at
  /// once.
  virtual void run() = 0;

 protected:
  ~GuardedWork() = default;
};

/// Runs the work on this thread. Returns the signal that ended it, 0 if it came to its end.
int runGuarded(GuardedWork &work);

/// Marks the calls into user code between construction and destruction.
class ArmedCalls {
 public:
  ArmedCalls();
  ~ArmedCalls();
  ArmedCalls(const ArmedCalls &) = delete;
  ArmedCalls &operator=(const ArmedCalls &) = delete;
};

/// "SIGSEGV, invalid memory access".
std::string_view describeSignal(int signal);

} // namespace poplar_emu::runtime
