// SPDX-License-Identifier: MIT
// The three executors. All give bit-equal results: a chunk is run whole, by one thread.
#pragma once

#include "plan/Executor.hpp"
#include "runtime/RuntimeSettings.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace poplar_emu::runtime {

/// An executor that may want to keep its threads together for the length of a run.
class Pool : public plan::Executor {
 public:
  /// Runs body on the calling thread; forEachChunk is cheapest inside.
  virtual void inside(const std::function<void()> &body) { body(); }
};

/// threads 0: as many as the process may use. Serial ignores it.
std::unique_ptr<Pool> makeExecutor(ExecutorKind kind, std::uint32_t threads);

/// One thread, in order: for debuggers.
std::unique_ptr<Pool> makeSerialExecutor();
/// A plain pool around two barriers: the one that ThreadSanitizer sees through.
std::unique_ptr<Pool> makeThreadExecutor(std::uint32_t threads);
/// An arena of oneTBB with static partitions.
std::unique_ptr<Pool> makeTbbExecutor(std::uint32_t threads);

} // namespace poplar_emu::runtime
