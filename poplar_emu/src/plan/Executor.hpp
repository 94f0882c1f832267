// SPDX-License-Identifier: MIT
// The seam between the walk over a plan and the threads that do the work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace poplar_emu::plan {

/// Runs the chunks of a step on some threads and returns when all are done.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Calls body(chunk) once for every chunk < numChunks, each on one thread, and waits. The first
  /// exception thrown by a body is rethrown here after all chunks have ended.
  virtual void forEachChunk(std::uint32_t numChunks,
                            const std::function<void(std::uint32_t)> &body) = 0;
  virtual std::uint32_t numThreads() const = 0;
  virtual std::string_view name() const = 0;
};

} // namespace poplar_emu::plan
