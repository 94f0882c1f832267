// SPDX-License-Identifier: MIT
// Survives a codelet that crashes: the signal ends the chunk instead of the process.
#pragma once

#include <string_view>

namespace poplar_emu::runtime {

/// While one lives, crashes inside armed calls are caught; all others go where they went before.
/// Many engines may run at the same time. Does nothing under sanitizers, which report crashes
/// better.
class CrashHandlers {
 public:
  CrashHandlers();
  ~CrashHandlers();
  CrashHandlers(const CrashHandlers &) = delete;
  CrashHandlers &operator=(const CrashHandlers &) = delete;
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
class ArmedCall {
 public:
  ArmedCall();
  ~ArmedCall();
  ArmedCall(const ArmedCall &) = delete;
  ArmedCall &operator=(const ArmedCall &) = delete;
};

/// "SIGSEGV, invalid memory access".
std::string_view describeSignal(int signal);

} // namespace poplar_emu::runtime
