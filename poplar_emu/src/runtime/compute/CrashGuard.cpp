// SPDX-License-Identifier: MIT
// Signal handlers that jump out of crashed codelets, on a stack of their own.
#include "runtime/compute/CrashGuard.hpp"

#include <csetjmp>
#include <csignal>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define POPLAR_EMU_CATCHES_CRASHES 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define POPLAR_EMU_CATCHES_CRASHES 0
#endif
#endif
#ifndef POPLAR_EMU_CATCHES_CRASHES
#define POPLAR_EMU_CATCHES_CRASHES 1
#endif

namespace poplar_emu::runtime {

#if POPLAR_EMU_CATCHES_CRASHES
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct Guard {
  sigjmp_buf environment;
  volatile std::sig_atomic_t armed = 0;
  volatile std::sig_atomic_t signal = 0;
};

/// Initial-exec: the handler may read it on threads that never touched it, where any other model
/// could allocate.
thread_local Guard *currentGuard __attribute__((tls_model("initial-exec"))) = nullptr;

std::mutex installMutex;
unsigned installCount = 0;
std::array<struct sigaction, kSignals.size()> previousActions;

void passOn(int signal, siginfo_t *info, void *context) {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals[i] != signal) continue;
    const struct sigaction &previous = previousActions[i];
    if ((previous.sa_flags & SA_SIGINFO) != 0) return previous.sa_sigaction(signal, info, context);
    if (previous.sa_handler == SIG_IGN) return;
    if (previous.sa_handler != SIG_DFL) return previous.sa_handler(signal);
    // Back to the default and return: the faulting instruction runs again and ends the process.
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    if (info->si_code <= 0) raise(signal); // sent, not caused by an instruction
    return;
  }
}

void onSignal(int signal, siginfo_t *info, void *context) {
  Guard *guard = currentGuard;
  if (guard == nullptr || guard->armed == 0) return passOn(signal, info, context);
  guard->armed = 0;
  guard->signal = signal;
  siglongjmp(guard->environment, 1);
}

struct sigaction ourAction() {
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  // The jump out of the handler restores no mask, so the signal must not be blocked inside it.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  return action;
}

bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == onSignal;
}

/// Without it, a stack overflow could not even call the handler.
class AlternateStack {
 public:
  AlternateStack() {
    stack_t present = {};
    if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
    memory_ = std::make_unique<std::byte[]>(kBytes);
    stack_t own = {};
    own.ss_sp = memory_.get();
    own.ss_size = kBytes;
    sigaltstack(&own, nullptr);
  }
  ~AlternateStack() {
    if (memory_ == nullptr) return;
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }

 private:
  static constexpr std::size_t kBytes = 64 << 10;
  std::unique_ptr<std::byte[]> memory_;
};

} // namespace

void CrashHandlers::ensureInstalled() {
  constexpr std::chrono::milliseconds kTrust{1};
  const auto now = std::chrono::steady_clock::now();
  const bool trusted = installed_ && now - lastLook_ < kTrust;
  if (trusted) return;
  lastLook_ = now;
  const std::lock_guard lock(installMutex);
  if (!installed_) ++installCount;
  installed_ = true;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction present = {};
    sigaction(kSignals[i], nullptr, &present);
    if (isOurs(present)) continue;
    previousActions[i] = present;
    const struct sigaction action = ourAction();
    sigaction(kSignals[i], &action, nullptr);
  }
}

CrashHandlers::~CrashHandlers() {
  if (!installed_) return;
  const std::lock_guard lock(installMutex);
  if (--installCount != 0) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction present = {};
    sigaction(kSignals[i], nullptr, &present);
    // A handler that somebody installed meanwhile stays.
    if (isOurs(present)) sigaction(kSignals[i], &previousActions[i], nullptr);
  }
}

int runGuarded(GuardedWork &work) {
  static thread_local const AlternateStack alternateStack;
  (void)alternateStack;
  struct Scope {
    Guard guard;
    Guard *outer = currentGuard;
    ~Scope() { currentGuard = outer; }
  } scope;
  if (sigsetjmp(scope.guard.environment, 0) == 0) {
    currentGuard = &scope.guard;
    work.run();
  }
  return scope.guard.signal;
}

ArmedCalls::ArmedCalls() {
  currentGuard->armed = 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

ArmedCalls::~ArmedCalls() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  currentGuard->armed = 0;
}

#else

CrashHandlers::~CrashHandlers() = default;
void CrashHandlers::ensureInstalled() {}
ArmedCalls::ArmedCalls() = default;
ArmedCalls::~ArmedCalls() = default;

int runGuarded(GuardedWork &work) {
  work.run();
  return 0;
}

#endif

std::string_view describeSignal(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "SIGSEGV, invalid memory access or stack overflow";
  case SIGBUS:
    return "SIGBUS, invalid memory access";
  case SIGFPE:
    return "SIGFPE, integer division by zero or overflow";
  case SIGILL:
    return "SIGILL, invalid instruction or trap";
  case SIGABRT:
    return "SIGABRT, abort or failed assertion";
  default:
    return "unknown signal";
  }
}

} // namespace poplar_emu::runtime
